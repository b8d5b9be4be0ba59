/**
 * Takes the pictures of the dashboard in docs/pictures/: one sheet a page with both colour schemes in three widths (`pages/`), and the
 * pictures that the guides show (`dashboard-…-light.png`). A service of its own with the demo catalog is set up for it, with a made-up day of traffic and a shop with feeds, since an empty chart shows
 * nothing. `node bin/dashboard-pictures.ts`, with names of scenes to take only those. It needs Chromium and the built dashboard. A
 * page that does not come to show its words throws, and pictures taken before stay; it never touches data but its own. Sizes are CSS
 * pixels.
 */
// Tests: none; its own run shows whether it works.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser } from 'playwright-core';
import { launchBrowser } from '../test/support/browser.ts';
import { buildDashboard } from '../test/support/dashboard-browser.ts';
import { type DashboardScenes, openScenes, type Scene, watchRest } from './dashboard-scenes.ts';

const folder = fileURLToPath(new URL('../docs/pictures', import.meta.url));
const sheets = join(folder, 'pages');
const wide = { width: 1440, height: 900 };
const widths = [1440, 768, 360] as const;
const schemes = ['light', 'dark'] as const;
/** The part of its size at which a page stands on its sheet: words can be read, and a sheet stays small. */
const sheetScale = 0.55;

/** Scenes whose wide, light picture a guide shows. */
const shownInGuides = [
  'home',
  'query',
  'install',
  'rule',
  'ranking',
  'searches',
  'collection-editor',
  'feed',
];

/** Each scene by name with its pictures, one for each scheme and width in their order. */
type Album = Map<string, Buffer[]>;

async function takeAll(
  browser: Browser,
  prepare: DashboardScenes['prepare'],
  scenes: readonly Scene[],
): Promise<Album> {
  const album: Album = new Map(scenes.map(({ name }) => [name, []]));
  for (const colorScheme of schemes) {
    const context = await browser.newContext({ colorScheme, reducedMotion: 'reduce' });
    await prepare(context);
    const page = await context.newPage();
    page.setDefaultTimeout(20_000);
    const rest = watchRest(page);
    for (const width of widths) {
      await page.setViewportSize({ width, height: wide.height });
      for (const { name, show } of scenes) {
        await show(page);
        await rest();
        const picture = await page.screenshot();
        album.get(name)?.push(picture);
        if (colorScheme === 'light' && width === wide.width && shownInGuides.includes(name)) {
          writeFileSync(join(folder, `dashboard-${name}-light.png`), picture);
        }
      }
    }
    await context.close();
  }
  return album;
}

/** Writes the sheet of each scene: a row for each scheme, a picture for each width. */
async function writeSheets(browser: Browser, album: Album): Promise<void> {
  const page = await browser.newPage();
  const gap = 16;
  const width = widths.reduce((sum, one) => sum + one * sheetScale + gap, gap);
  for (const [name, pictures] of album) {
    await page.setViewportSize({ width: Math.ceil(width), height: 2 * wide.height * sheetScale + 3 * gap });
    const images = pictures.map((picture, at) => {
      const wideness = (widths[at % widths.length] ?? 0) * sheetScale;
      return `<img width="${wideness}" src="data:image/png;base64,${picture.toString('base64')}">`;
    });
    const style = `body{margin:${gap}px;display:flex;flex-wrap:wrap;gap:${gap}px;background:#9a9890}img{display:block}`;
    await page.setContent(`<style>${style}</style>${images.join('')}`);
    await page.screenshot({ path: join(sheets, `${name}.jpg`), type: 'jpeg', quality: 72 });
    console.log(`pages/${name}.jpg`);
  }
  await page.close();
}

async function takePictures(): Promise<void> {
  mkdirSync(sheets, { recursive: true });
  buildDashboard();
  const browser = await launchBrowser();
  const dashboard = await openScenes();
  try {
    const chosen = process.argv.slice(2);
    const wanted = (scenes: readonly Scene[]) =>
      scenes.filter(({ name }) => chosen.length === 0 || chosen.includes(name));
    await writeSheets(browser, await takeAll(browser, dashboard.prepare, wanted(dashboard.scenes)));
    await writeSheets(browser, await takeAll(browser, async () => {}, wanted(dashboard.entrances)));
  } finally {
    await browser.close();
    await dashboard.close();
  }
}

await takePictures();

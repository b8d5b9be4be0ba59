/**
 * `npm run pictures:widget`: takes the pictures of the widget in docs/pictures/widget/, a sheet a theme. Each shows both displays,
 * both schemes, both directions, wide and narrow, with discovery, results, nothing found and long texts, on the demo store of a
 * service of its own. Also the demo shop itself. It needs Chromium. A panel that does not open throws, and no sheet is written for
 * that theme; sizes are CSS pixels.
 */
// Tests: none; its own run shows whether it works.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser } from '../test/support/browser.ts';
import { buildDashboard } from '../test/support/dashboard-browser.ts';
import { anyEngine } from '../test/support/engines.ts';
import { startTestService } from '../test/support/start-test-service.ts';
import { startLooksShop, widgetThemes } from '../test/support/widget-looks.ts';

const folder = fileURLToPath(new URL('../docs/pictures/widget', import.meta.url));

/** Pictures of the page that are in sight, and of the widget, which stand in shadow roots. */
const allSeen = `Promise.allSettled(
  [...document.querySelectorAll('[data-foretype-item]')]
    .flatMap(({ shadowRoot }) => [...shadowRoot.querySelectorAll('img')])
    .concat([...document.images].filter(({ loading }) => loading !== 'lazy'))
    .map((image) => image.decode()),
)`;

async function take(page: Page, name: string): Promise<void> {
  for (const frame of page.frames()) await frame.evaluate(allSeen);
  await page.screenshot({ path: join(folder, `${name}.png`) });
  console.log(`${name}.png`);
}

/** Every frame of the sheet has its panel open. */
async function takeSheet(page: Page, address: string, name: string): Promise<void> {
  await page.goto(address);
  for (const frame of page.frames().slice(1)) {
    await frame.locator('[data-foretype] [role=option]').first().waitFor();
  }
  await take(page, name);
}

/** The narrowest phone. */
const narrow = { width: 360, height: 740 };

/** Submits a search and comes back, as a shopper did a moment ago. */
async function searchBefore(page: Page, text: string): Promise<void> {
  const address = page.url();
  await page.getByRole('combobox').fill(text);
  await page.getByRole('combobox').press('Enter');
  await page.waitForURL('**/demo/search?**');
  await page.goto(address);
}

/** The demo shop as it is met first: wide and light, narrow and dark, with a sale, a correction, recent searches, in Thai. */
async function takeShop(browser: Browser, origin: string): Promise<void> {
  const looks = [
    { name: 'demo', width: 1280, height: 860, path: '/demo', typed: 'head' },
    {
      name: 'demo-cards-dark',
      width: 1280,
      height: 860,
      path: '/demo?display=card&scheme=dark',
      typed: 'coff',
    },
    { name: 'demo-rtl', width: 1280, height: 860, path: '/demo?lang=ar&theme=compact', typed: '' },
    { name: 'demo-phone', width: 390, height: 844, path: '/demo?framed=1', typed: 'shoe' },
    { ...narrow, name: 'demo-sale-dark', path: '/demo?framed=1&scheme=dark', typed: 'headph' },
    { ...narrow, name: 'demo-corrected', path: '/demo?framed=1', typed: 'headphnoe' },
    { ...narrow, name: 'demo-recent-dark', path: '/demo?framed=1&scheme=dark', typed: '' },
    { ...narrow, name: 'demo-thai', path: '/demo?framed=1&lang=th', typed: 'รองเท้า' },
  ];
  for (const { name, width, height, path, typed } of looks) {
    const page = await browser.newPage({ viewport: { width, height }, reducedMotion: 'reduce' });
    await page.goto(`${origin}${path}`);
    if (name.startsWith('demo-recent'))
      for (const text of ['trail shoes', 'coffee grinder', 'headphones']) await searchBefore(page, text);
    await page.getByRole('combobox').focus();
    await page.getByRole('combobox').pressSequentially(typed);
    await page.getByRole('option').first().waitFor();
    await take(page, name);
    await page.close();
  }
}

async function takePictures(): Promise<void> {
  mkdirSync(folder, { recursive: true });
  buildDashboard();
  const service = await startTestService(anyEngine, { FORETYPE_DEMO: 'on' });
  const browser = await launchBrowser();
  try {
    await takeShop(browser, service.origin);
    const shop = await startLooksShop(service);
    const viewport = { width: 1840, height: 1940 };
    const page = await browser.newPage({ viewport, reducedMotion: 'reduce' });
    for (const theme of widgetThemes) await takeSheet(page, shop.sheetAddress(theme), theme);
    await shop.close();
  } finally {
    await browser.close();
    await service.stop();
  }
}

await takePictures();

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
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { limits } from '../contract/limits.ts';
import { addLatencies, emptyLatencies, latencyStep } from '../server/insight/latency-histogram.ts';
import { launchBrowser } from '../test/support/browser.ts';
import { buildDashboard } from '../test/support/dashboard-browser.ts';
import { goodPassword } from '../test/support/dashboard-visitor.ts';
import { anyEngine } from '../test/support/engines.ts';
import { inventSearches } from '../test/support/invented-searches.ts';
import { startTestService, type TestService } from '../test/support/start-test-service.ts';
import { inventCollections, serveProductPictures } from './picture-collections.ts';
import { inventFeeds, type ShopFeeds } from './picture-feeds.ts';

const folder = fileURLToPath(new URL('../docs/pictures', import.meta.url));
const sheets = join(folder, 'pages');
const wide = { width: 1440, height: 900 };
const widths = [1440, 768, 360] as const;
const schemes = ['light', 'dark'] as const;
/** The part of its size at which a page stands on its sheet: words can be read, and a sheet stays small. */
const sheetScale = 0.55;

const bucketMicros = limits.statisticsBucketSeconds * 1_000_000;
const bucketsPerDay = 86_400 / limits.statisticsBucketSeconds;

/** A day of a shop: quiet at night, busiest in the evening, one short trouble. */
async function inventTraffic({ storage }: TestService, storeId: string): Promise<void> {
  const now = Math.floor((Date.now() * 1_000) / bucketMicros) * bucketMicros;
  await storage.write(storeId, async (writer) => {
    for (let index = 1; index < bucketsPerDay; index += 1) {
      const bucketAt = now - (bucketsPerDay - index) * bucketMicros;
      const hour = new Date(bucketAt / 1_000).getHours() + (index % 12) / 12;
      const busy =
        0.12 +
        0.88 * Math.max(0, Math.sin(((hour - 7) / 17) * Math.PI)) * (0.9 + 0.1 * Math.sin(index * 1.7));
      const [graph, backend, cached] = [46, 31, 62].map((most) => Math.round(most * busy));
      const latencies = emptyLatencies();
      addLatencies(latencies, spread((graph ?? 0) + (backend ?? 0) + (cached ?? 0), 0.25 + busy * 0.6));
      const errors = index >= 170 && index < 173 ? 9 : 0;
      await writer.statistics.addRequests({
        bucketAt,
        latencies,
        errors,
        graph: graph ?? 0,
        backend: backend ?? 0,
        cached: cached ?? 0,
      });
      if (index % 24 === 0 && index < bucketsPerDay - 24) {
        const inStock = 300 + Math.round(index / 6);
        await writer.statistics.recordCatalog({ bucketAt, inStock, outOfStock: 30 + (index % 7) });
      }
    }
  });
}

/** Counts by step of so many answers, most of them around a duration. */
function spread(count: number, typicalMs: number): number[] {
  const latencies = emptyLatencies();
  for (let index = 0; index < count; index += 1) {
    const step = latencyStep(typicalMs * (0.4 + (index / Math.max(1, count)) ** 3 * 3));
    latencies[step] = (latencies[step] ?? 0) + 1;
  }
  return latencies;
}

/** A file of an outdoor shop, as its owner may have written it; three rows are bad. */
function shopFile(): string {
  const kinds = [
    'Wanderschuh',
    'Daunenjacke',
    'Zelt 3 Personen',
    'Kletterseil 60 m',
    'Stirnlampe',
    'Kompass',
  ];
  const brands = ['Fjällby', 'Nordkap', 'Trail Pro'];
  const rows = Array.from({ length: 240 }, (_, index) => {
    const price = index === 12 ? 'auf Anfrage' : `${19 + (index % 90)},90 EUR`;
    const link = index === 40 ? '' : `https://nordlicht.example/p/${index}`;
    const stock = index === 77 ? 'vielleicht' : index % 9 === 4 ? 'no' : 'yes';
    const title = `${brands[index % 3]} ${kinds[index % 6]} ${1 + Math.floor(index / 18)}`;
    return `NL-${1_000 + index};${title};${price};${link};${stock};${brands[index % 3]};Outdoor > ${kinds[index % 6]};Moosgrün`;
  });
  return `Artikelnummer;title;price;link;in_stock;brand;category;Farbe\n${rows.join('\n')}\n`;
}

/** Sets the service up by its own pages; ends at the demo store, whose address is given back. */
async function setUp(page: Page, service: TestService): Promise<string> {
  await page.goto(service.running.setupLink ?? '');
  await page.getByLabel('E-mail').fill('anna@nordlicht.example');
  await page.getByLabel('Your name').fill('Anna Berg');
  await page.getByRole('textbox', { name: 'Password' }).fill(goodPassword);
  await page.getByRole('button', { name: 'Create the account' }).click();
  await page.getByRole('heading', { name: 'Home', level: 1 }).waitFor();
  return page.url();
}

/** Brings the file; gives back the address of its import. */
async function importShop(page: Page, store: string): Promise<string> {
  await chooseShopFile(page, store);
  await page.getByRole('button', { name: 'Accept and import' }).click();
  await page.getByRole('heading', { name: '240 rows, 237 taken' }).waitFor();
  return page.url();
}

async function chooseShopFile(page: Page, store: string): Promise<void> {
  await page.goto(`${store}/imports/new`);
  const buffer = Buffer.from(shopFile());
  await page
    .getByLabel('File to import')
    .setInputFiles({ name: 'sommer-2026.csv', mimeType: 'text/csv', buffer });
  await page.getByLabel('What the column Artikelnummer becomes').selectOption('external_id');
  await page.getByText('NL-1000', { exact: true }).first().waitFor({ state: 'attached' });
}

/** A page by the name of its picture, with how it is brought into the state to be shown. */
interface Scene {
  readonly name: string;
  readonly show: (page: Page) => Promise<void>;
}

/** Opens an address and waits for words on it. */
const open = (path: string, ready: string) => async (page: Page) => {
  await page.goto(path);
  // On a narrow screen the navigation holds the same words, out of sight.
  await page.getByText(ready).filter({ visible: true }).first().waitFor();
};

function scenesOfFeeds(origin: string, shop: ShopFeeds): readonly Scene[] {
  const feeds = `${origin}/dashboard/stores/${shop.storeId}/feeds`;
  const preview = async (page: Page) => {
    await page.goto(`${feeds}/new`);
    await page.getByLabel('Address').fill(shop.newUrl);
    await page.getByRole('button', { name: 'See what is in it' }).click();
    await page.getByRole('heading', { name: 'The first products' }).waitFor();
  };
  return [
    { name: 'feeds', show: open(feeds, 'Hauptsortiment') },
    { name: 'feed', show: open(`${feeds}/${shop.mainId}`, 'Removes at most') },
    { name: 'feed-guarded', show: open(`${feeds}/${shop.guardedId}`, 'Let it through once') },
    { name: 'feed-run', show: open(`${feeds}/${shop.mainId}/runs/${shop.runId}`, 'Why rows failed') },
    { name: 'feed-preview', show: preview },
  ];
}

function scenesOfCollections(origin: string, storeId: string): readonly Scene[] {
  const store = `${origin}/dashboard/stores/${storeId}`;
  const collections = `${store}/collections`;
  const edit = async (page: Page) => {
    await page.goto(`${collections}/boots-for-the-wet-season/edit`);
    await page.getByRole('status').filter({ hasText: 'products' }).first().waitFor();
  };
  const draft = async (page: Page) => {
    await page.goto(`${store}/searches/boots`);
    await page
      .getByRole('button', { name: /^Hide: / })
      .first()
      .click();
    await page.getByText('Not published yet:').waitFor();
  };
  return [
    { name: 'home', show: open(store, 'Fix next') },
    { name: 'searches', show: open(`${store}/searches`, 'Top searches') },
    { name: 'query', show: open(`${store}/searches/rain%20jacket`, 'over #2') },
    { name: 'query-draft', show: draft },
    { name: 'empty-box', show: open(`${store}/empty-box`, 'Products') },
    { name: 'synonyms', show: open(`${store}/synonyms`, 'Synonyms') },
    { name: 'rules', show: open(`${store}/rules`, 'What shoppers see first') },
    { name: 'new-rule', show: open(`${store}/new-rule`, 'For which queries') },
    {
      name: 'rule',
      async show(page) {
        await page.goto(`${store}/rules/boots`);
        await page.getByText('Hidden', { exact: true }).last().waitFor();
      },
    },
    { name: 'phrases', show: open(`${store}/phrases`, 'Choose all') },
    { name: 'types', show: open(`${store}/phrases/types`, 'Types') },
    { name: 'collections', show: open(collections, 'Suggested by your catalog') },
    { name: 'collection', show: open(`${collections}/boots-for-the-wet-season`, 'products shown') },
    { name: 'collection-editor', show: edit },
    {
      name: 'go-to',
      async show(page) {
        await page.goto(`${store}/products`);
        await page.getByText('products shown').first().waitFor();
        await page.keyboard.press('Control+k');
        await page.getByRole('combobox', { name: 'Go to' }).fill('boots');
        await page
          .getByRole('option', { name: /Product / })
          .first()
          .waitFor();
      },
    },
  ];
}

function scenesOf(store: string, importPage: string): readonly Scene[] {
  return [
    { name: 'start', show: open(`${store}/start`, 'products') },
    { name: 'service', show: open(`${store}/service`, 'Requests') },
    { name: 'products', show: open(`${store}/products`, 'products shown') },
    { name: 'product', show: open(`${store}/products/NL-1000`, 'What autocomplete knows') },
    { name: 'imports', show: open(`${store}/imports`, 'sommer-2026.csv') },
    { name: 'import-preview', show: (page) => chooseShopFile(page, store) },
    { name: 'import', show: open(importPage, 'Why rows failed') },
    { name: 'install', show: open(`${store}/install`, 'The line for your shop') },
    { name: 'install-keys', show: open(`${store}/install?part=keys`, 'Keys') },
    { name: 'settings', show: open(`${store}/settings`, 'Store settings') },
    { name: 'team', show: open(`${store}/settings/team`, 'Members') },
    { name: 'webhooks', show: open(`${store}/settings/webhooks`, 'No webhooks yet') },
    { name: 'audit', show: open(`${store}/settings/audit`, 'What') },
    { name: 'account', show: open(`${store}/account`, 'Name and password') },
    { name: 'new-store', show: open(`${new URL(store).origin}/dashboard/new-store`, 'Create a store') },
  ];
}

async function photograph(page: Page): Promise<Buffer> {
  await page.waitForLoadState('networkidle');
  await page.evaluate('Promise.allSettled(document.getAnimations().map(({ finished }) => finished))');
  return await page.screenshot();
}

/** Scenes whose wide, light picture a guide shows. */
const shownInGuides = ['home', 'query', 'install', 'rule', 'searches', 'collection-editor', 'feed'];

/** Each scene by name with its pictures, one for each scheme and width in their order. */
type Album = Map<string, Buffer[]>;

async function takeAll(browser: Browser, signedIn: BrowserContext, scenes: readonly Scene[]): Promise<Album> {
  const storageState = await signedIn.storageState();
  const album: Album = new Map(scenes.map(({ name }) => [name, []]));
  for (const colorScheme of schemes) {
    const context = await browser.newContext({ storageState, colorScheme, reducedMotion: 'reduce' });
    await serveProductPictures(context);
    const page = await context.newPage();
    page.setDefaultTimeout(20_000);
    for (const width of widths) {
      await page.setViewportSize({ width, height: wide.height });
      for (const { name, show } of scenes) {
        await show(page);
        const picture = await photograph(page);
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
  const service = await startTestService(anyEngine, {
    FORETYPE_DEMO: 'on',
    FORETYPE_ALLOW_PRIVATE_FEEDS: 'on',
    FORETYPE_ENRICHMENT_PROVIDER: 'offline',
  });
  const browser = await launchBrowser();
  try {
    const context = await browser.newContext({ viewport: wide });
    const page = await context.newPage();
    page.setDefaultTimeout(20_000);
    const store = await setUp(page, service);
    await inventTraffic(service, store.split('/').at(-1) ?? '');
    const importPage = await importShop(page, store);
    const shop = await inventFeeds(service);
    const collected = await inventCollections(service);
    const { products: clicked } = await service.storage
      .reader(collected)
      .products.page({ after: null, limit: 6 });
    await inventSearches(service.storage, collected, {
      nowMicros: Date.now() * 1_000,
      productIds: clicked.map(({ id }) => id),
    });
    const scenes = [
      ...scenesOf(store, importPage),
      ...scenesOfFeeds(service.origin, shop),
      ...scenesOfCollections(service.origin, collected),
    ];
    const chosen = process.argv.slice(2);
    const wanted = scenes.filter(({ name }) => chosen.length === 0 || chosen.includes(name));
    await writeSheets(browser, await takeAll(browser, context, wanted));
    await shop.server.close();
  } finally {
    await browser.close();
    await service.stop();
  }
}

await takePictures();

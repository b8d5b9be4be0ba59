/**
 * Takes the pictures of the dashboard in docs/pictures/: every page in both colour schemes, some of them as on a phone. A service of
 * its own with the demo catalog is set up for it, with a made-up day of traffic and a shop with feeds, since an empty chart shows
 * nothing. `node bin/dashboard-pictures.ts`, with names of scenes to take only those. It needs Chromium and the built dashboard. A
 * page that does not come to show its words throws, and pictures taken before stay; it never touches data but its own. Sizes are CSS
 * pixels.
 */
// Tests: none; its own run shows whether it works.
import { mkdirSync } from 'node:fs';
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
const wide = { width: 1280, height: 880 };
const phone = { width: 390, height: 844 };

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
  await page.getByRole('cell', { name: 'NL-1000', exact: true }).first().waitFor();
}

/** A page by the name of its picture, with how it is brought into the state to be shown. */
interface Scene {
  readonly name: string;
  readonly show: (page: Page) => Promise<void>;
}

/** Opens an address and waits for words on it. */
const open = (path: string, ready: string) => async (page: Page) => {
  await page.goto(path);
  await page.getByText(ready).first().waitFor();
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
  const phrases = `${origin}/dashboard/stores/${storeId}/phrases`;
  const collections = `${origin}/dashboard/stores/${storeId}/collections`;
  const edit = async (page: Page) => {
    await page.goto(`${collections}/boots-for-the-wet-season/edit`);
    await page.getByRole('status').filter({ hasText: 'products' }).first().waitFor();
  };
  return [
    { name: 'analytics', show: open(`${origin}/dashboard/stores/${storeId}/searches`, 'Top searches') },
    { name: 'phrases', show: open(phrases, 'Choose all') },
    { name: 'types', show: open(`${phrases}/types`, 'Types of products') },
    {
      name: 'merchandising-editor',
      async show(page) {
        await page.goto(`${origin}/dashboard/stores/${storeId}/rules/boots`);
        await page.getByText('Hidden', { exact: true }).last().waitFor();
      },
    },
    { name: 'collections', show: open(collections, 'Suggested by your catalog') },
    { name: 'collection', show: open(`${collections}/boots-for-the-wet-season`, 'products shown') },
    { name: 'collection-editor', show: edit },
  ];
}

function scenesOf(store: string, importPage: string): readonly Scene[] {
  return [
    { name: 'home', show: open(store, 'Fix next') },
    { name: 'service', show: open(`${store}/service`, 'Requests') },
    { name: 'products', show: open(`${store}/products`, 'products shown') },
    { name: 'product', show: open(`${store}/products/NL-1000`, 'What autocomplete knows') },
    { name: 'imports', show: open(`${store}/imports`, 'sommer-2026.csv') },
    { name: 'import-preview', show: (page) => chooseShopFile(page, store) },
    { name: 'import', show: open(importPage, 'Why rows failed') },
    { name: 'query', show: open(`${store}/searches/coffee`, 'over #2') },
    { name: 'synonyms', show: open(`${store}/synonyms`, 'Synonyms') },
    { name: 'install', show: open(`${store}/install`, 'The line for your shop') },
    { name: 'settings', show: open(`${store}/settings`, 'Store settings') },
  ];
}

async function take(page: Page, name: string): Promise<void> {
  await page.waitForLoadState('networkidle');
  await page.evaluate('Promise.allSettled(document.getAnimations().map(({ finished }) => finished))');
  await page.screenshot({ path: join(folder, `dashboard-${name}.png`) });
  console.log(`dashboard-${name}.png`);
}

/** The scenes that are also taken as on a phone. */
const phoneScenes = ['home', 'analytics', 'phrases', 'query', 'feed', 'collections', 'collection-editor'];

async function takeAll(browser: Browser, signedIn: BrowserContext, scenes: readonly Scene[]): Promise<void> {
  const storageState = await signedIn.storageState();
  for (const colorScheme of ['light', 'dark'] as const) {
    const context = await browser.newContext({
      storageState,
      colorScheme,
      viewport: wide,
      reducedMotion: 'reduce',
    });
    await serveProductPictures(context);
    const page = await context.newPage();
    for (const { name, show } of scenes) {
      await show(page);
      await take(page, `${name}-${colorScheme}`);
    }
    await page.setViewportSize(phone);
    for (const { name, show } of scenes.filter((scene) => phoneScenes.includes(scene.name))) {
      await show(page);
      await take(page, `${name}-phone-${colorScheme}`);
    }
    await context.close();
  }
}

/** The pages before anybody is signed in, in one scheme: they differ in little else. */
async function takeEntrances(browser: Browser, service: TestService): Promise<void> {
  const page = await browser.newPage({ viewport: wide });
  await page.goto(service.running.setupLink ?? '');
  await page.getByLabel('E-mail').waitFor();
  await take(page, 'setup-light');
  await page.close();
}

async function takePictures(): Promise<void> {
  mkdirSync(folder, { recursive: true });
  buildDashboard();
  const service = await startTestService(anyEngine, {
    FORETYPE_DEMO: 'on',
    FORETYPE_ALLOW_PRIVATE_FEEDS: 'on',
    FORETYPE_ENRICHMENT_PROVIDER: 'offline',
  });
  const browser = await launchBrowser();
  try {
    await takeEntrances(browser, service);
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
    await takeAll(
      browser,
      context,
      scenes.filter(({ name }) => chosen.length === 0 || chosen.includes(name)),
    );
    await shop.server.close();
  } finally {
    await browser.close();
    await service.stop();
  }
}

await takePictures();

/**
 * The pages of the dashboard, each with how it is brought into the state that is worth a look: for their pictures, and for the tests
 * that visit all of them. They are of one service with made-up shops: the demo catalog with a made-up day of traffic and an import, a
 * shop with feeds, and a shop with searches and collections. A page that does not come to show its words throws. It never touches data
 * but its own.
 */
// Tests: test/browser/dashboard-readers.test.ts.
import type { BrowserContext, Page, Request } from 'playwright-core';
import { limits } from '../contract/limits.ts';
import { addLatencies, emptyLatencies, latencyStep } from '../server/insight/latency-histogram.ts';
import { signIn } from '../test/support/dashboard-browser.ts';
import {
  goodPassword,
  inviteTo,
  newVisitor,
  type SessionBody,
  setupToken,
  type Visitor,
} from '../test/support/dashboard-visitor.ts';
import { anyEngine } from '../test/support/engines.ts';
import { endOfImport, requestFileImport, uploadFile } from '../test/support/file-imports.ts';
import { inventSearches } from '../test/support/invented-searches.ts';
import { startTestService, type TestService } from '../test/support/start-test-service.ts';
import { waitUntil } from '../test/support/wait-until.ts';
import { inventCollections, serveProductPictures } from './picture-collections.ts';
import { inventFeeds, type ShopFeeds } from './picture-feeds.ts';

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

/** What the columns of the file become. */
const shopColumns = {
  Artikelnummer: 'external_id',
  title: 'title',
  price: 'price',
  link: 'url',
  in_stock: 'in_stock',
  brand: 'brand',
  category: 'category',
};

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

/** The demo store by its address, which its pages continue. */
interface DemoStore {
  readonly owner: Visitor;
  readonly storeId: string;
  readonly address: string;
  readonly importPage: string;
  readonly webhookPage: string;
  /** The address of an invitation. */
  readonly invitation: string;
}

/** A server that never answers: it does not exist. */
const webhookUrl = 'https://nordlicht.example/hooks/foretype';

/** Makes the first account, and gives the demo store a day of traffic and the import of a file. */
async function fillDemoStore(service: TestService): Promise<DemoStore> {
  const owner = newVisitor(service);
  const person = { name: 'Anna Berg', email: 'anna@nordlicht.example', password: goodPassword };
  const answer = await owner.call('POST', '/setup', { token: setupToken(service), ...person });
  const storeId = answer.as<SessionBody>().stores[0]?.id ?? '';
  await inventTraffic(service, storeId);
  const fileId = await uploadFile(owner, storeId, shopFile(), 'sommer-2026.csv');
  const settings = { fields: shopColumns };
  const { id } = await requestFileImport(owner, storeId, fileId, { settings });
  await endOfImport(owner, storeId, id);
  const address = `${service.origin}/dashboard/stores/${storeId}`;
  const token = await inviteTo(owner, storeId, { email: 'vic@nordlicht.example', role: 'editor' });
  const made = await owner.call('POST', `/stores/${storeId}/webhooks`, {
    url: webhookUrl,
    events: ['import.failed'],
  });
  const { webhook } = made.as<{ webhook: { id: string } }>();
  return {
    owner,
    storeId,
    address,
    importPage: `${address}/imports/${id}`,
    webhookPage: `${address}/settings/webhooks/${webhook.id}`,
    invitation: `${service.origin}/dashboard/invitation#token=${token}`,
  };
}

async function chooseShopFile(page: Page, store: string): Promise<void> {
  await visit(page, `${store}/imports/new`);
  const buffer = Buffer.from(shopFile());
  await page
    .getByLabel('File to import')
    .setInputFiles({ name: 'sommer-2026.csv', mimeType: 'text/csv', buffer });
  await page.getByLabel('What the column Artikelnummer becomes').selectOption('external_id');
  await page.getByText('NL-1000', { exact: true }).first().waitFor({ state: 'attached' });
}

/** A page by the name of its picture and its tree, with how it is brought into the state to be shown. */
export interface Scene {
  readonly name: string;
  readonly show: (page: Page) => Promise<void>;
  /** Whether it is the first page of a room, by which the navigation is looked at. */
  readonly opensRoom?: true;
  /** Whether its figures are those of the present hour. */
  readonly figuresVary?: true;
}

/** Goes to an address. Where the dashboard is open already it is not loaded again: all of it is left for a page without a store first. */
async function visit(page: Page, address: string): Promise<void> {
  const { origin } = new URL(address);
  if (!page.url().startsWith(`${origin}/dashboard/`)) {
    await page.goto(address);
    return;
  }
  const leaveFor = (path: string) => page.evaluate(`history.pushState(null, '', ${JSON.stringify(path)})`);
  await leaveFor(`${origin}/dashboard/nowhere`);
  await page.getByRole('heading', { name: 'There is nothing here' }).waitFor();
  await leaveFor(address);
}

/** Opens an address and waits for words on it. */
const open = (path: string, ready: string) => async (page: Page) => {
  await visit(page, path);
  // On a narrow screen the navigation holds the same words, out of sight.
  await page.getByText(ready).filter({ visible: true }).first().waitFor();
};

function scenesOfFeeds(origin: string, shop: ShopFeeds): readonly Scene[] {
  const store = `${origin}/dashboard/stores/${shop.storeId}`;
  const feeds = `${store}/feeds`;
  const preview = async (page: Page) => {
    await visit(page, `${feeds}/new`);
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
    { name: 'alerts', show: open(`${store}/settings/alerts`, 'The guard holds the feed') },
  ];
}

function scenesOfCollections(origin: string, storeId: string): readonly Scene[] {
  const store = `${origin}/dashboard/stores/${storeId}`;
  const collections = `${store}/collections`;
  const edit = async (page: Page) => {
    await visit(page, `${collections}/boots-for-the-wet-season/edit`);
    await page.getByRole('status').filter({ hasText: 'products' }).first().waitFor();
  };
  const draft = async (page: Page) => {
    await visit(page, `${store}/searches/boots`);
    await page
      .getByRole('button', { name: /^Hide: / })
      .first()
      .click();
    await page.getByText('Hidden', { exact: true }).waitFor();
  };
  const boost = async (page: Page) => {
    await visit(page, `${store}/ranking`);
    await page.getByRole('button', { name: 'Add a boost' }).click();
    await page.getByLabel('Boost 1: value').fill('Trail Pro');
    await page.getByLabel('Boost 1: strength').selectOption('raise_strongly');
    await page.getByText('rise a lot. ').getByText('product').waitFor();
  };
  return [
    { name: 'home', show: open(store, 'Fix next'), opensRoom: true },
    { name: 'searches', show: open(`${store}/searches`, 'Began in the search box'), opensRoom: true },
    { name: 'query', show: open(`${store}/searches/rain%20jacket`, '#2') },
    { name: 'query-draft', show: draft },
    { name: 'empty-box', show: open(`${store}/empty-box`, 'Products') },
    { name: 'synonyms', show: open(`${store}/synonyms`, 'Synonyms') },
    { name: 'rules', show: open(`${store}/rules`, 'What shoppers see first') },
    { name: 'new-rule', show: open(`${store}/new-rule`, 'For which queries') },
    {
      name: 'rule',
      async show(page) {
        await visit(page, `${store}/rules/boots`);
        await page.getByText('Hidden', { exact: true }).last().waitFor();
      },
    },
    { name: 'ranking', show: boost },
    { name: 'phrases', show: open(`${store}/phrases`, 'Choose all') },
    { name: 'phrases-single', show: open(`${store}/phrases?q=moss`, 'moss green') },
    { name: 'phrases-by-product', show: open(`${store}/phrases?list=generated`, 'Approve') },
    { name: 'types', show: open(`${store}/phrases/types`, 'Types') },
    { name: 'collections', show: open(collections, 'Suggested by your catalog') },
    { name: 'collection', show: open(`${collections}/boots-for-the-wet-season`, 'products shown') },
    { name: 'collection-editor', show: edit },
    {
      name: 'go-to',
      async show(page) {
        await visit(page, `${store}/products`);
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

async function showDropdown(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await page.frameLocator('iframe').getByRole('option').first().waitFor();
}

function scenesOf({ address: store, importPage, webhookPage }: DemoStore): readonly Scene[] {
  return [
    { name: 'start', show: (page) => showDropdown(page, `${store}/start`) },
    { name: 'service', show: open(`${store}/service`, 'Requests'), figuresVary: true },
    { name: 'products', show: open(`${store}/products`, 'products shown'), opensRoom: true },
    { name: 'product', show: open(`${store}/products/NL-1000`, 'What autocomplete knows') },
    { name: 'imports', show: open(`${store}/imports`, 'sommer-2026.csv') },
    { name: 'import-preview', show: (page) => chooseShopFile(page, store) },
    { name: 'import', show: open(importPage, 'Why rows failed') },
    { name: 'install', show: open(`${store}/install`, 'The line for your shop'), opensRoom: true },
    { name: 'install-keys', show: open(`${store}/install?part=keys`, 'Keys') },
    { name: 'install-check', show: open(`${store}/install?part=check`, 'Page of your shop') },
    { name: 'settings', show: open(`${store}/settings`, 'Store settings'), opensRoom: true },
    { name: 'team', show: open(`${store}/settings/team`, 'Members') },
    { name: 'webhooks', show: open(`${store}/settings/webhooks`, webhookUrl) },
    { name: 'webhook', show: open(webhookPage, 'Messages') },
    { name: 'audit', show: open(`${store}/settings/audit`, 'What') },
    { name: 'account', show: open(`${store}/account`, 'Name and password') },
    { name: 'new-store', show: open(`${new URL(store).origin}/dashboard/new-store`, 'Create a store') },
  ];
}

/** All scenes on a running service. */
export interface DashboardScenes {
  readonly scenes: readonly Scene[];
  /** Pages for people who are not signed in. */
  readonly entrances: readonly Scene[];
  /** Gives a browser the session of the owner and the pictures of the products. */
  prepare(context: BrowserContext): Promise<void>;
  /** Stops the service; the browser is the caller's. */
  close(): Promise<void>;
}

/** Frames in a row without a request under way after which a page is at rest. */
const quietFrames = 4;

/**
 * Returns a wait until the page has all that it asked for, and nothing moves. To be made before the page asks for anything; the
 * browser's own wait for an idle network takes half a second each time.
 */
export function watchRest(page: Page): () => Promise<void> {
  const underWay = new Set<Request>();
  page.on('request', (request) => underWay.add(request));
  for (const end of ['requestfinished', 'requestfailed'] as const) {
    page.on(end as 'requestfinished', (request) => underWay.delete(request));
  }
  const nextFrame = 'new Promise((resolve) => requestAnimationFrame(() => resolve(null)))';
  return async () => {
    let quiet = 0;
    await waitUntil('the page to be at rest', async () => {
      await page.evaluate(nextFrame);
      quiet = underWay.size === 0 ? quiet + 1 : 0;
      return quiet >= quietFrames;
    });
    await page.evaluate('Promise.allSettled(document.getAnimations().map(({ finished }) => finished))');
  };
}

/** Starts the service and invents its shops. */
export async function openScenes(): Promise<DashboardScenes> {
  const service = await startTestService(anyEngine, {
    FORETYPE_DEMO: 'on',
    FORETYPE_ALLOW_PRIVATE_FEEDS: 'on',
    FORETYPE_ENRICHMENT_PROVIDER: 'offline',
  });
  const [demo, feeds, collected] = await Promise.all([
    fillDemoStore(service),
    inventFeeds(service),
    inventSearchedShop(service),
  ]);
  for (const store of [demo.storeId, collected]) {
    await waitUntil('the phrases of all products', async () => {
      const answer = await demo.owner.call('GET', `/stores/${store}/enrichment`);
      return answer.as<{ enrichment: { waiting: number } }>().enrichment.waiting === 0;
    });
  }
  const empty = await service.createStore({ name: 'Wohnhaus', currency: 'EUR', locale: 'de' });
  const dashboard = `${service.origin}/dashboard`;
  return {
    scenes: [
      ...scenesOf(demo),
      { name: 'start-empty', show: open(`${dashboard}/stores/${empty.store.id}/start`, 'Find the feed') },
      ...scenesOfFeeds(service.origin, feeds),
      ...scenesOfCollections(service.origin, collected),
    ],
    entrances: [
      { name: 'sign-in', show: open(`${dashboard}/sign-in`, 'Lost your password?') },
      { name: 'invitation', show: open(demo.invitation, 'Your name') },
      { name: 'set-up', show: open(`${dashboard}/setup#token=known`, 'set up already') },
      { name: 'lost', show: open(`${dashboard}/nowhere`, 'There is nothing here') },
    ],
    async prepare(context) {
      await signIn(context, service.origin, demo.owner);
      await serveProductPictures(context);
    },
    async close() {
      await feeds.server.close();
      await service.stop();
    },
  };
}

/** A shop with collections that shoppers have searched for two months; gives back its id. */
async function inventSearchedShop(service: TestService): Promise<string> {
  const id = await inventCollections(service);
  const { products: clicked } = await service.storage.reader(id).products.page({ after: null, limit: 6 });
  await inventSearches(service.storage, id, {
    nowMicros: Date.now() * 1_000,
    productIds: clicked.map((product) => product.id),
  });
  return id;
}

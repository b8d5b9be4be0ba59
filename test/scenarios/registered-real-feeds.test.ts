/**
 * Goal: feeds that real shops publish are fetched, counted and stored right, and a feed that changes from day to day
 * takes out of stock and brings back exactly what it says. Method: the files that stand beside the project, where they
 * are there, on an HTTPS server with a certificate of our own authority, and a service in a process of its own that
 * trusts it. What a run must count is worked out from the files by other means than the service's readers.
 */
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, type TestContext, test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import papaparse from 'papaparse';
import type { FeedFormat, FeedRunBody } from '../../contract/feeds.ts';
import type { FailureBody } from '../../contract/product-import.ts';
import type { StoredProduct } from '../../server/storage/records.ts';
import type { Storage } from '../../server/storage/storage.ts';
import {
  type ChildService,
  createServiceData,
  createStoreOn,
  type ServiceData,
  startChildService,
} from '../support/child-service.ts';
import { engines } from '../support/engines.ts';
import { endOfLatestRun, feedsPath, privateFeeds, refreshFeed, registerFeed } from '../support/feeds.ts';
import { type HostileFeedServer, startHostileFeedServer } from '../support/hostile-feed-server.ts';
import { sharedDataOrSkip } from '../support/shared-data.ts';
import type { TestStore } from '../support/start-test-service.ts';
import { createSelfSigned, createTestAuthority } from '../support/test-authority.ts';

/** An item of a file as other means than the service's readers find it. */
interface Item {
  readonly id: string;
  readonly text: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** Why an item is no product: the code of its first problem, and the value that has it. */
type Reason = readonly [code: string, value: string | null];

interface RealFeed {
  readonly path: string;
  readonly format: FeedFormat;
  /** Read on SQLite only: what is to be seen in it does not hang on the database. */
  readonly isLarge?: true;
  /** Absent where every item is a product. */
  readonly reasonOf?: (item: Item) => Reason | null;
}

/** What a shop's own JSON lacks of a product. */
const reasonOfThai = ({ id, fields }: Item): Reason | null => {
  const title = String(fields.title);
  if (id === '') return ['external_id_missing', null];
  if (title.length > 255) return ['title_too_long', title];
  if (/(?![\t\n\r])\p{Cc}/u.test(title)) return ['text_invalid', title];
  return fields.price === undefined ? ['price_missing', null] : null;
};

const realFeeds: readonly RealFeed[] = [
  {
    path: 'gfeed-arabic-uae/google_feed.xml',
    format: 'google_xml',
    // An address in it holds a character that is not seen.
    reasonOf({ text }) {
      const link = unescaped(/<g:link>(.*?)<\/g:link>/s.exec(text)?.[1] ?? '');
      return /[\s\p{Cf}]/u.test(link) ? ['url_invalid', link] : null;
    },
  },
  { path: 'gfeed-importpc-cz/google_feed.xml.gz', format: 'google_xml' },
  { path: 'gfeed-opispot-es/google_feed.xml.gz', format: 'google_xml' },
  { path: 'gfeed-pallmann-fr-atom/google-merchant-feed.xml', format: 'google_xml' },
  { path: 'gfeed-spec-sample/feed.xml', format: 'google_xml' },
  { path: 'gfeed-swedish-fr/google-shopping.xml', format: 'google_xml' },
  { path: 'gfeed-vehicles-us/chevy_google_feed.xml', format: 'google_xml' },
  { path: 'gfeed-vehicles-us/google_feed.xml', format: 'google_xml' },
  {
    path: 'converted/turkish-dev.xml.gz',
    format: 'google_xml',
    // Prices of four decimals beside a currency could be read in more than one way (Contract §4).
    reasonOf({ text }) {
      const price = /<g:price>(.*?)<\/g:price>/.exec(text)?.[1] ?? '';
      return /\.\d{4} [A-Z]{3}$/.test(price) ? ['price_invalid', price] : null;
    },
  },
  { path: 'converted/thai-dev.json.gz', isLarge: true, format: 'json', reasonOf: reasonOfThai },
  { path: 'converted/bestbuy.json.gz', isLarge: true, format: 'json' },
  // What the shop's page reads, not its feed: no address is called as one.
  { path: 'gfeed-arabic-uae/products.json.gz', format: 'json', reasonOf: () => ['url_missing', null] },
  // Shopify's own JSON has its prices in variants, and no addresses.
  {
    path: 'shopify-products-json-uy/shopify_products_raw.json.gz',
    format: 'json',
    reasonOf: () => ['price_missing', null],
  },
  {
    path: 'converted/icecat.csv.gz',
    format: 'csv',
    isLarge: true,
    reasonOf({ fields: { title } }) {
      return String(title).length > 255 ? ['title_too_long', String(title)] : null;
    },
  },
  { path: 'converted/magento.csv.gz', isLarge: true, format: 'csv' },
  { path: 'merchant-tsv-petstore/merchant-feed.tsv', format: 'csv' },
];

/** Documents that are no feeds of the named format. */
const noFeeds: readonly (readonly [path: string, format: FeedFormat, words: RegExp])[] = [
  ['gfeed-vehicles-us/facebook_feed.xml', 'google_xml', /begins with <listings>/],
  ['turkish-homewares/urunler.xml.gz', 'google_xml', /begins with <products>/],
  ['magento-apparel/configurable_products.csv.gz', 'csv', /no column external_id and url/],
  ['feed-history-skoda-pl/skodacars_20210203-072510.csv', 'csv', /no column external_id/],
  ['japanese-grocer-tsv/products.tsv', 'csv', /no column external_id, title and url/],
  ['shopify-export-es/products_export.csv', 'csv', /does not name the addresses/],
  ['woocommerce-sample/sample_products.csv', 'csv', /does not name the addresses/],
  ['converted/bestbuy.json.gz', 'google_xml', /a JSON document/],
  ['gfeed-spec-sample/feed.xml', 'json', /web page|begins with neither/],
];

/** A service, and the HTTPS server whose authority it trusts. */
class Scene {
  readonly data: ServiceData;
  readonly storage: Storage;
  readonly server: HostileFeedServer;
  readonly service: ChildService;

  constructor(parts: Pick<Scene, 'data' | 'storage' | 'server' | 'service'>) {
    ({ data: this.data, storage: this.storage, server: this.server, service: this.service } = parts);
  }

  async createStore(): Promise<TestStore> {
    const created = await createStoreOn(this.data);
    return { ...created, ...this.service.caller(created.keys.secret) };
  }

  async close(): Promise<void> {
    assert.equal(await this.service.end('SIGTERM'), 0);
    await this.storage.close();
    await this.server.close();
    this.data.remove();
  }
}

async function openScene(engine: 'sqlite' | 'postgres'): Promise<Scene> {
  const authority = createTestAuthority();
  const server = await startHostileFeedServer({ tls: authority.issue('localhost'), host: 'localhost' });
  const folder = mkdtempSync(join(tmpdir(), 'foretype-authority-'));
  const file = join(folder, 'authority.pem');
  writeFileSync(file, authority.cert);
  const data = await createServiceData(engine);
  const storage = await data.openStorage();
  await storage.migrate();
  try {
    const service = await startChildService(data, { ...privateFeeds, NODE_EXTRA_CA_CERTS: file });
    return new Scene({ data, storage, server, service });
  } catch (error) {
    // Else an open server keeps the test's process for ever.
    await server.close();
    await storage.close();
    throw error;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

for (const { name: engine } of engines) {
  describe(`real feeds of an HTTPS server (${engine})`, () => {
    let scene: Scene;
    before(async () => {
      scene = await openScene(engine);
    });
    after(() => scene.close());

    test('every item of a real feed is a product of the store, or a failure whose reason stands in the file', async (t) => {
      if (sharedDataOrSkip(t, 'converted') === null) return;
      const waiting = realFeeds.filter(({ isLarge }) => isLarge !== true || engine === 'sqlite').values();
      const lane = async () => {
        for (const feed of waiting) await checkRealFeed(t, scene, feed);
      };
      await Promise.all([lane(), lane()]);
    });

    test('a real document that is no feed of its format is refused in words that name what it is', async (t) => {
      const store = await scene.createStore();
      for (const [path, format, words] of noFeeds) {
        const file = sharedDataOrSkip(t, path);
        if (file === null) return;
        scene.server.answer(`/${path}`, { body: readFileSync(file) });
        const answer = await register(store, `${scene.server.origin}/${path}`, format);
        assert.deepEqual([answer.status, answer.as<{ code: string }>().code], [422, 'feed_unparsable'], path);
        assert.match(answer.text, words);
      }
      assert.equal((await store.request('GET', feedsPath)).as<{ feeds: [] }>().feeds.length, 0);
    });

    test('a server whose certificate nobody vouches for is not asked for anything', async () => {
      const stranger = await startHostileFeedServer({
        tls: createSelfSigned('localhost'),
        host: 'localhost',
      });
      try {
        const answer = await register(await scene.createStore(), `${stranger.origin}/feed.json`, 'json');
        assert.deepEqual([answer.status, answer.as<{ code: string }>().code], [422, 'feed_unreachable']);
        assert.match(answer.text, /certificate is signed by itself/);
        assert.equal(stranger.requests.length, 0);
      } finally {
        await stranger.close();
      }
    });

    test('five days of one feed take out of stock and bring back exactly what they say, and touch nothing else', async (t) => {
      const folder = sharedDataOrSkip(t, 'converted');
      if (folder !== null) await replayHistory(scene, folder);
    });
  });
}

function register(store: TestStore, url: string, format: FeedFormat) {
  const body = { name: 'Real feed', feed_url: url, feed_format: format };
  return store.request('POST', feedsPath, { body });
}

/** Registers the feed, waits for its run, and holds every count and every failure against the file. */
async function checkRealFeed(t: TestContext, scene: Scene, feed: RealFeed): Promise<void> {
  const { path, format, reasonOf = () => null } = feed;
  const file = sharedDataOrSkip(t, path);
  if (file === null) return;
  const bytes = readFileSync(file);
  const items = itemsOf(format, (path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8'));
  scene.server.answer(`/${path}`, { body: bytes });
  const store = await scene.createStore();
  const { id } = await registerFeed(store, `${scene.server.origin}/${path}`, { feed_format: format });
  const run = await endOfLatestRun(store, id, 90_000);

  const reasons = items.map((item) => reasonOf(item));
  const ids = new Set(items.filter((_item, index) => reasons[index] === null).map((item) => item.id));
  const expected = {
    status: ids.size === 0 ? 'failed' : 'completed',
    total: items.length,
    failed: reasons.filter((reason) => reason !== null).length,
    // Of items that share an id the last one counts.
    created: ids.size,
    removed: 0,
  };
  const { total_rows: total, failed_rows: failed, created_rows: created, removed_rows: removed } = run;
  assert.deepEqual({ status: run.status, total, failed, created, removed }, expected, path);
  assert.equal(run.valid_rows + run.failed_rows, run.total_rows, path);
  assert.equal(run.error_code, ids.size === 0 ? 'no_valid_rows' : null, path);
  assert.match(run.fetch?.url ?? '', /^https:/);
  assert.equal(run.fetch?.bytes_received, bytes.length, path);

  const shown = (await failuresOf(store, run)).map(({ row, code, value }) => [row, code, value]);
  const explained = reasons.flatMap((reason, index) => {
    return reason === null ? [] : [[index + 1, reason[0], reason[1]]];
  });
  assert.deepEqual(shown.map(startOfValue), explained.map(startOfValue), path);
  const stored = await allProducts(scene.storage, store);
  assert.deepEqual(stored.map(({ externalId }) => externalId).sort(), [...ids].sort(), path);
}

/** Values are shown shortened, and without what no text may hold. */
function startOfValue([row, code, value]: unknown[]): unknown[] {
  return [
    row,
    code,
    typeof value === 'string' ? value.replace(/[\p{Cc}\uFFFD].*/su, '').slice(0, 150) : value,
  ];
}

async function failuresOf(store: TestStore, run: FeedRunBody): Promise<FailureBody[]> {
  const failures: FailureBody[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const path = `${feedsPath}/${run.feed_id}/runs/${run.id}/failures?limit=200`;
    const answer = await store.request('GET', `${path}${cursor === '' ? '' : `&cursor=${cursor}`}`);
    assert.equal(answer.status, 200, answer.text);
    const page = answer.as<{ failures: FailureBody[]; next_cursor: string | null }>();
    failures.push(...page.failures);
    cursor = page.next_cursor;
  }
  return failures;
}

async function allProducts(storage: Storage, { store }: TestStore): Promise<StoredProduct[]> {
  const products: StoredProduct[] = [];
  for (let after: string | null = null; ; ) {
    const page = await storage.reader(store.id).products({ after, limit: 2_000 });
    products.push(...page);
    if (page.length < 2_000) return products;
    after = page.at(-1)?.externalId ?? null;
  }
}

/** The items of a file, by means that are good enough for these files only. */
function itemsOf(format: FeedFormat, text: string): Item[] {
  if (format === 'csv') return tableOf(text).map((fields) => ({ id: idOf(fields), text: '', fields }));
  if (format === 'json') {
    const document = JSON.parse(text) as Item['fields'][] | { products: Item['fields'][] };
    const list = Array.isArray(document) ? document : document.products;
    return list.map((fields) => ({ id: idOf(fields), text: '', fields }));
  }
  return [...text.matchAll(/<(item|entry)[ >].*?<\/\1>/gs)].map(([item]) => ({
    id: unescaped(/<g:id>(.*?)<\/g:id>/s.exec(item)?.[1] ?? ''),
    text: item,
    fields: {},
  }));
}

function idOf(fields: Item['fields']): string {
  return String(fields.external_id ?? fields.id ?? '').trim();
}

function tableOf(text: string): Record<string, string>[] {
  return papaparse.parse<Record<string, string>>(text, { header: true, skipEmptyLines: true }).data;
}

function unescaped(text: string): string {
  return text
    .replace(/^<!\[CDATA\[(.*)\]\]>$/s, '$1')
    .replaceAll('&amp;', '&')
    .trim();
}

/** A day of `expected.dev.json`. */
interface Day {
  readonly file: string;
  readonly rows: number;
  readonly first_seen: number;
  readonly returning_same: number;
  readonly returning_changed: number;
  readonly gone: number;
  readonly changed: number;
  readonly unchanged: number;
}

async function replayHistory(scene: Scene, folder: string): Promise<void> {
  const days = JSON.parse(readFileSync(join(folder, 'expected.dev.json'), 'utf8'))['history-dev'] as Day[];
  assert.equal(days.length, 5);
  const store = await scene.createStore();
  const reader = scene.storage.reader(store.store.id);
  let feedId: string | null = null;
  let queued = 0;
  let catalog = new Map<string, StoredProduct>();
  for (const day of days) {
    const body = readFileSync(join(folder, day.file));
    scene.server.answer('/history.csv', { body, headers: { 'content-type': 'text/csv' } });
    if (feedId === null) {
      const url = `${scene.server.origin}/history.csv`;
      feedId = (await registerFeed(store, url, { feed_format: 'csv' })).id;
    } else await refreshFeed(store, feedId);
    const run = await endOfLatestRun(store, feedId, 60_000);
    assert.deepEqual(dayOf(run), { ...expectedOf(day), queued: day.first_seen + day.changed }, day.file);
    queued += day.first_seen + day.changed;
    assert.equal(await reader.queuedEnrichments(), queued, day.file);

    const named = new Set(tableOf(body.toString('utf8')).map(idOf));
    const before = catalog;
    catalog = new Map(
      (await allProducts(scene.storage, store)).map((product) => [product.externalId, product]),
    );
    for (const [id, product] of catalog) {
      assert.equal(product.inStock, named.has(id), `${day.file}: ${id}`);
      const earlier = before.get(id);
      if (earlier?.inStock === product.inStock) assert.deepEqual(product, earlier, `${day.file}: ${id}`);
    }
    assert.ok(
      [...named].every((id) => catalog.has(id)),
      day.file,
    );
  }
}

function dayOf(run: FeedRunBody) {
  return {
    status: run.status,
    rows: run.total_rows,
    firstSeen: run.created_rows,
    vanished: run.removed_rows,
    returned: run.restored_rows,
    updated: run.updated_rows,
    unchanged: run.unchanged_rows,
    failed: run.failed_rows,
    queued: run.queued_rows,
  };
}

function expectedOf(day: Day) {
  const returned = day.returning_same + day.returning_changed;
  return {
    status: 'completed',
    rows: day.rows,
    firstSeen: day.first_seen,
    vanished: day.gone,
    returned,
    // What comes back is updated, too: it is in stock again.
    updated: day.changed + returned,
    unchanged: day.unchanged,
    failed: 0,
  };
}

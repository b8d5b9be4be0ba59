/**
 * Goal: feeds that real shops publish are fetched, counted and stored right, and a feed that changes from day to day
 * takes out of stock and brings back exactly what it says. Method: the files that stand beside the project, where they
 * are there, on an HTTPS server, and a service that trusts it. How documents are read does not hang on the database: on
 * PostgreSQL one feed stands for all. `npm run campaign:large-feeds -- real` does the same with large ones.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { FeedRunBody } from '../../contract/feeds.ts';
import type { DocumentFormat } from '../../contract/words/feeds.ts';
import type { StoredProduct } from '../../server/storage/records.ts';
import { anyEngine, engines } from '../support/engines.ts';
import { endOfLatestRun, feedsPath, refreshFeed, registerFeed } from '../support/feeds.ts';
import { startHostileFeedServer } from '../support/hostile-feed-server.ts';
import {
  allProducts,
  checkRealFeed,
  idOf,
  openScene,
  type RealFeed,
  type Scene,
  tableOf,
  unescaped,
} from '../support/registered-real-feeds.ts';
import { sharedDataOrSkip } from '../support/shared-data.ts';
import type { TestStore } from '../support/start-test-service.ts';
import { createSelfSigned } from '../support/test-authority.ts';

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
  // What the shop's page reads, not its feed: no address is called as one.
  { path: 'gfeed-arabic-uae/products.json.gz', format: 'json', reasonOf: () => ['url_missing', null] },
  // Shopify's own JSON has its prices in variants, and no addresses.
  {
    path: 'shopify-products-json-uy/shopify_products_raw.json.gz',
    format: 'json',
    reasonOf: () => ['price_missing', null],
  },
  { path: 'merchant-tsv-petstore/merchant-feed.tsv', format: 'csv' },
];

/** Documents that are no feeds of the named format. */
const noFeeds: readonly (readonly [path: string, format: DocumentFormat, words: RegExp])[] = [
  ['gfeed-vehicles-us/facebook_feed.xml', 'google_xml', /begins with <listings>/],
  ['turkish-homewares/urunler.xml.gz', 'google_xml', /begins with <products>/],
  ['magento-apparel/configurable_products.csv.gz', 'csv', /no column external_id and url/],
  ['feed-history-skoda-pl/skodacars_20210203-072510.csv', 'csv', /no column external_id/],
  ['japanese-grocer-tsv/products.tsv', 'csv', /no column external_id, title and url/],
  ['shopify-export-es/products_export.csv', 'csv', /does not name the addresses/],
  ['woocommerce-sample/sample_products.csv', 'csv', /does not name the addresses/],
  ['converted/bestbuy.json.gz', 'google_xml', /a JSON document/],
  ['gfeed-spec-sample/feed.xml', 'json', /XML document; choose google_xml/],
];
for (const { name: engine } of engines) {
  describe(`real feeds of an HTTPS server (${engine})`, () => {
    let scene: Scene;
    before(async () => {
      scene = await openScene(engine);
    });
    after(() => scene.close());

    test('every item of a real feed becomes a product or failure', async (t) => {
      if (sharedDataOrSkip(t, 'converted') === null) return;
      const waiting = (engine === anyEngine.name ? realFeeds : realFeeds.slice(0, 1)).values();
      const lane = async () => {
        for (const feed of waiting) await checkRealFeed(t, scene, feed);
      };
      await Promise.all([lane(), lane()]);
    });

    test('five days of one feed change exactly what they say', async (t) => {
      const folder = sharedDataOrSkip(t, 'converted');
      if (folder !== null) await replayHistory(scene, folder);
    });

    if (engine !== anyEngine.name) return;

    test('a real document of another format is refused by name', async (t) => {
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

    test('a server with an untrusted certificate gets no request', async () => {
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
  });
}
function register(store: TestStore, url: string, format: DocumentFormat) {
  const body = { name: 'Real feed', feed_url: url, feed_format: format };
  return store.request('POST', feedsPath, { body });
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
  // What is queued stays so, and can be counted.
  await store.request('PATCH', '/api/v1/enrichment', { body: { paused: true } });
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
    assert.equal(await reader.enrichment.countQueued(), queued, day.file);

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

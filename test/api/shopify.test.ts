/**
 * Goal: a Shopify shop is read by its Admin API as a feed is (Contract §10): by a bulk operation or page by page, within the cost that
 * it grants, with all variants; what fails changes nothing, and what is wrong is said in words.
 * Method: a real service, and a server that speaks as much of the API as Shopify documents, and refuses what Shopify refuses.
 */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { FeedPreviewBody } from '../../contract/feeds.ts';
import { engines } from '../support/engines.ts';
import { expectError } from '../support/expect-error.ts';
import { countsOf, feedsPath, privateFeeds, registerAndRun, runFeed, stockOf } from '../support/feeds.ts';
import { nextCalls, type ShopCall } from '../support/platforms/shop-server.ts';
import {
  blankShop,
  type ShopifyServer,
  shopifyClientFeed,
  shopifyFeed,
  shopifyProduct,
  startShopifyServer,
} from '../support/platforms/shopify-server.ts';
import type { TestStore } from '../support/start-test-service.ts';
import { useService } from '../support/use-service.ts';

const none = { total: 0, created: 0, updated: 0, unchanged: 0, removed: 0, restored: 0, failed: 0 };
const lamps = (count: number) => Array.from({ length: count }, (_, index) => shopifyProduct(index + 1));
const asks = (part: string) => (call: ShopCall) => call.body.includes(part);
const isPage = asks('"first":8');

for (const engine of engines) {
  describe(`Shopify (${engine.name})`, () => {
    const service = useService(engine, privateFeeds);
    let shop: ShopifyServer;
    before(async () => {
      shop = await startShopifyServer();
    });
    after(() => shop.close());

    /** A store, and a new shop with these products. */
    async function begin(products: ShopifyServer['products'], locale = 'en'): Promise<TestStore> {
      Object.assign(shop, blankShop(), { products, disturb: () => undefined });
      shop.calls.length = 0;
      return await service.createStore({ locale });
    }
    const show = async (store: TestStore, id: string) =>
      (await store.request('GET', `/api/v1/products/${id}`)).as<Record<string, unknown>>();
    const callsOf = (isMeant: (call: ShopCall) => boolean) => shop.calls.filter(isMeant).length;

    test('Contract §10 a bulk operation imports all variants of a shop', async () => {
      const shirt = shopifyProduct(
        7,
        {
          title: 'T-Shirt',
          collections: [
            { id: 'gid://shopify/Collection/1', title: 'Home page', handle: 'frontpage' },
            { id: 'gid://shopify/Collection/2', title: 'Shirts', handle: 'shirts' },
          ],
        },
        ['Red', 'Blue'],
      );
      const [red, blue] = shirt.variants as Record<string, unknown>[];
      Object.assign(red ?? {}, { price: '15.00', compareAtPrice: '20.00' });
      Object.assign(blue ?? {}, { availableForSale: false, inventoryQuantity: -1 });
      const store = await begin([shopifyProduct(1), shirt]);
      const { run } = await registerAndRun(store, `${shop.origin}/admin/products`, shopifyFeed);
      assert.deepEqual([run.status, run.error], ['completed', null]);
      assert.deepEqual(countsOf(run), { ...none, total: 3, created: 3 });
      assert.deepEqual(await stockOf(store), { in: ['1000', '7000'], out: ['7001'] });
      const shown = await show(store, '7000');
      assert.deepEqual(
        [shown.title, shown.price, shown.compare_at_price, shown.currency, shown.brand, shown.category],
        ['T-Shirt', '15.00', '20.00', 'EUR', 'Lumen', 'Shirts'],
      );
      assert.equal(shown.url, 'https://shop.example/products/lamp-7?variant=7000');
      assert.deepEqual([shown.image_url, shown.item_group_id], ['https://cdn.shopify.com/Red.jpg', '7']);
      assert.equal((shown.attributes as Record<string, string>).Color, 'Red');
      assert.equal((await show(store, '7001')).stock_quantity, 0);
      assert.equal((await show(store, '1000')).url, 'https://shop.example/products/lamp-1');
      // The page of the registration, and none for the run.
      assert.equal(callsOf(isPage), 1);
    });

    test('changes arrive, gone products lose stock, an unchanged shop costs nothing', async () => {
      const store = await begin(lamps(3));
      const { feed } = await registerAndRun(store, shop.origin, shopifyFeed);
      shop.products = [shopifyProduct(1), shopifyProduct(2, { title: 'Floor lamp' })];
      const second = await runFeed(store, feed.id);
      assert.deepEqual(countsOf(second), { ...none, total: 2, updated: 1, unchanged: 1, removed: 1 });
      assert.deepEqual(await stockOf(store), { in: ['1000', '2000'], out: ['3000'] });
      assert.equal((await runFeed(store, feed.id)).not_modified, true);
    });

    test('pages are read where a bulk operation is refused or fails', async () => {
      const colors = Array.from({ length: 130 }, (_, index) => `C${index}`);
      for (const bulk of ['refused', 'fails'] as const) {
        const store = await begin([...lamps(20), shopifyProduct(21, {}, colors)]);
        shop.bulk = bulk;
        const { run } = await registerAndRun(store, shop.origin, shopifyFeed);
        assert.equal(run.status, 'completed', run.error ?? '');
        assert.deepEqual(countsOf(run), { ...none, total: 150, created: 150 });
        assert.equal(callsOf(isPage), 1 + 3);
      }
    });

    test('queries keep to the points that the shop grants', async () => {
      const store = await begin(lamps(24));
      Object.assign(shop, { bulk: 'refused', restoreRate: 1_000 });
      const { run } = await registerAndRun(store, shop.origin, shopifyFeed);
      assert.deepEqual([run.status, run.created_rows], ['completed', 24], run.error ?? '');
      // Each page costs most of what there is, so every one but the first waits before it asks.
      assert.ok(shop.throttledCount <= 1, `${shop.throttledCount}`);
    });

    test('a throttled query is sent again once points are back', async () => {
      const store = await begin(lamps(3));
      const throttled = {
        errors: [{ message: 'Throttled', extensions: { code: 'THROTTLED' } }],
        extensions: {
          cost: {
            requestedQueryCost: 800,
            throttleStatus: { maximumAvailable: 1_000, currentlyAvailable: 100, restoreRate: 700 },
          },
        },
      };
      shop.disturb = nextCalls(asks('bulkOperationRunQuery'), 1, { body: throttled });
      const { run } = await registerAndRun(store, shop.origin, shopifyFeed);
      assert.deepEqual([run.status, run.created_rows], ['completed', 3], run.error ?? '');
      const [first, second] = shop.calls.filter(asks('bulkOperationRunQuery')).map(({ atMs }) => atMs);
      assert.ok((second ?? 0) - (first ?? 0) >= 990);
    });

    test('a file or page with less than all changes nothing', async () => {
      const store = await begin(lamps(60));
      const { feed } = await registerAndRun(store, shop.origin, shopifyFeed);
      const isFile = ({ url }: ShopCall) => url.pathname.startsWith('/bulk/');
      const faults = [
        [{ bulk: 'cut' }, () => undefined, 'document_malformed'],
        [{ bulk: 'misnamed' }, () => undefined, 'document_malformed'],
        [{}, nextCalls(isFile, 9, { body: Buffer.from('{"id":"\xff"}\n', 'latin1') }), 'document_type'],
        [
          {},
          nextCalls(isFile, 9, { body: '{"id":"gid://shopify/Product/1"}\n{"id":', isBroken: true }),
          'feed_truncated',
        ],
        [{}, nextCalls(isFile, 9, { body: '{"id":1}\n{"id":' }), 'document_type'],
        [{}, nextCalls(isFile, 9, { status: 403, body: '<Error>expired</Error>' }), 'feed_status'],
        [
          { bulk: 'refused' },
          nextCalls(asks('"after":"8"'), 9, { body: { data: {} } }),
          'document_malformed',
        ],
      ] as const;
      for (const [state, disturb, code] of faults) {
        Object.assign(
          shop,
          blankShop(),
          { products: [...lamps(59), shopifyProduct(60, { title: 'New' })] },
          state,
          { disturb },
        );
        const run = await runFeed(store, feed.id);
        assert.deepEqual([run.status, run.error_code], ['failed', code], run.error ?? '');
        assert.equal((await stockOf(store)).in.length, 60);
      }
    });

    test('an app without a lasting token signs in for each reading', async () => {
      const store = await begin(lamps(2));
      const { run, feed } = await registerAndRun(store, shop.origin, shopifyClientFeed);
      assert.deepEqual([run.status, run.created_rows], ['completed', 2], run.error ?? '');
      const signIns = () => callsOf(({ url }) => url.pathname === '/admin/oauth/access_token');
      assert.equal(signIns(), 2);
      await runFeed(store, feed.id);
      assert.equal(signIns(), 3);
      assert.ok(shop.calls.every(({ headers }) => headers.authorization === undefined));
    });

    test('translations come in the language of the store', async () => {
      const german = {
        translations: [
          { key: 'title', value: 'Lampe' },
          { key: 'body_html', value: '<p>Warmes Licht</p>' },
        ],
      };
      const locales = [
        { locale: 'en', primary: true, published: true },
        { locale: 'de', primary: false, published: true },
      ];
      const store = await begin([shopifyProduct(1, german)], 'de');
      shop.locales = locales;
      await registerAndRun(store, shop.origin, shopifyFeed);
      const shown = await show(store, '1000');
      assert.deepEqual([shown.title, shown.description], ['Lampe', 'Warmes Licht']);
      // Without the permission the shop's own language is taken.
      const other = await begin([shopifyProduct(1, german)], 'de');
      Object.assign(shop, { locales, scopes: new Set(['read_products']) });
      await registerAndRun(other, shop.origin, shopifyFeed);
      assert.equal((await show(other, '1000')).title, 'Lamp 1');
    });

    test('wrong addresses, tokens and permissions are refused with the next step', async () => {
      const store = await begin(lamps(1));
      const register = (fields: object) =>
        store.request('POST', feedsPath, {
          body: { name: 'Shop', feed_url: shop.origin, ...shopifyFeed, ...fields },
        });
      const invalid = [
        [
          { feed_url: 'https://admin.shopify.com/store/lumen' },
          '/feed_url',
          /https:\/\/lumen\.myshopify\.com/,
        ],
        [{ feed_url: 'https://shop.example' }, '/feed_url', /ends in \.myshopify\.com/],
        [{ feed_url: 'https://evil.example/lumen.myshopify.com' }, '/feed_url', /ends in \.myshopify\.com/],
        [{ auth_type: 'header', auth_secret: 'X-Api-Key: 1' }, '/auth_secret', /shpat_…/],
        [{ auth_type: null, auth_secret: null }, '/auth_secret', /read_products/],
      ] as const;
      for (const [fields, path, words] of invalid) {
        const [error] = expectError(await register(fields), 'validation_failed');
        assert.equal(error?.path, path);
        assert.match(error?.message ?? '', words);
      }
      const refused = async (words: RegExp, fields: object = {}) => {
        const [error] = expectError(await register(fields), 'feed_unreachable');
        assert.match(error?.message ?? '', words);
      };
      await refused(/does not know these credentials/, { auth_secret: 'X-Shopify-Access-Token: shpat_old' });
      await refused(/does not know these credentials/, {
        ...shopifyClientFeed,
        auth_secret: 'client-1:wrong',
      });
      shop.scopes = new Set();
      await refused(/lacks the permission read_products/);
      shop.disturb = () => ({ status: 404, body: { errors: 'Not Found' } });
      await refused(/no shop of Shopify/);
      assert.deepEqual((await store.request('GET', feedsPath)).as<object>(), { feeds: [] });
    });

    test('a preview asks for pages and begins no bulk operation', async () => {
      const store = await begin(lamps(3));
      const body = { name: 'Shop', feed_url: shop.origin, ...shopifyFeed };
      const answer = await store.request('POST', `${feedsPath}/preview`, { body });
      const { preview } = answer.as<{ preview: FeedPreviewBody }>();
      assert.deepEqual([preview.is_whole, preview.would_create, preview.sample.length], [true, 3, 3]);
      assert.equal(callsOf(asks('bulkOperationRunQuery')), 0);
    });
  });
}

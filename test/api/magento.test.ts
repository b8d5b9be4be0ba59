/**
 * Goal: a Magento shop is read by its REST API as a feed is (Contract §10): all products that shoppers find, the children of
 * configurable ones, with stock of all sources and the words of its store view; what fails changes nothing.
 * Method: a real service, and a server that speaks as much of the API as Magento documents, and refuses what Magento refuses.
 */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { FeedPreviewBody } from '../../contract/feeds.ts';
import { engines } from '../support/engines.ts';
import { expectError } from '../support/expect-error.ts';
import { countsOf, feedsPath, privateFeeds, registerAndRun, runFeed, stockOf } from '../support/feeds.ts';
import {
  blankMagento,
  type MagentoServer,
  magentoFeed,
  magentoProduct,
  startMagentoServer,
} from '../support/platforms/magento-server.ts';
import { nextCalls, type ShopCall } from '../support/platforms/shop-server.ts';
import type { TestStore } from '../support/start-test-service.ts';
import { useService } from '../support/use-service.ts';

const none = { total: 0, created: 0, updated: 0, unchanged: 0, removed: 0, restored: 0, failed: 0 };
const lamps = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, index) => magentoProduct(first + index));
const stock = (sku: string, quantity: number, status = 1, source_code = 'default') => ({
  ...{ sku, quantity, status, source_code },
});

for (const engine of engines) {
  describe(`Magento (${engine.name})`, () => {
    const service = useService(engine, privateFeeds);
    let shop: MagentoServer;
    before(async () => {
      shop = await startMagentoServer();
    });
    after(() => shop.close());

    /** A store, and a new shop with these products. */
    async function begin(products: MagentoServer['products'], locale = 'en'): Promise<TestStore> {
      Object.assign(shop, blankMagento(), { products, disturb: () => undefined });
      shop.calls.length = 0;
      return await service.createStore({ locale });
    }
    const show = async (store: TestStore, id: string) =>
      (await store.request('GET', `/api/v1/products/${id}`)).as<Record<string, unknown>>();

    test('Contract §10 configurable products come as children with their stock', async () => {
      const hidden = { visibility: 1, media_gallery_entries: [] };
      const store = await begin([
        magentoProduct(
          1,
          {},
          { special_price: '9.9', special_from_date: '2020-01-01 00:00:00', cost_center: 'x' },
        ),
        magentoProduct(2, { status: 2 }),
        magentoProduct(5, { sku: 'SHIRT-R', ...hidden, german: { name: 'Egal' } }, { color: '49' }),
        magentoProduct(6, { sku: 'SHIRT,B', ...hidden }, { color: '50' }),
        magentoProduct(7, {
          ...{ sku: 'SHIRT', name: 'T-Shirt', type_id: 'configurable', price: 0 },
          extension_attributes: {
            category_links: [{ category_id: '3' }, { category_id: '4' }],
            configurable_product_options: [{ attribute_id: '93', label: 'Color' }],
            configurable_product_links: [5, 6],
          },
        }),
      ]);
      shop.sources = [
        ...[stock('M-1', 3), stock('M-1', 4, 1, 'shop'), stock('M-1', 9, 0, 'closed')],
        ...[stock('SHIRT-R', 2), stock('SHIRT,B', 0, 0)],
      ];
      const { run } = await registerAndRun(store, `${shop.origin}/admin_x1/dashboard`, magentoFeed);
      assert.deepEqual([run.status, run.error], ['completed', null]);
      assert.deepEqual(countsOf(run), { ...none, total: 3, created: 3 });
      assert.deepEqual(await stockOf(store), { in: ['M-1', 'SHIRT-R'], out: ['SHIRT,B'] });
      const lamp = await show(store, 'M-1');
      assert.deepEqual(
        [lamp.price, lamp.compare_at_price, lamp.stock_quantity, lamp.category, lamp.brand, lamp.currency],
        ['9.90', '19.90', 7, 'Lighting > Lamps', 'Lumen', 'EUR'],
      );
      assert.deepEqual(
        [lamp.url, lamp.image_url],
        ['https://shop.example/lamp-1.html', 'https://shop.example/media/catalog/product/l/1.jpg'],
      );
      const red = await show(store, 'SHIRT-R');
      assert.deepEqual(
        [red.title, red.url, red.image_url, (red.attributes as Record<string, string>).Color],
        [
          'T-Shirt',
          'https://shop.example/lamp-7.html',
          'https://shop.example/media/catalog/product/l/7.jpg',
          'Red',
        ],
      );
      assert.equal(red.item_group_id, 'SHIRT');
      assert.ok(shop.calls.every(({ url }) => url.href.length < 2_048));
    });

    test('pages go on behind the last id while products are deleted', async () => {
      const store = await begin(lamps(1, 250));
      let pages = 0;
      shop.disturb = ({ url }) => {
        const isPage = url.pathname.endsWith('/products') && url.search.includes('pageSize%5D=100');
        pages += isPage ? 1 : 0;
        if (isPage && pages === 2) shop.products = shop.products.filter(({ id }) => id > 80);
        return undefined;
      };
      const { run, feed } = await registerAndRun(store, shop.origin, magentoFeed);
      assert.deepEqual([run.status, run.created_rows], ['completed', 250], run.error ?? '');
      shop.products = [...lamps(81, 249), magentoProduct(250, { price: 5 })];
      const second = await runFeed(store, feed.id);
      assert.deepEqual(countsOf(second), { ...none, total: 170, updated: 1, unchanged: 169, removed: 80 });
      assert.equal((await runFeed(store, feed.id)).not_modified, true);
    });

    test('a shop without sources tells the stock of each product', async () => {
      const store = await begin(lamps(1, 3));
      Object.assign(shop, {
        hasSources: false,
        sources: [stock('M-1', 2), stock('M-2', 0, 0)],
        suffix: null,
      });
      await registerAndRun(store, shop.origin, magentoFeed);
      assert.deepEqual(await stockOf(store), { in: ['M-1', 'M-3'], out: ['M-2'] });
      assert.deepEqual(
        [(await show(store, 'M-1')).stock_quantity, (await show(store, 'M-3')).url],
        [2, 'https://shop.example/lamp-3'],
      );
    });

    test('names come from the store view of the store’s language', async () => {
      const product = magentoProduct(1, { german: { name: 'Lampe' } }, { color: '49' });
      const store = await begin([product], 'de');
      await registerAndRun(store, shop.origin, magentoFeed);
      const lamp = await show(store, 'M-1');
      assert.deepEqual([lamp.title, lamp.attributes], ['Lampe', { Farbe: 'Red' }]);
    });

    test('a page that fails or is short changes nothing', async () => {
      const store = await begin(lamps(1, 130));
      const { feed } = await registerAndRun(store, shop.origin, magentoFeed);
      const isSecond = ({ url }: ShopCall) => url.searchParams.get(lastIdPlace) === '100';
      const isStock = ({ url }: ShopCall) => url.pathname.endsWith('/source-items');
      const faults = [
        [nextCalls(isSecond, 9, { status: 500, body: { message: 'Internal' } }), 'feed_status'],
        [nextCalls(isSecond, 9, { body: { items: [], total_count: 30 } }), 'document_malformed'],
        [nextCalls(isSecond, 9, { body: { items: lamps(1, 30), total_count: 30 } }), 'document_malformed'],
        [
          nextCalls(isStock, 99, {
            status: 401,
            body: { parameters: { resources: 'Magento_InventoryApi::source' } },
          }),
          'feed_status',
        ],
      ] as const;
      for (const [disturb, code] of faults) {
        Object.assign(shop, { disturb, products: [magentoProduct(1, { price: 1 }), ...lamps(2, 125)] });
        const run = await runFeed(store, feed.id);
        assert.deepEqual([run.status, run.error_code], ['failed', code], run.error ?? '');
        const { products } = (await store.request('GET', '/api/v1/health')).as<{ products: object }>();
        assert.deepEqual(products, { total: 130, in_stock: 130, limit: null });
      }
    });

    test('a busy shop is asked again as late as it says', async () => {
      const store = await begin(lamps(1, 2));
      const isCategories = ({ url }: ShopCall) => url.pathname.endsWith('/categories');
      shop.disturb = nextCalls(isCategories, 1, { status: 503, headers: { 'retry-after': '1' }, body: '' });
      const { run } = await registerAndRun(store, shop.origin, magentoFeed);
      assert.equal(run.status, 'completed', run.error ?? '');
      const [first, second] = shop.calls.filter(isCategories).map(({ atMs }) => atMs);
      assert.ok((second ?? 0) - (first ?? 0) >= 990);
    });

    test('wrong addresses, tokens and resources are refused with the next step', async () => {
      const store = await begin(lamps(1, 1));
      const register = (fields: object) =>
        store.request('POST', feedsPath, {
          body: { name: 'Shop', feed_url: shop.origin, ...magentoFeed, ...fields },
        });
      for (const secret of ['X-Api-Key: 1', 'Authorization: Basic abc']) {
        const [error] = expectError(await register({ auth_secret: secret }), 'validation_failed');
        assert.deepEqual([error?.path, error?.code], ['/auth_secret', 'auth_secret_invalid']);
      }
      const refused = async (words: RegExp, fields: object = {}) => {
        const [error] = expectError(await register(fields), 'feed_unreachable');
        assert.match(error?.message ?? '', words);
      };
      await refused(/standalone Bearer tokens/, { auth_secret: 'Authorization: Bearer old' });
      await refused(/no API of Magento/, { feed_url: `${shop.origin}/other/shop` });
      shop.disturb = nextCalls(({ url }) => url.pathname.endsWith('/categories'), 1, {
        status: 401,
        body: { parameters: { resources: 'Magento_Catalog::categories' } },
      });
      await refused(/resource Catalog, Inventory, Categories/);
      shop.disturb = () => ({ status: 403, body: '<html><body>Access denied</body></html>' });
      await refused(/^A web page of a firewall or a login answered 403 in place of Magento/);
      assert.deepEqual((await store.request('GET', feedsPath)).as<object>(), { feeds: [] });
    });

    test('a preview shows the first products of a shop', async () => {
      const store = await begin(lamps(1, 25));
      const body = { name: 'Shop', feed_url: shop.origin, ...magentoFeed };
      const answer = await store.request('POST', `${feedsPath}/preview`, { body });
      const { preview } = answer.as<{ preview: FeedPreviewBody }>();
      assert.deepEqual([preview.is_whole, preview.would_create, preview.sample.length], [true, 25, 10]);
    });
  });
}

/** The parameter that holds the id behind which a page begins. */
const lastIdPlace = 'searchCriteria[filter_groups][2][filters][0][value]';

/**
 * Goal: a WooCommerce shop is read by its REST API as a feed is (Contract §10): all products with their variations, what is gone
 * goes out of stock, what fails changes nothing, and what is wrong is said in words.
 * Method: a real service, and a server that speaks the API as strictly as WooCommerce does.
 */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { FeedPreviewBody } from '../../contract/feeds.ts';
import { limits } from '../../contract/limits.ts';
import { jobOf } from '../../server/feeds/new-run.ts';
import { engines } from '../support/engines.ts';
import { expectError } from '../support/expect-error.ts';
import {
  countsOf,
  feedsPath,
  privateFeeds,
  registerAndRun,
  runFeed,
  showFeed,
  stockOf,
} from '../support/feeds.ts';
import { nextCalls } from '../support/platforms/shop-server.ts';
import {
  startWooServer,
  type WooServer,
  wooFeed,
  wooProduct,
} from '../support/platforms/woocommerce-server.ts';
import type { TestStore } from '../support/start-test-service.ts';
import { useService } from '../support/use-service.ts';
import { waitUntil } from '../support/wait-until.ts';

const none = { total: 0, created: 0, updated: 0, unchanged: 0, removed: 0, restored: 0, failed: 0 };
const range = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index);

/** A T-shirt in two colours. */
function addShirt(shop: WooServer): void {
  shop.categories = [
    { id: 7, name: 'Clothing &amp; Shoes', parent: 0 },
    { id: 8, name: 'Shirts', parent: 7 },
  ];
  shop.products.push(
    wooProduct(500, {
      name: 'T-Shirt',
      type: 'variable',
      categories: [
        { id: 7, name: 'Clothing &amp; Shoes', slug: 'clothing' },
        { id: 8, name: 'Shirts', slug: 'shirts' },
      ],
      brands: [{ id: 3, name: 'Ever &amp; Ever', slug: 'ever' }],
      images: [{ id: 1, src: 'https://shop.example/shirt.jpg' }],
      attributes: [
        { id: 1, name: 'Color', variation: true, options: ['Red', 'Blue'] },
        { id: 2, name: 'Material', variation: false, options: ['Cotton', 'Linen'] },
      ],
      variations: [501, 502],
    }),
  );
  const variation = (id: number, color: string, fields: Readonly<Record<string, unknown>>) =>
    wooProduct(id, {
      permalink: `https://shop.example/product/shirt/?attribute_color=${color}`,
      attributes: [{ id: 1, name: 'Color', option: color }],
      image: { id, src: `https://shop.example/${color}.jpg` },
      ...fields,
    });
  shop.variations.set(500, [
    variation(501, 'Red', { price: '15.00', regular_price: '20.00', on_sale: true }),
    variation(502, 'Blue', { manage_stock: true, stock_quantity: 0, stock_status: 'outofstock' }),
  ]);
}

for (const engine of engines) {
  describe(`WooCommerce (${engine.name})`, () => {
    const service = useService(engine, privateFeeds);
    let shop: WooServer;
    before(async () => {
      shop = await startWooServer();
    });
    after(() => shop.close());

    /** A store, and the shop with these products. */
    async function begin(...ids: number[]): Promise<TestStore> {
      Object.assign(shop, {
        products: ids.map((id) => wooProduct(id)),
        variations: new Map(),
        categories: [],
      });
      Object.assign(shop, { disturb: () => undefined });
      shop.calls.length = 0;
      return await service.createStore();
    }
    const show = async (store: TestStore, id: string) =>
      (await store.request('GET', `/api/v1/products/${id}`)).as<Record<string, unknown>>();

    test('Contract §10 a whole shop is imported, each variation by itself', async () => {
      const store = await begin(1);
      addShirt(shop);
      const { run, feed } = await registerAndRun(store, `${shop.origin}/wp-admin/index.php`, wooFeed);
      assert.deepEqual([run.status, run.error], ['completed', null]);
      assert.deepEqual(countsOf(run), { ...none, total: 3, created: 3 });
      assert.deepEqual(await stockOf(store), { in: ['1', '501'], out: ['502'] });
      const red = await show(store, '501');
      assert.deepEqual(
        [red.title, red.price, red.compare_at_price, red.currency, red.brand, red.category, red.url],
        [
          ...['T-Shirt', '15.00', '20.00', 'EUR', 'Ever & Ever', 'Clothing & Shoes > Shirts'],
          'https://shop.example/product/shirt/?attribute_color=Red',
        ],
      );
      assert.deepEqual([red.image_url, red.item_group_id], ['https://shop.example/Red.jpg', '500']);
      const attributes = red.attributes as Record<string, string>;
      assert.deepEqual([attributes.Color, attributes.Material], ['Red', 'Cotton, Linen']);
      assert.equal((await show(store, '502')).stock_quantity, 0);
      assert.equal(run.fetch?.status, 200);
      assert.deepEqual([feed.feed_format, feed.has_auth, feed.auth_type], ['woocommerce', true, 'basic']);
    });

    test('changes arrive, gone products lose stock, an unchanged shop costs nothing', async () => {
      const store = await begin(1, 2, 3);
      const { feed } = await registerAndRun(store, shop.origin, wooFeed);
      shop.products = [wooProduct(1), wooProduct(2, { price: '9.00' }), wooProduct(4, { status: 'draft' })];
      const second = await runFeed(store, feed.id);
      assert.deepEqual(countsOf(second), { ...none, total: 2, updated: 1, unchanged: 1, removed: 1 });
      assert.deepEqual(await stockOf(store), { in: ['1', '2'], out: ['3'] });
      const third = await runFeed(store, feed.id);
      assert.deepEqual([third.status, third.not_modified], ['completed', true]);
      // A product that the shop hides from its own search is not offered here.
      shop.products = [wooProduct(1), wooProduct(2, { catalog_visibility: 'hidden' })];
      await runFeed(store, feed.id);
      assert.deepEqual((await stockOf(store)).in, ['1']);
    });

    test('pages are read to the end while products are deleted', async () => {
      const store = await begin(...range(1, 350));
      let pages = 0;
      shop.disturb = ({ url }) => {
        const isPage = url.pathname.endsWith('/products') && url.searchParams.get('per_page') === '100';
        pages += isPage ? 1 : 0;
        // Between two pages of the run, products that were read already are deleted.
        if (isPage && pages === 2) shop.products = shop.products.filter(({ id }) => id > 120 || id <= 10);
        return undefined;
      };
      const { run } = await registerAndRun(store, shop.origin, wooFeed);
      assert.equal(run.status, 'completed', run.error ?? '');
      const counts = await store.request('GET', '/api/v1/health');
      const { total } = counts.as<{ products: { total: number } }>().products;
      // All that were there at the end, and those of the first page that are gone since.
      assert.equal(total, 100 + 230);
      assert.ok(shop.calls.every(({ url }) => Number(url.searchParams.get('per_page') ?? 1) <= 100));
    });

    test('a shop that asks to wait is asked again later', async () => {
      const store = await begin(1, 2);
      const isPage = ({ url }: { url: URL }) => url.pathname.endsWith('/products');
      shop.disturb = nextCalls(isPage, 2, { status: 429, headers: { 'retry-after': '1' }, body: {} });
      const { run } = await registerAndRun(store, shop.origin, wooFeed);
      assert.deepEqual([run.status, run.created_rows], ['completed', 2]);
      const [first, second, third] = shop.calls.filter(isPage).map(({ atMs }) => atMs);
      // The clock of a timer may be a millisecond ahead of the server's.
      assert.ok((second ?? 0) - (first ?? 0) >= 990 && (third ?? 0) - (second ?? 0) >= 990);
    });

    test('a page that fails midway leaves the catalog untouched', async () => {
      const store = await begin(...range(1, 150));
      const { feed } = await registerAndRun(store, shop.origin, wooFeed);
      const isSecond = ({ url }: { url: URL }) => Number(url.searchParams.get('offset')) > 0;
      const faults = [
        [{ status: 500, body: '<html>fatal error</html>' }, 'feed_status'],
        [{ body: '<html>maintenance</html>' }, 'document_type'],
        [{ body: { code: 'oops' } }, 'document_malformed'],
        [{ body: [{ id: 1 }], isBroken: true }, 'feed_truncated'],
      ] as const;
      for (const [reply, code] of faults) {
        shop.products = [wooProduct(1, { price: '1.00' }), ...range(2, 130).map((id) => wooProduct(id))];
        shop.disturb = nextCalls(isSecond, Number.POSITIVE_INFINITY, reply);
        const run = await runFeed(store, feed.id);
        assert.deepEqual([run.status, run.error_code], ['failed', code], run.error ?? '');
        const { products } = (await store.request('GET', '/api/v1/health')).as<{ products: object }>();
        assert.deepEqual(products, { total: 150, in_stock: 150, limit: null });
      }
      shop.disturb = nextCalls(isSecond, 2, { status: 502, body: '' });
      const recovered = await runFeed(store, feed.id);
      assert.deepEqual([recovered.status, recovered.removed_rows], ['completed', 20], recovered.error ?? '');
    });

    test('wrong addresses and credentials are refused with the next step', async () => {
      const store = await begin(1);
      const register = (fields: object, url = shop.origin) =>
        store.request('POST', feedsPath, { body: { name: 'Shop', feed_url: url, ...wooFeed, ...fields } });
      const wrong = [
        [{ auth_type: undefined, auth_secret: undefined }, '/auth_secret', /ck_…:cs_…/],
        [{ auth_type: 'header', auth_secret: 'X-Key: 1' }, '/auth_secret', /consumer key and secret/],
        [{ auth_type: 'header', auth_secret: 'ck_1' }, '/auth_secret', /Header-Name: value.* ck_…:cs_…/],
      ] as const;
      for (const [fields, path, words] of wrong) {
        const [error] = expectError(await register(fields), 'validation_failed');
        assert.deepEqual([error?.path, error?.code], [path, 'auth_secret_invalid']);
        assert.match(error?.message ?? '', words);
      }
      const refused = async (words: RegExp, fields: object = {}, url = shop.origin) => {
        const [error] = expectError(await register(fields, url), 'feed_unreachable');
        assert.match(error?.message ?? '', words);
      };
      await refused(/does not know the consumer key/, { auth_secret: 'ck_1:cs_2' });
      await refused(/no API of WordPress/, {}, `${shop.origin}/no/shop/here`);
      shop.disturb = () => ({ status: 401, body: { code: 'woocommerce_rest_cannot_view' } });
      await refused(/permission Read/);
      for (const status of [401, 403]) {
        shop.disturb = () => ({ status, body: '<!doctype html><title>Attention required</title>' });
        await refused(/^A web page of a firewall or a login answered 40[13] in place of WooCommerce/);
      }
      shop.disturb = () => ({ status: 404, body: { code: 'rest_no_route' } });
      await refused(/activate WooCommerce/);
      shop.disturb = ({ url }) => ({
        status: 301,
        headers: { location: `http://localhost:1${url.pathname}` },
        body: '',
      });
      expectError(await register({}), 'feed_unreachable');
      shop.disturb = () => ({ body: '<html>Be right back</html>' });
      const [page] = expectError(await register({}), 'feed_unparsable');
      assert.match(page?.message ?? '', /a web page instead of the API of WooCommerce/);
      assert.deepEqual((await store.request('GET', feedsPath)).as<object>(), { feeds: [] });
    });

    test('a version that cannot list changes is recognised', async () => {
      const store = await begin(1, 2);
      shop.knowsChanges = false;
      const { feed } = await registerAndRun(store, shop.origin, wooFeed);
      const { storage } = service.current();
      await storage.write(store.store.id, async (writer) => {
        const stored = await writer.feeds.find(feed.id);
        assert.ok(stored !== null);
        await writer.jobs.schedule(jobOf(stored, 0));
      });
      const errorOf = async () => (await showFeed(store, feed.id)).feed.changes_error;
      await waitUntil('the reading of changes', async () => (await errorOf()) !== null, 20_000);
      assert.match((await errorOf()) ?? '', /Update WooCommerce to 5\.8 or later/);
      shop.knowsChanges = true;
    });

    test('a preview reads the first products and stores nothing', async () => {
      const store = await begin(...range(1, limits.connectorPreviewRows + 50));
      const look = async () => {
        const body = { name: 'Shop', feed_url: shop.origin, ...wooFeed };
        const answer = await store.request('POST', `${feedsPath}/preview`, { body });
        assert.equal(answer.status, 200, answer.text);
        return answer.as<{ preview: FeedPreviewBody }>().preview;
      };
      const cut = await look();
      assert.deepEqual([cut.is_whole, cut.would_remove, cut.would_fail], [false, 0, null]);
      assert.ok(
        cut.total_rows >= limits.connectorPreviewRows && cut.total_rows < limits.connectorPreviewRows + 50,
      );
      assert.equal(cut.sample[0]?.title, 'Lamp 1');
      shop.products = shop.products.slice(0, 3);
      const whole = await look();
      assert.deepEqual([whole.is_whole, whole.total_rows, whole.would_create], [true, 3, 3]);
      assert.deepEqual(await stockOf(store), { in: [], out: [] });
    });
  });
}

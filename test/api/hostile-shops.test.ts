/**
 * Goal: a shop that is described wrongly, or that answers wrongly, hugely or without end, is refused in words: nothing of it is
 * taken over, nothing of ours breaks, and other stores do not wait for it.
 * Method: a real service, and servers that speak the APIs of shops but for one answer.
 */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { connectors } from '../../contract/words/feeds.ts';
import { engines } from '../support/engines.ts';
import { expectError } from '../support/expect-error.ts';
import { feedsPath, privateFeeds, registerAndRun, runFeed, stockOf } from '../support/feeds.ts';
import {
  blankMagento,
  type MagentoServer,
  magentoFeed,
  magentoProduct,
  startMagentoServer,
} from '../support/platforms/magento-server.ts';
import type { Disturb, ShopCall, ShopReply, ShopServer } from '../support/platforms/shop-server.ts';
import {
  blankShop,
  type ShopifyServer,
  shopifyFeed,
  shopifyProduct,
  startShopifyServer,
} from '../support/platforms/shopify-server.ts';
import {
  blankWoo,
  startWooServer,
  type WooServer,
  wooFeed,
  wooProduct,
} from '../support/platforms/woocommerce-server.ts';
import { useSharedService } from '../support/use-service.ts';

const feeds = { shopify: shopifyFeed, woocommerce: wooFeed, magento: magentoFeed };

const lamps = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, index) => wooProduct(first + index));
/** A page as a shop sends it that counts so many items; null: it does not say. */
const counted = (body: readonly unknown[], total: number | null): ShopReply => ({
  ...(total === null ? {} : { headers: { 'x-wp-total': String(total) } }),
  body,
});

for (const engine of engines) {
  describe(`addresses of shops (${engine.name})`, () => {
    const service = useSharedService(engine);

    test('wrong addresses of shops are refused like those of files', async () => {
      const store = await service.createStore();
      const addresses = [
        ...['http://shop.example', 'shop.example', 'https://127.0.0.1', '', null, 5, 'https://'],
        ...[' https://shop.example', undefined],
      ];
      for (const path of [feedsPath, `${feedsPath}/preview`]) {
        for (const feed_url of addresses) {
          const refusalOf = async (fields: object) => {
            const body = { name: 'Shop', feed_url, ...fields };
            const { status, text } = await store.request('POST', path, { body });
            const { request_id: _, ...refusal } = JSON.parse(text) as Record<string, unknown>;
            return { status, refusal };
          };
          const ofFile = await refusalOf({ feed_format: 'csv' });
          assert.equal(ofFile.status, 422, String(feed_url));
          for (const format of connectors) assert.deepEqual(await refusalOf(feeds[format]), ofFile);
        }
      }
      // What is wrong with the credentials is said at the same time.
      const body = { name: 'Shop', feed_url: 'shop.example', feed_format: 'shopify' };
      const errors = expectError(await store.request('POST', feedsPath, { body }), 'validation_failed');
      assert.deepEqual(
        errors.map(({ code }) => code),
        ['feed_url_invalid', 'auth_secret_invalid'],
      );
    });
  });
  describe(`shops that answer wrongly (${engine.name})`, () => {
    const service = useSharedService(engine, privateFeeds);
    let woo: WooServer;
    before(async () => {
      woo = await startWooServer();
    });
    after(() => woo.close());

    /** A store that has read a shop of these products. */
    async function begin(products: WooServer['products']) {
      Object.assign(woo, blankWoo(), { products, disturb: () => undefined });
      const store = await service.createStore();
      const { feed, run } = await registerAndRun(store, woo.origin, wooFeed);
      assert.equal(run.status, 'completed', run.error ?? '');
      woo.calls.length = 0;
      return { store, feed };
    }
    /** Pages of products otherwise than the shop has them, by the number of those before. */
    const pages =
      (reply: (offset: number) => ShopReply | undefined): Disturb =>
      ({ url }) =>
        url.pathname.endsWith('/products') ? reply(Number(url.searchParams.get('offset'))) : undefined;

    test('a shop that shows less than it counts changes nothing', async () => {
      const { store, feed } = await begin(lamps(1, 40));
      const whole = { products: lamps(1, 350), variations: new Map() };
      const shirt = { products: [...lamps(1, 39), wooProduct(40, { type: 'variable' })] };
      const gone = (id: number) => id === 50 || id === 100;
      const faults: [string, Disturb, object?][] = [
        ['500 products', pages((offset) => counted(offset === 0 ? lamps(1, 2) : [], 500))],
        ['500 products', pages((offset) => (offset === 0 ? counted(lamps(1, 2), 500) : counted([], 0)))],
        ['100000 products', pages(() => counted(lamps(1, 100), 100_000))],
        ['199 products', pages(() => counted(lamps(1, 100), 199))],
        ['X-WP-Total', pages(() => counted(lamps(1, 100), 150))],
        ['X-WP-Total', pages(() => counted(lamps(1, 1), null))],
        [
          'X-WP-Total',
          ({ url }) => (url.pathname.endsWith('/40/variations') ? counted(lamps(41, 41), null) : undefined),
          shirt,
        ],
        [
          '5 variations',
          ({ url }) => (url.pathname.endsWith('/40/variations') ? counted(lamps(41, 41), 5) : undefined),
          shirt,
        ],
        // A cache has the first page as it was; the shared product is gone from the shop.
        [
          '350 products',
          pages((offset) => (offset === 0 ? counted(lamps(1, 100), 350) : undefined)),
          { products: lamps(1, 350).filter(({ id }) => !gone(id)) },
        ],
      ];
      for (const [words, disturb, shown = whole] of faults) {
        Object.assign(woo, shown, { disturb });
        woo.calls.length = 0;
        const run = await runFeed(store, feed.id);
        assert.deepEqual([run.status, run.error_code], ['failed', 'document_malformed'], words);
        assert.ok(run.error?.includes(words), run.error ?? '');
        assert.ok(woo.calls.length < 50, `${woo.calls.length} requests`);
        assert.equal((await stockOf(store)).in.length, 40);
      }
    });

    test('products that come in behind the reading fail no run', async () => {
      const { store, feed } = await begin([wooProduct(1)]);
      woo.products = [...lamps(1, 5), ...lamps(100, 300)];
      woo.disturb = pages((offset) => {
        if (offset > 0 && woo.products.length === 206) woo.products.push(...lamps(6, 15));
        return undefined;
      });
      const first = await runFeed(store, feed.id);
      assert.deepEqual([first.status, first.created_rows], ['completed', 205], first.error ?? '');
      woo.disturb = () => undefined;
      const second = await runFeed(store, feed.id);
      assert.deepEqual([second.status, second.created_rows], ['completed', 10], second.error ?? '');
    });
  });
  describe(`shops that send too much (${engine.name})`, () => {
    const service = useSharedService(engine, privateFeeds);
    let woo: WooServer;
    let magento: MagentoServer;
    let shopify: ShopifyServer;
    before(async () => {
      [woo, magento, shopify] = [
        await startWooServer(),
        await startMagentoServer(),
        await startShopifyServer(),
      ];
    });
    after(() => Promise.all([woo, magento, shopify].map((shop) => shop.close())));

    /** Reads a good shop once, and then with each fault, which must fail the run in these words and change nothing. */
    async function expectRefusals(
      shop: ShopServer,
      fields: Readonly<Record<string, unknown>>,
      faults: readonly (readonly [words: string, disturb: Disturb])[],
    ) {
      shop.disturb = () => undefined;
      const store = await service.createStore();
      const { feed, run } = await registerAndRun(store, shop.origin, fields);
      assert.equal(run.status, 'completed', run.error ?? '');
      const before = await stockOf(store);
      for (const [words, disturb] of faults) {
        shop.disturb = disturb;
        const failed = await runFeed(store, feed.id);
        assert.equal(failed.status, 'failed', words);
        assert.match(failed.error_code ?? '', /^(?:feed_too_large|document_malformed|document_type)$/);
        assert.ok(failed.error?.includes(words), failed.error ?? '');
        assert.deepEqual(await stockOf(store), before);
      }
      // Nothing of the store was set aside for it.
      shop.disturb = () => undefined;
      assert.equal((await runFeed(store, feed.id)).status, 'completed');
    }
    const answering =
      (end: string) =>
      (reply: (call: ShopCall) => ShopReply): Disturb =>
      (call) =>
        call.url.pathname.endsWith(end) ? reply(call) : undefined;
    const times = <Item>(count: number, make: (index: number) => Item) =>
      Array.from({ length: count }, (_, index) => make(index));

    test('WooCommerce is read within limits that the error names', async () => {
      woo.products = lamps(1, 3);
      const categories = times(100, (index) => ({ id: index, name: 'x'.repeat(70_000) }));
      await expectRefusals(woo, wooFeed, [
        [
          '250,000 values',
          answering('/products')(() =>
            counted(
              times(130_000, (index) => ({ id: index + 1 })),
              130_000,
            ),
          ),
        ],
        [
          'an answer of more than 8 MiB',
          answering('/products')(() => counted([wooProduct(1, { description: 'x'.repeat(9_000_000) })], 1)),
        ],
        ['a page of 101 items', answering('/products')(() => counted(lamps(1, 101), 101))],
        [
          '64 MiB of categories',
          answering('/categories')(() => ({ headers: { 'x-wp-totalpages': '999999999' }, body: categories })),
        ],
        ['a web page', answering('/products')(() => ({ body: `<script>${'['.repeat(70)}` }))],
        ['a list of categories', answering('/categories')(() => ({ body: { code: 'oops' } }))],
        [
          '64 levels',
          answering('/products')(() => ({
            headers: { 'content-type': 'application/json' },
            body: '['.repeat(70) + ']'.repeat(70),
          })),
        ],
      ]);
    });

    test('Magento is read within limits that the error names', async () => {
      const links = (ids: readonly number[]) => ({
        ...magentoProduct(9, { type_id: 'configurable', price: 0 }),
        extension_attributes: { configurable_product_links: ids },
      });
      Object.assign(magento, blankMagento(), {
        products: [magentoProduct(1), magentoProduct(2, { visibility: 1 }), links([2])],
      });
      const options = times(60_000, (index) => ({ value: String(index), label: 'x' }));
      const list = (items: readonly unknown[], total_count: number) => ({ body: { items, total_count } });
      const products = (reply: ShopReply, part: string) =>
        answering('/products')((call) =>
          decodeURIComponent(call.url.search).includes(part) ? reply : { status: 500, body: '' },
        );
      await expectRefusals(magento, magentoFeed, [
        [
          '100,000 attributes and their options',
          answering('/attributes')(() => list([{ attribute_code: 'color', options }], 9)),
        ],
        ['all items of a list that it counted', answering('/attributes')(() => list([], 9))],
        ['10,000 variants of one product', products(list([links(times(10_001, Number))], 1), 'gt')],
        [
          'a page of 101 items',
          products(
            list(
              times(101, (index) => magentoProduct(index + 1)),
              101,
            ),
            'gt',
          ),
        ],
      ]);
    });

    test('Shopify is read within limits that the error names', async () => {
      Object.assign(shopify, blankShop(), { products: [shopifyProduct(1), shopifyProduct(2)] });
      const lines = (count: number) =>
        [
          shopifyProduct(1),
          ...times(count, (index) => ({
            id: `gid://shopify/ProductVariant/${index}`,
            __parentId: shopifyProduct(1).id,
          })),
        ]
          .map((line) => JSON.stringify(line))
          .join('\n');
      await expectRefusals(shopify, shopifyFeed, [
        ['10,000 variants and pictures', answering('.jsonl')(() => ({ body: lines(10_001) }))],
        [
          'a line of more than 8 MiB',
          answering('.jsonl')(() => ({ body: JSON.stringify({ id: 'x'.repeat(9_000_000) }) })),
        ],
      ]);
      shopify.bulk = 'refused';
      const pageInfo = { hasNextPage: true, endCursor: 'again' };
      const pages: Disturb = ({ body }) =>
        body.includes('"first":8') ? { body: { data: { products: { nodes: [], pageInfo } } } } : undefined;
      const nodes = [{ ...shopifyProduct(1), variants: { nodes: [], pageInfo } }];
      const variants: Disturb = ({ body }) => {
        if (body.includes('"first":8')) return { body: { data: { products: { nodes, pageInfo } } } };
        if (!body.includes('$id: ID!')) return undefined;
        return { body: { data: { product: { variants: { nodes: times(4_000, () => ({})), pageInfo } } } } };
      };
      await expectRefusals(shopify, shopifyFeed, [
        ['a page after this one', pages],
        ['10,000 variants and pictures', variants],
      ]);
    });
  });
}

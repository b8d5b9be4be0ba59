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
import { magentoFeed } from '../support/platforms/magento-server.ts';
import type { Disturb, ShopReply } from '../support/platforms/shop-server.ts';
import { shopifyFeed } from '../support/platforms/shopify-server.ts';
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
}

/**
 * Goal: shops send their orders by the webhook of their own system (record 0089): each line of a paid order is a purchase, once, with its
 * value and its search; nothing that is not signed counts; and nothing of who ordered is kept.
 * Method: a real service on both databases, shops that are read by their API, and webhooks as WooCommerce and Shopify send them.
 */
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import type { AnalyticsProductsBody, AnalyticsValueBody } from '../../contract/analytics.ts';
import type { FeedBody } from '../../contract/feeds.ts';
import { limits, rateLimits } from '../../contract/limits.ts';
import { type Clock, createSystemClock } from '../../server/clock.ts';
import { anyEngine, engines, onOneNode } from '../support/engines.ts';
import type { EventsView } from '../support/event-calls.ts';
import { expectError } from '../support/expect-error.ts';
import { feedsPath, privateFeeds, registerAndRun, showFeed } from '../support/feeds.ts';
import {
  customerWords,
  minutesAgo,
  sendShopifyWebhook,
  sendWooPing,
  sendWooWebhook,
  shopifyLine,
  shopifyOrder,
  type WebhookAnswer,
  wooLine,
  wooOrder,
} from '../support/platforms/shop-webhooks.ts';
import {
  type ShopifyServer,
  shopifyFeed,
  shopifyProduct,
  startShopifyServer,
} from '../support/platforms/shopify-server.ts';
import {
  startWooServer,
  type WooServer,
  wooFeed,
  wooProduct,
} from '../support/platforms/woocommerce-server.ts';
import { readEverything } from '../support/read-everything.ts';
import { readAnalytics } from '../support/search-calls.ts';
import type { TestStore } from '../support/start-test-service.ts';
import { askLoaded } from '../support/store-calls.ts';
import { useService } from '../support/use-service.ts';

const secret = 'a-secret-of-the-webhook-1';

/** Takes the answer that a system gets for one that must be 200. */
function taken({ status, text }: WebhookAnswer): EventsView {
  assert.equal(status, 200, text);
  return JSON.parse(text) as EventsView;
}

function codeOf({ status, text }: WebhookAnswer): [number, string] {
  return [status, (JSON.parse(text) as { code: string }).code];
}

for (const engine of engines) {
  describe(`orders of shops (${engine.name})`, () => {
    const service = useService(engine, privateFeeds);
    let woo: WooServer;
    let shopify: ShopifyServer;
    before(async () => {
      [woo, shopify] = await Promise.all([startWooServer(), startShopifyServer()]);
      woo.products = [1, 2].map((id) => wooProduct(id));
      shopify.products = [shopifyProduct(1, {}, ['Red', 'Blue'])];
    });
    after(() => Promise.all([woo.close(), shopify.close()]));

    async function connect(fields: Readonly<Record<string, unknown>> = { orders_secret: secret }) {
      const store = await service.createStore();
      const { feed } = await registerAndRun(store, woo.origin, { ...wooFeed, ...fields });
      return { store, feed, url: feed.links.orders ?? assert.fail() };
    }
    const change = (store: TestStore, feed: FeedBody, body: object) =>
      store.request('PATCH', `${feedsPath}/${feed.id}`, { body });
    const totals = async (store: TestStore) =>
      (await readAnalytics<AnalyticsValueBody>(store, 'value')).totals;
    const send = (url: string, order: object, topic = 'order.updated') =>
      sendWooWebhook(url, { secret, topic, body: order as Readonly<Record<string, unknown>> });

    test('a paid order of WooCommerce counts for its products and search', async () => {
      const { store, url } = await connect();
      const path = '/api/v1/autocomplete?q=lamp&query_id=1';
      const answer = await askLoaded(store, path, { key: store.keys.storefront });
      const { query_id } = answer.as<{ meta: { query_id: string } }>().meta;
      const order = wooOrder(
        ...([
          9001,
          [wooLine(1, 1, { quantity: 2, total: '35.82' }), wooLine(2, 2), wooLine(3, 404)],
        ] as const),
        { meta_data: [{ id: 1, key: 'foretype_query_id', value: query_id }] },
      );
      const first = taken(await send(url, order));
      assert.equal(first.accepted, 2);
      assert.deepEqual(
        first.rejected.map(({ index, code }) => [index, code]),
        [[2, 'product_unknown']],
      );
      const sold = await totals(store);
      assert.deepEqual([sold.purchases, sold.revenue], [2, { EUR: '55.72' }]);
      assert.deepEqual(sold.from_searches, { carts: 0, purchases: 2, revenue: { EUR: '55.72' } });
      const { products } = await readAnalytics<AnalyticsProductsBody>(store, 'products');
      assert.deepEqual(
        products.map(({ external_id, purchases, revenue }) => [external_id, purchases, revenue]),
        [
          ['1', 1, { EUR: '35.82' }],
          ['2', 1, { EUR: '19.90' }],
        ],
      );
    });

    test('an order that comes again under another topic counts once', async () => {
      const { store, url } = await connect();
      const order = wooOrder(9002, [wooLine(1, 1), wooLine(2, 1)]);
      const pending = { ...order, status: 'pending', date_paid_gmt: null };
      assert.deepEqual(taken(await send(url, pending, 'order.created')).accepted, 0);
      await Promise.all(
        ['order.created', 'order.updated', 'order.updated'].map((topic) => send(url, order, topic)),
      );
      taken(await send(url, { ...order, status: 'completed' }));
      const sold = await totals(store);
      assert.deepEqual([sold.purchases, sold.revenue], [2, { EUR: '39.80' }]);
      // An order of the same number in another shop is another one.
      const second = await registerAndRun(store, `${shopify.origin}/`, {
        ...shopifyFeed,
        orders_secret: secret,
      });
      taken(
        await sendShopifyWebhook(second.feed.links.orders ?? '', {
          secret,
          body: shopifyOrder(9002, [shopifyLine(1, 1000)]),
        }),
      );
      assert.equal((await totals(store)).purchases, 3);
    });

    test('a paid order of Shopify counts for its variants, after discounts', async () => {
      const store = await service.createStore();
      const { feed } = await registerAndRun(store, shopify.origin, { ...shopifyFeed, orders_secret: secret });
      const url = feed.links.orders ?? '';
      const line = { quantity: 2, discount_allocations: [{ amount: '3.80' }] };
      // The number of Shopify’s own sample: a double does not hold it.
      const body = JSON.stringify(shopifyOrder(1, [shopifyLine(5, 1001, line)])).replace(
        '"id":1,',
        '"id":820982911946154508,',
      );
      taken(await sendShopifyWebhook(url, { secret, topic: 'orders/create', body }));
      const again = taken(await sendShopifyWebhook(url, { secret, topic: 'orders/paid', body }));
      assert.equal(again.accepted, 1);
      const next = body.replace('154508', '154509');
      taken(await sendShopifyWebhook(url, { secret, body: next }));
      const sold = await totals(store);
      assert.deepEqual([sold.purchases, sold.revenue], [2, { EUR: '72.00' }]);
      const unpaid = shopifyOrder(3, [shopifyLine(6, 1001)], { financial_status: 'pending' });
      assert.match(taken(await sendShopifyWebhook(url, { secret, body: unpaid })).message, /not paid/);
      for (const topic of ['orders/updated', 'carts/update', 'refunds/create']) {
        const other = taken(await sendShopifyWebhook(url, { secret, topic, body: shopifyOrder(4, []) }));
        assert.match(other.message, /takes the topics orders\/paid and orders\/create/);
      }
      assert.equal((await totals(store)).purchases, 2);
    });

    test('nothing counts without the right signature over the bytes', async () => {
      const { store, feed, url } = await connect();
      const order = wooOrder(9003, [wooLine(1, 1)]);
      const text = JSON.stringify(order);
      const refused = [
        await sendWooWebhook(url, { secret: null, body: order }),
        await sendWooWebhook(url, { secret: `${secret}x`, body: order }),
        await sendShopifyWebhook(url, { secret, body: order }),
      ];
      const signed = createHmac('sha256', secret).update(text).digest('base64');
      for (const [body, signature] of [
        [`${text} `, signed],
        [text.replace('"total":"19.90"', '"total":"99.90"'), signed],
        [text, signed.slice(0, -2)],
        [text, ''],
      ] as const) {
        const answer = await fetch(url, {
          method: 'POST',
          body,
          headers: {
            ...{ 'content-type': 'application/json', 'x-wc-webhook-topic': 'order.updated' },
            'x-wc-webhook-signature': signature,
          },
        });
        refused.push({ status: answer.status, text: await answer.text() });
      }
      for (const answer of refused) assert.deepEqual(codeOf(answer), [401, 'invalid_signature'], answer.text);
      assert.equal((await totals(store)).purchases, 0);
      assert.equal((await showFeed(store, feed.id)).feed.last_order_at, null);
    });

    test('each feed takes only the orders that its own shop signed', async () => {
      const [own, other] = [await connect(), await connect({ orders_secret: 'another-secret-of-a-shop' })];
      const order = wooOrder(9004, [wooLine(1, 1)]);
      assert.deepEqual(codeOf(await send(other.url, order)), [401, 'invalid_signature']);
      // The feed of one store at the address of another.
      const { store } = own.store;
      const crossed = other.url.replace(other.store.store.id, store.id);
      const unknown = '019bf3a0-0000-7000-8000-000000000000';
      for (const url of [
        crossed,
        own.url.replace(own.feed.id, unknown),
        own.url.replace(store.id, unknown),
        own.url.replace(store.id, 'x'),
        own.url.replace(own.feed.id, 'x'),
      ]) {
        const answer = await send(url, order);
        assert.deepEqual(codeOf(answer), [404, 'not_found'], url);
        assert.match(answer.text, /There is no such feed that takes orders\./);
      }
      assert.deepEqual(codeOf(await send(own.url.split('?')[0] ?? '', order)), [422, 'validation_failed']);
      assert.equal((await totals(other.store)).purchases, 0);
    });

    test('anything but a paid order is answered 200 and ignored', async () => {
      const { store, feed, url } = await connect();
      assert.match(taken(await sendWooPing(url)).message, /takes orders/);
      for (const body of ['webhook_id=7&x=1', 'webhook_id=', '{}'])
        assert.deepEqual(codeOf(await sendWooPing(url, body)), [401, 'invalid_signature'], body);
      for (const topic of ['product.updated', 'order.deleted', 'action.woocommerce_add_to_cart']) {
        const answer = taken(await send(url, { id: 1 }, topic));
        assert.match(answer.message, /takes the topics order\.updated and order\.created/);
      }
      assert.equal((await showFeed(store, feed.id)).feed.last_order_at, null, 'none of them is an order');
      const old = wooOrder(9005, [wooLine(1, 1)], { date_paid_gmt: minutesAgo(24 * 60 + 1) });
      assert.match(taken(await send(url, old)).message, /more than 24 hours ago/);
      assert.match(taken(await send(url, wooOrder(9006, [wooLine(1, 0)]))).message, /no line with a product/);
      assert.equal((await totals(store)).purchases, 0);
      const { last_order_at } = (await showFeed(store, feed.id)).feed;
      assert.ok(Date.now() - Date.parse(last_order_at ?? '') < 60_000, 'an order came, though none counted');
    });

    test('a body that is none is refused in words', async () => {
      const { url } = await connect();
      const sign = (body: string) => sendWooWebhook(url, { secret, body });
      assert.deepEqual(codeOf(await sign('{"id":')), [400, 'malformed_json']);
      assert.deepEqual(codeOf(await sign('{"code":"rest_forbidden"}')), [422, 'validation_failed']);
      assert.deepEqual(codeOf(await sign('[]')), [422, 'validation_failed']);
      const long = JSON.stringify({ note: 'x'.repeat(limits.orderMaxBytes) });
      assert.deepEqual(codeOf(await sign(long)), [413, 'payload_too_large']);
      const lines = Array.from({ length: 250 }, (_, index) => wooLine(index + 1, 1 + (index % 2)));
      assert.equal(taken(await send(url, wooOrder(9007, lines))).accepted, 250);
    });

    test('the secret is written only, and replaced or cleared', async () => {
      const { store, feed, url } = await connect({});
      const order = wooOrder(9008, [wooLine(1, 1)]);
      assert.deepEqual([feed.has_orders_secret, feed.last_order_at], [false, null]);
      const none = await send(url, order);
      assert.deepEqual(codeOf(none), [401, 'invalid_signature']);
      assert.match(none.text, /takes no orders yet/);
      for (const wrong of ['short', 'x'.repeat(256), 7, 'line\nbreak-in-the-middle']) {
        const answer = await change(store, feed, { orders_secret: wrong });
        const [fault] = expectError(answer, 'validation_failed');
        assert.equal(fault?.code, 'orders_secret_invalid');
        assert.ok(typeof wrong !== 'string' || !answer.text.includes(wrong));
      }
      const set = await change(store, feed, { orders_secret: ` ${secret} ` });
      assert.equal(set.status, 200, set.text);
      assert.ok(!set.text.includes(secret) && !set.text.includes('due at once'));
      taken(await send(url, order));
      await change(store, feed, { orders_secret: null });
      assert.deepEqual(codeOf(await send(url, order)), [401, 'invalid_signature']);
      const shown = (await showFeed(store, feed.id)).feed;
      assert.equal(shown.has_orders_secret, false);
      const elsewhere = await store.request('POST', feedsPath, {
        body: {
          name: 'File',
          feed_url: 'https://shop.example/a.csv',
          feed_format: 'csv',
          orders_secret: secret,
        },
      });
      assert.match(expectError(elsewhere, 'validation_failed')[0]?.message ?? '', /shopify or woocommerce/);
    });

    test('orders count while a feed pauses, and no longer once deleted', async () => {
      const { store, feed, url } = await connect();
      assert.equal((await change(store, feed, { is_active: false })).status, 200);
      assert.equal(taken(await send(url, wooOrder(9009, [wooLine(1, 1)]))).accepted, 1);
      const paused = (await showFeed(store, feed.id)).feed;
      assert.deepEqual([paused.status, paused.last_order_at !== null], ['paused', true]);
      assert.equal((await store.request('DELETE', `${feedsPath}/${feed.id}`)).status, 200);
      assert.deepEqual(codeOf(await send(url, wooOrder(9010, [wooLine(1, 1)]))), [404, 'not_found']);
      assert.equal((await totals(store)).purchases, 1);
    });

    test('nothing of who ordered is kept, nor the secret', async () => {
      const { store, feed, url } = await connect({});
      assert.equal((await change(store, feed, { orders_secret: secret })).status, 200);
      taken(await send(url, wooOrder(987654321, [wooLine(1, 1)])));
      const kept = JSON.stringify(await readEverything(service.current().storage));
      for (const word of [...customerWords, secret, '987654321', '203.0.113.9'])
        assert.ok(!kept.includes(word), word);
    });
  });
}

describe('orders beyond their rates', () => {
  // Time stands still, so that no token comes back.
  const clock: Clock = { ...createSystemClock(), monotonicMs: () => 1_000 };
  const limited = { ...privateFeeds, FORETYPE_RATE_LIMIT: 'on', FORETYPE_TRUST_PROXY: '127.0.0.1' };
  const service = useService(onOneNode(anyEngine, 'a process counts requests by itself'), limited, clock);

  test('strangers use up nothing of what a shop may send', async (t) => {
    const woo = await startWooServer();
    t.after(() => woo.close());
    woo.products = [wooProduct(1)];
    const store = await service.createStore();
    const { feed } = await registerAndRun(store, woo.origin, { ...wooFeed, orders_secret: secret });
    const url = feed.links.orders ?? '';
    const post = (from: string, body: string, headers: Readonly<Record<string, string>> = {}) =>
      fetch(url, {
        method: 'POST',
        body,
        headers: { 'content-type': 'application/json', 'x-forwarded-for': from, ...headers },
      });
    const { burst } = rateLimits.eventsPerAddress;
    const statuses: number[] = [];
    for (let sent = 0; sent < burst + 20; sent += 1) statuses.push((await post('192.0.2.7', '{}')).status);
    assert.equal(statuses.filter((status) => status === 401).length, burst);
    assert.equal(statuses.filter((status) => status === 429).length, 20);
    // The form of WooCommerce needs no signature, and so takes nothing of the feed.
    const most = rateLimits.managementPerKey.burst;
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    for (let sent = 0; sent < most + 20; sent += 1) {
      const { status } = await post(`203.0.113.${sent % 10}`, 'webhook_id=1', form);
      assert.equal(status, 200);
    }
    // Signed ones count by their feed, from wherever they come.
    const signature = createHmac('sha256', secret).update('{}').digest('base64');
    const signed = { 'x-wc-webhook-signature': signature, 'x-wc-webhook-topic': 'product.updated' };
    const senders = Array.from({ length: most + 10 }, (_, index) => `198.51.${index % 100}.${index % 50}`);
    const answers: number[] = [];
    for (const sender of senders) answers.push((await post(sender, '{}', signed)).status);
    assert.equal(answers.filter((status) => status === 200).length, most);
    assert.deepEqual(answers.slice(most), Array(10).fill(429));
  });
});

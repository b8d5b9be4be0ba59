/**
 * Goal: orders of WooCommerce and Shopify are read as their systems write them: which of them are paid, which product each line is, and
 * what was paid for it; and nothing else is read.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import {
  minutesAgo,
  shopifyLine,
  shopifyOrder,
  wooLine,
  wooOrder,
} from '../../../test/support/platforms/shop-webhooks.ts';
import { parseTimestamp } from '../../clock.ts';
import { type ShopOrder, toPurchases } from './shop-order.ts';
import { readShopifyOrder } from './shopify-orders.ts';
import { readWooOrder } from './woocommerce-orders.ts';

const now = parseTimestamp('2026-11-29T10:00:00Z') ?? 0;
const queryId = 'Zr0mAAAAAAAAAAAAAAAAAA';
const linesOf = (read: ReturnType<typeof readWooOrder>) =>
  'ignored' in read ? assert.fail(read.ignored) : read.lines;
const isPaid = (read: ReturnType<typeof readWooOrder>) => !('ignored' in read);

describe('orders of WooCommerce', () => {
  test('a line is its variation or product, after discounts', () => {
    const order = wooOrder(1, [
      wooLine(1, 10, { quantity: 3, subtotal: '30.00', total: '27.00', total_tax: '5.13' }),
      wooLine(2, 20, { variation_id: 21, quantity: 1.5, total: '8.5' }),
      wooLine(3, 0, { total: '5.00' }),
    ]);
    assert.deepEqual(linesOf(readWooOrder(order)), [
      { id: '1', externalId: '10', quantity: 3, value: '27.00', queryId: undefined },
      { id: '2', externalId: '21', quantity: undefined, value: '8.5', queryId: undefined },
    ]);
    const [first] = linesOf(readWooOrder({ ...order, prices_include_tax: true }));
    assert.equal(first?.value, '32.13', 'prices with tax, as the catalog has them');
  });

  test('an order counts once it is paid, by its state or time', () => {
    const states: Readonly<Record<string, readonly [paid: boolean, unpaid: boolean]>> = {
      ...{ processing: [true, true], completed: [true, true], shipped: [true, false] },
      ...{ pending: [false, false], 'on-hold': [false, false], failed: [false, false] },
      ...{ cancelled: [false, false], refunded: [false, false], 'checkout-draft': [false, false] },
    };
    for (const [status, expected] of Object.entries(states)) {
      const found = [minutesAgo(1), null].map((date_paid_gmt) =>
        isPaid(readWooOrder(wooOrder(1, [], { status, date_paid_gmt }))),
      );
      assert.deepEqual(found, expected, status);
    }
    const [paid, made] = ['2026-11-29T09:00:00', '2026-11-28T09:00:00'];
    const at = (fields: object) => readWooOrder(wooOrder(1, [], { ...fields, date_created_gmt: made }));
    assert.partialDeepStrictEqual(at({ date_paid_gmt: paid }), { paidAt: parseTimestamp(`${paid}Z`) });
    assert.partialDeepStrictEqual(at({ date_paid_gmt: null }), { paidAt: parseTimestamp(`${made}Z`) });
  });

  test('the search is that of the line, else the order’s', () => {
    const kept = (value: unknown, key = 'foretype_query_id') => ({ meta_data: [{ id: 1, key, value }] });
    const lines = [wooLine(1, 10, kept('of-line', '_foretype_query_id')), wooLine(2, 11)];
    const found = linesOf(readWooOrder(wooOrder(1, lines, kept(queryId))));
    assert.deepEqual(
      found.map((line) => line.queryId),
      ['of-line', queryId],
    );
    const [wrong] = linesOf(readWooOrder(wooOrder(1, [wooLine(1, 10)], kept('x'.repeat(65)))));
    assert.equal(wrong?.queryId, undefined, 'a value that no answer has costs no revenue');
  });
});

describe('orders of Shopify', () => {
  test('a line is its variant, its price less all discounts', () => {
    const order = shopifyOrder(1, [
      shopifyLine(1, 1000, {
        ...{ quantity: 3, price: '19.90' },
        discount_allocations: [{ amount: '2.00' }, { amount: '0.7' }],
      }),
      shopifyLine(2, 1001, { properties: [{ name: '_foretype_query_id', value: 'of-line' }] }),
      shopifyLine(3, null),
      shopifyLine(4, 1002, { current_quantity: 0 }),
      shopifyLine(5, 1003, { discount_allocations: [{ amount: '25' }] }),
    ]);
    const attributes = [{ name: 'foretype_query_id', value: queryId }];
    assert.deepEqual(linesOf(readShopifyOrder({ ...order, note_attributes: attributes })), [
      { id: '1', externalId: '1000', quantity: 3, value: '57.00', queryId },
      { id: '2', externalId: '1001', quantity: 1, value: '19.90', queryId: 'of-line' },
      { id: '5', externalId: '1003', quantity: 1, value: '0', queryId },
    ]);
  });

  test('unpaid orders and test orders of Shopify are ignored', () => {
    for (const financial_status of ['pending', 'authorized', 'partially_paid', 'refunded', 'voided', null]) {
      assert.ok(!isPaid(readShopifyOrder(shopifyOrder(1, [], { financial_status }))), `${financial_status}`);
    }
    assert.ok(!isPaid(readShopifyOrder(shopifyOrder(1, [], { test: true }))));
    assert.ok(isPaid(readShopifyOrder(shopifyOrder(1, []))));
  });
});

describe('purchases of an order', () => {
  const orderOf = (lines: number): ShopOrder => ({
    ...{ id: '7', currency: 'EUR', paidAt: now - 60_000_000 },
    lines: Array.from({ length: lines }, (_, index) => ({
      ...{ id: `${index}`, externalId: `p${index}`, quantity: 2, value: '5.00', queryId },
    })),
  });

  test('an event has ids, amounts and times, and nothing else', () => {
    const { sessionId, batches } = toPurchases('https://shop.example', orderOf(1), now);
    const [[event] = []] = batches;
    assert.deepEqual(Object.keys(event ?? {}).sort(), [
      ...['currency', 'event_id', 'external_id', 'occurred_at', 'quantity', 'query_id', 'type', 'value'],
    ]);
    assert.equal(event?.occurred_at, '2026-11-29T09:59:00.000000Z');
    const pattern = /^[A-Za-z0-9_-]{43}$/;
    assert.ok(pattern.test(sessionId) && pattern.test(String(event?.event_id)));
    const ahead = toPurchases('https://shop.example', { ...orderOf(1), paidAt: now + 1 }, now);
    assert.equal(ahead.batches[0]?.[0]?.occurred_at, '2026-11-29T10:00:00.000000Z');
  });

  test('ids differ by shop, order and line, and never otherwise', () => {
    const idsOf = (shop: string, order: ShopOrder) =>
      toPurchases(shop, order, now)
        .batches.flat()
        .map((event) => event.event_id);
    const all = ['https://a.example', 'https://b.example'].flatMap((shop) =>
      ['7', '8'].flatMap((id) => idsOf(shop, { ...orderOf(3), id })),
    );
    assert.equal(new Set(all).size, 12);
    const again = { ...orderOf(3), currency: 'USD', paidAt: now };
    assert.deepEqual(idsOf('https://a.example', again), all.slice(0, 3));
  });

  test('long orders are divided without losing a line', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 350 }), (count) => {
        const { batches } = toPurchases('https://shop.example', orderOf(count), now);
        assert.ok(batches.every((batch) => batch.length >= 1 && batch.length <= 100));
        const ids = batches.flat().map((event) => event.external_id);
        assert.deepEqual(
          ids,
          orderOf(count).lines.map((line) => line.externalId),
        );
      }),
    );
  });
});

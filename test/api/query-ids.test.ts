/**
 * Ids of answers (Contract §10) through the public surface on both databases: every call has its own, orders name their search by it,
 * and nobody else's does.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { AnalyticsValueBody } from '../../contract/analytics.ts';
import type { AutocompleteAnswer } from '../../contract/autocomplete.ts';
import { engines } from '../support/engines.ts';
import { type EventInput, sendEvents, shopperAt } from '../support/event-calls.ts';
import { newShopper, readAnalytics } from '../support/search-calls.ts';
import type { TestStore } from '../support/start-test-service.ts';
import { askLoaded, putProduct } from '../support/store-calls.ts';
import { useSharedService } from '../support/use-service.ts';
import { waitUntil } from '../support/wait-until.ts';

const idPattern = /^[A-Za-z0-9_-]{22}$/;

async function answerTo(store: TestStore, parameters: string): Promise<AutocompleteAnswer> {
  const options = { key: store.keys.storefront };
  const answer = await askLoaded(store, `/api/v1/autocomplete?${parameters}`, options);
  assert.equal(answer.status, 200, answer.text);
  return answer.as<AutocompleteAnswer>();
}

async function idOf(store: TestStore, query: string): Promise<string> {
  return (await answerTo(store, `q=${encodeURIComponent(query)}&query_id=1`)).meta.query_id ?? '';
}

const purchase = (query_id: string, fields: EventInput = {}): EventInput => ({
  ...{ type: 'purchase', external_id: 'lamp', value: 10, currency: 'EUR', query_id },
  ...fields,
});

for (const engine of engines) {
  describe(engine.name, () => {
    const service = useSharedService(engine, { FORETYPE_TRUST_PROXY: '127.0.0.1' });

    test('Contract §10 query_id: each call has another id, and bytes stay cached', async () => {
      const store = await service.createStore();
      await putProduct(store, 'lamp', { title: 'Desk lamp' });
      const first = await answerTo(store, 'q=lamp&query_id=1');
      const later = await Promise.all(
        Array.from({ length: 20 }, () => answerTo(store, 'q=lamp&query_id=true')),
      );
      const ids = [first, ...later].map(({ meta }) => meta.query_id ?? '');
      assert.ok(ids.every((id) => idPattern.test(id)));
      assert.equal(new Set(ids).size, ids.length);
      assert.ok(later.some(({ meta }) => meta.cached));
      const plain = await answerTo(store, 'q=lamp');
      assert.ok(plain.meta.cached && !('query_id' in plain.meta));
      const { query_id: _, ...meta } = later.at(-1)?.meta ?? {};
      assert.deepEqual({ ...later.at(-1), meta }, plain);
      const explained = await store.request('GET', '/api/v1/autocomplete?q=lamp&explain=1&query_id=1');
      assert.match(explained.as<AutocompleteAnswer>().meta.query_id ?? '', idPattern);
      const refused = await store.request('GET', '/api/v1/autocomplete?q=lamp&query_id=maybe');
      assert.equal(refused.status, 422);
    });

    test('Contract §10 query_id: an order of a server belongs to the search of its answer', async () => {
      const store = await service.createStore();
      const other = await service.createStore();
      await putProduct(store, 'lamp', { title: 'Desk lamp' });
      await putProduct(other, 'lamp', { title: 'Desk lamp' });
      for (const name of ['anna', 'ben', 'cleo']) await newShopper(store, name).search('desk lamp');
      const id = await idOf(store, 'Desk LAMP');
      const foreign = await idOf(other, 'desk lamp');
      const { accepted } = await sendEvents(store, 'server', [
        purchase(id, { query: 'something else' }),
        purchase(await idOf(store, '')),
        purchase(foreign),
        purchase('A'.repeat(22)),
        purchase('too old'),
        { type: 'add_to_cart', external_id: 'lamp', query_id: id },
      ]);
      assert.equal(accepted, 6, 'an unknown id is no error');
      const ofQuery = { carts: 1, purchases: 1, revenue: { EUR: '10.00' } };
      await waitUntil(
        'the searches to be counted',
        async () => (await readAnalytics<AnalyticsValueBody>(store, 'value')).queries.length === 1,
        20_000,
      );
      const value = await readAnalytics<AnalyticsValueBody>(store, 'value');
      assert.partialDeepStrictEqual(value.queries, [{ query: 'desk lamp', ...ofQuery }]);
      assert.deepEqual(value.totals.revenue, { EUR: '50.00' });
      assert.deepEqual(value.totals.from_searches, { carts: 1, purchases: 2, revenue: { EUR: '20.00' } });
      assert.deepEqual(value.totals.revenue_share, { EUR: 0.4 });
    });

    test('Contract §10 query_id: a browser’s cart needs the evidence of its own network', async () => {
      const store = await service.createStore();
      await putProduct(store, 'lamp', { title: 'Desk lamp' });
      const id = await idOf(store, 'desk lamp');
      const cart = { type: 'add_to_cart', external_id: 'lamp', query_id: id };
      const [stranger, shopper] = ['198.51.100.7', '203.0.113.7'].map((address) =>
        shopperAt(store, store.keys.storefront, address),
      );
      await stranger?.click('stranger', cart);
      await shopper?.ask('desk lamp');
      await shopper?.click('shopper', cart);
      const { totals } = await readAnalytics<AnalyticsValueBody>(store, 'value');
      assert.deepEqual([totals.carts, totals.from_searches.carts], [1, 1]);
    });
  });
}

/**
 * Carts, purchases and their value (Contract §10) through the public surface on both databases: what is counted, for which search and
 * product, in which currency, and what is refused.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type {
  AnalyticsProductsBody,
  AnalyticsQueryBody,
  AnalyticsSearchesBody,
  AnalyticsValueBody,
} from '../../contract/analytics.ts';
import { engines } from '../support/engines.ts';
import { type EventInput, sendEvents, shopperAt, suggestionClick } from '../support/event-calls.ts';
import { newShopper, readAnalytics } from '../support/search-calls.ts';
import type { TestStore } from '../support/start-test-service.ts';
import { putProduct } from '../support/store-calls.ts';
import { useSharedService } from '../support/use-service.ts';
import { waitUntil } from '../support/wait-until.ts';

const purchase = (fields: EventInput): EventInput => ({ type: 'purchase', ...fields });
const cart = (fields: EventInput): EventInput => ({ type: 'add_to_cart', ...fields });
const none = { carts: 0, purchases: 0, revenue: {} };

/** Three shoppers search a query, so that it may be shown. */
async function searchThrice(store: TestStore, query: string): Promise<void> {
  for (const name of ['anna', 'ben', 'cleo']) await newShopper(store, name).search(query);
  await waitUntil(
    'the searches to be counted',
    async () => {
      const { queries } = await readAnalytics<AnalyticsSearchesBody>(store, 'searches');
      return queries.some((one) => one.query === query && one.searches === 3);
    },
    10_000,
  );
}

for (const engine of engines) {
  describe(engine.name, () => {
    const service = useSharedService(engine, { FORETYPE_TRUST_PROXY: '127.0.0.1' });

    test('Contract §10 value: amounts add up exactly, each currency for itself', async () => {
      const store = await service.createStore();
      const lamp = await putProduct(store, 'lamp', { title: 'Desk lamp', currency: 'EUR' });
      await putProduct(store, 'bulb', { title: 'Bulb', currency: 'JPY' });
      await searchThrice(store, 'desk lamp');
      await sendEvents(store, 'server', [
        purchase({ product_id: lamp.id, value: 0.1, query: 'Desk  LAMP' }),
        purchase({ external_id: 'lamp', value: '0.20', currency: 'eur', query: 'desk lamp', quantity: 2 }),
        purchase({ external_id: 'lamp', value: 19.99, currency: 'USD', query: 'desk lamp' }),
        purchase({ external_id: 'lamp', value: 5 }),
        purchase({ external_id: 'bulb', value: 1200, query: '' }),
        purchase({ external_id: 'bulb' }),
        cart({ external_id: 'lamp', value: 99, query: 'desk lamp' }),
      ]);
      const value = await readAnalytics<AnalyticsValueBody>(store, 'value');
      const ofLamp = { carts: 1, purchases: 3, revenue: { EUR: '0.30', USD: '19.99' } };
      const sold = {
        ...{ carts: 1, purchases: 6, revenue: { EUR: '5.30', JPY: '1200', USD: '19.99' } },
        from_searches: ofLamp,
      };
      assert.deepEqual(value.totals, { ...sold, revenue_share: { EUR: 0.0566, JPY: 0, USD: 1 } });
      assert.deepEqual(value.days.at(-1), { day: value.to, ...sold });
      assert.deepEqual(value.previous, { ...none, from_searches: none, revenue_share: {} });
      const row = {
        ...{ query: 'desk lamp', searches: 3, no_results: 0, clicked: 0, previous_searches: 0 },
        ...ofLamp,
      };
      assert.deepEqual(value.queries, [{ ...row, is_suggestion: false }]);

      const searches = await readAnalytics<AnalyticsSearchesBody>(store, 'searches');
      assert.deepEqual(searches.queries, [row]);
      assert.partialDeepStrictEqual(searches.totals, ofLamp);
      assert.partialDeepStrictEqual(searches.days.at(-1), ofLamp);
      const query = await readAnalytics<AnalyticsQueryBody>(store, 'query' as 'searches', { q: 'desk lamp' });
      assert.partialDeepStrictEqual([query.totals, query.days.at(-1)], [ofLamp, ofLamp]);
      const products = await readAnalytics<AnalyticsProductsBody>(store, 'products');
      const { carts, purchases, revenue } = sold;
      assert.deepEqual(products.totals, { clicks: 0, carts, purchases, revenue });
      assert.deepEqual(
        products.products.map((one) => ({
          ...{ external_id: one.external_id, carts: one.carts },
          ...{ purchases: one.purchases, revenue: one.revenue },
        })),
        [
          { external_id: 'lamp', carts: 1, purchases: 4, revenue: { EUR: '5.30', USD: '19.99' } },
          { external_id: 'bulb', carts: 0, purchases: 2, revenue: { JPY: '1200' } },
        ],
      );
    });

    test('Contract §10 value: the revenue of a suggestion is marked as such', async () => {
      const store = await service.createStore();
      await putProduct(store, 'shade', { title: 'Paper', category: 'Lámpshade', currency: 'EUR' });
      await searchThrice(store, 'lámpshade');
      await searchThrice(store, 'paper');
      await sendEvents(store, 'server', [
        suggestionClick('LAMPSHADE', { query: 'lam' }),
        purchase({ external_id: 'shade', value: 8, query: 'lámpshade' }),
        purchase({ external_id: 'shade', value: 9, query: 'paper' }),
        cart({ external_id: 'shade', query: 'lámpshade' }),
      ]);
      const marked = async () => {
        const { queries } = await readAnalytics<AnalyticsValueBody>(store, 'value');
        return queries
          .map(({ query, carts, revenue, is_suggestion: is }) => `${query} ${carts} ${revenue.EUR} ${is}`)
          .sort();
      };
      assert.deepEqual(await marked(), ['lámpshade 1 8.00 true', 'paper 0 9.00 false']);
    });

    test('Contract §10 value: files have the days and a column for each currency', async () => {
      const store = await service.createStore();
      await putProduct(store, 'lamp', { title: 'Desk lamp', currency: 'EUR' });
      await sendEvents(store, 'server', [
        purchase({ external_id: 'lamp', value: 12.5, query: 'lamp' }),
        purchase({ external_id: 'lamp', value: 7, currency: 'CHF' }),
      ]);
      const lines = async (name: string) => {
        const file = await store.request('GET', `/api/v1/analytics/${name}?format=csv&from=2026-01-01`);
        assert.equal(file.status, 200, file.text);
        const [head, ...rows] = file.text.replace('\uFEFF', '').trim().split('\r\n');
        return [head, rows.at(-1)];
      };
      const today = new Date().toISOString().slice(0, 10);
      assert.deepEqual(await lines('value'), [
        'day,carts,purchases,carts_from_searches,purchases_from_searches,revenue_CHF,revenue_EUR,revenue_from_searches_EUR',
        `"${today}",0,2,0,1,"7.00","12.50","12.50"`,
      ]);
      assert.deepEqual(await lines('products'), [
        'external_id,title,clicks,purchases,previous_clicks,carts,revenue_CHF,revenue_EUR',
        '"lamp","Desk lamp",0,2,0,0,"7.00","12.50"',
      ]);
    });

    test('Contract §10 value: absurd amounts are refused alone, each with what to send', async () => {
      const store = await service.createStore();
      await putProduct(store, 'lamp');
      const wrong = [-1, 1e99, 'NaN', '1.234,00', '1,5', '12.90 EUR', '', true, [1], '1e3', 1e-40];
      const faults: readonly EventInput[] = [
        ...wrong.map((value) => ({ value })),
        { value: 1, currency: 'EURO' },
        { currency: 5 },
        { query_id: 7 },
        { query_id: 'x'.repeat(65) },
        { quantity: 0 },
      ];
      const events = faults.map((fields) => purchase({ external_id: 'lamp', ...fields }));
      const { accepted, rejected } = await sendEvents(store, 's', [
        ...events,
        purchase({ external_id: 'lamp', value: '999999999999.99', currency: 'EUR' }),
      ]);
      assert.equal(accepted, 1);
      assert.deepEqual(
        rejected.map(({ index, code }) => [index, code]),
        [
          ...wrong.map((_, index) => [index, 'value_invalid']),
          ...[
            [11, 'currency_invalid'],
            [12, 'currency_invalid'],
          ],
          ...[
            [13, 'query_id_invalid'],
            [14, 'query_id_invalid'],
            [15, 'quantity_invalid'],
          ],
        ],
      );
      assert.equal(
        rejected[3]?.message,
        '"value" takes the amount for all pieces together, from 0 on, with at most 12 digits before the point and without grouping or currency, such as 129.90, got "1.234,00".',
      );
      assert.equal(rejected[11]?.message, '"currency" takes an ISO 4217 code such as EUR, got "EURO".');
      const { totals } = await readAnalytics<AnalyticsValueBody>(store, 'value');
      assert.deepEqual([totals.purchases, totals.revenue], [1, { EUR: '999999999999.99' }]);
    });

    test('Contract §10 add_to_cart: a browser’s cart needs evidence and counts once', async () => {
      const store = await service.createStore();
      const lamp = await putProduct(store, 'lamp', { title: 'Desk lamp' });
      await putProduct(store, 'bulb', { title: 'Bulb' });
      const shopper = shopperAt(store, store.keys.storefront, '203.0.113.7');
      const refused = await shopper.click('s', purchase({ external_id: 'lamp' }));
      assert.equal(refused.rejected[0]?.code, 'insufficient_scope');
      await shopper.click('s', cart({ external_id: 'lamp', query: 'desk' }));
      await shopper.ask('desk');
      await shopper.click(
        's',
        cart({ external_id: 'bulb', query: 'desk' }),
        cart({ external_id: 'lamp', query: 'desk', event_id: 'one', value: 5 }),
        cart({ external_id: 'lamp', query: 'desk', event_id: 'one' }),
        cart({ product_id: lamp.id, query: 'desk' }),
        cart({ external_id: 'lamp' }),
      );
      const { totals } = await readAnalytics<AnalyticsValueBody>(store, 'value');
      const once = { carts: 1, purchases: 0, revenue: {} };
      assert.deepEqual(totals, { ...once, from_searches: once, revenue_share: {} });
    });

    test('Contract §7 popularity: a cart equals three clicks, and a purchase after it five', async () => {
      const store = await service.createStore();
      for (const id of ['cart', 'clicks', 'both']) await putProduct(store, id, { title: `Lamp ${id}` });
      await sendEvents(store, 's', [
        cart({ external_id: 'cart' }),
        cart({ external_id: 'both' }),
        purchase({ external_id: 'both' }),
      ]);
      const popularityOf = async (id: string) => {
        const answer = await store.request('GET', `/api/v1/autocomplete?q=lamp+${id}&explain=1`);
        const { products } = answer.as<{
          products: { title: string; explain: { popularity: number } }[];
        }>();
        return products.find(({ title }) => title === `Lamp ${id}`)?.explain.popularity ?? 0;
      };
      await waitUntil('the popularity', async () => (await popularityOf('both')) > 4.9, 10_000);
      // It is shown as it was at the beginning of the hour.
      const isAbout = (worth: number, weight: number) => Math.abs(worth - weight) < 0.05;
      assert.ok(isAbout(await popularityOf('cart'), 3), 'a cart');
      assert.ok(isAbout(await popularityOf('both'), 5), 'a cart and a purchase');
    });
  });
}

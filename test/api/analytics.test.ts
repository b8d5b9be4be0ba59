/**
 * Figures of searches, clicks and products (Contract §10) through the public surface on both databases: what is counted,
 * what is not, and that nobody reads what fewer than three visitors typed.
 */
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import {
  type AnalyticsClicksBody,
  type AnalyticsNoResultsBody,
  type AnalyticsProductsBody,
  type AnalyticsQueryBody,
  type AnalyticsSearchesBody,
  analyticsNames,
} from '../../contract/analytics.ts';
import { limits } from '../../contract/limits.ts';
import { sharedOperator, type Visitor } from '../support/dashboard-visitor.ts';
import { engines } from '../support/engines.ts';
import { productClick, sendEvents, suggestionClick } from '../support/event-calls.ts';
import { expectError } from '../support/expect-error.ts';
import { newShopper, readAnalytics } from '../support/search-calls.ts';
import type { TestStore } from '../support/start-test-service.ts';
import { ask, putProduct } from '../support/store-calls.ts';
import { useSharedService } from '../support/use-service.ts';
import { waitUntil } from '../support/wait-until.ts';

const names = ['anna', 'ben', 'cleo'];
const noSales = { carts: 0, purchases: 0, revenue: {} };

/** Checks the file of the most frequent query. */
async function expectFile(store: TestStore): Promise<void> {
  const file = await store.request('GET', '/api/v1/analytics/searches?format=csv&limit=1');
  assert.equal(file.headers.get('content-type'), 'text/csv; charset=utf-8');
  assert.match(file.headers.get('content-disposition') ?? '', /^attachment; filename="searches-.*\.csv"$/);
  assert.equal(
    file.text.replace('\uFEFF', ''),
    'query,searches,no_results,clicked,previous_searches,carts,purchases\r\n"desk",3,0,3,0,0,0\r\n',
  );
}

/** Checks the pages of the three queries that were searched. */
async function expectPages(store: TestStore): Promise<void> {
  const pages: string[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const path: string = `/api/v1/analytics/searches?limit=2&cursor=${cursor}`;
    const page = (await store.request('GET', path)).as<AnalyticsSearchesBody>();
    pages.push(page.queries.map(({ query }) => query).join());
    cursor = page.next_cursor;
  }
  assert.deepEqual(pages, ['desk,desk lamp', 'zzqx']);
  const far = await store.request('GET', '/api/v1/analytics/searches?limit=1000&cursor=MQ');
  assert.deepEqual(
    far.as<AnalyticsSearchesBody>().queries.map(({ query }) => query),
    ['desk lamp', 'zzqx'],
    'from the second on, beyond the first thousand',
  );
  const beyond = Buffer.from(String(limits.analyticsEntriesMax)).toString('base64url');
  const refused = await store.request('GET', `/api/v1/analytics/searches?cursor=${beyond}`);
  assert.equal(refused.status, 422, 'a place beyond the end of every list');
  const afterAll = await store.request('GET', '/api/v1/analytics/products?cursor=MQ');
  assert.deepEqual(afterAll.as<AnalyticsProductsBody>().products, []);
}

for (const engine of engines) {
  describe(engine.name, () => {
    const service = useSharedService(engine);
    let visitor: Visitor;
    before(async () => {
      visitor = await sharedOperator(service.current());
    });

    test('a NUL in a typed text keeps no search from counting', async () => {
      const store = await service.createStore();
      for (const name of names) {
        const shopper = newShopper(store, name);
        await shopper.search('des\u0000k');
        await shopper.search('lamp');
      }
      const queries = async () =>
        (await readAnalytics<AnalyticsSearchesBody>(store, 'searches')).queries.map(({ query }) => query);
      await waitUntil('both to be counted', async () => (await queries()).length === 2, 10_000);
      assert.deepEqual(await queries(), ['desk', 'lamp']);
    });

    test('Contract §10 analytics: searches, clicks and products are counted once, the playground never', async () => {
      const store = await service.createStore();
      const lamp = await putProduct(store, 'lamp', { title: 'Desk lamp', category: 'Lamps' });
      for (const name of names) {
        const shopper = newShopper(store, name);
        await shopper.search('desk lamp');
        await shopper.search('zzqx');
        await shopper.type('desk');
        await shopper.click(productClick(lamp.id, { query: 'desk', position: 1, event_id: name }));
        // A second click on what the same search found, and the first one sent again.
        await shopper.click(suggestionClick('Desk lamp', { query: 'desk', position: 3 }));
        await shopper.click(productClick(lamp.id, { query: 'desk', position: 1, event_id: name }));
      }
      await ask(store, 'people at work', { explain: 1 });
      await visitor.call('GET', `/stores/${store.store.id}/playground?q=people+at+work`);
      await sendEvents(store, 'server', [{ type: 'purchase', product_id: lamp.id }]);
      await waitUntil(
        'the searches to be counted',
        async () => (await readAnalytics<AnalyticsSearchesBody>(store, 'searches')).totals.searches >= 9,
        10_000,
      );
      const searches = await readAnalytics<AnalyticsSearchesBody>(store, 'searches');
      assert.deepEqual(searches.totals, {
        ...{ searches: 9, no_results: 3, clicked: 3, no_result_rate: null, click_through: null },
        ...noSales,
      });
      assert.equal(searches.previous.searches, 0);
      assert.equal(searches.days.length, 30);
      assert.deepEqual(searches.days.at(-1), {
        ...{ day: searches.to, searches: 9, no_results: 3, clicked: 3 },
        ...noSales,
      });
      const figures = (query: string, no_results: number, clicked: number) => ({
        ...{ query, searches: 3, no_results, clicked, previous_searches: 0 },
        ...noSales,
      });
      const all = [figures('desk', 0, 3), figures('desk lamp', 0, 0), figures('zzqx', 3, 0)];
      assert.deepEqual(searches.queries, all);
      assert.deepEqual(searches.rising, all);
      const desk = await store.request('GET', '/api/v1/analytics/query?q=%20DESK');
      const ofDesk = desk.as<AnalyticsQueryBody>();
      assert.deepEqual([ofDesk.query, ofDesk.totals.searches, ofDesk.totals.clicked], ['desk', 3, 3]);
      assert.deepEqual([ofDesk.days.length, ofDesk.days.at(-1)?.searches], [30, 3]);
      assert.deepEqual([ofDesk.positions[0], ofDesk.positions.length], [3, 10]);
      const missed = await readAnalytics<AnalyticsNoResultsBody>(store, 'no-results');
      assert.deepEqual(missed.queries, [all[2]]);
      const clicks = await readAnalytics<AnalyticsClicksBody>(store, 'clicks');
      assert.deepEqual(clicks.queries, [all[1]], 'what nobody clicked');
      assert.deepEqual([clicks.positions.products[0], clicks.positions.suggestions[2]], [3, 0]);
      assert.deepEqual([clicks.letters[4], clicks.average_letters], [3, 4]);
      await waitUntil(
        'clicks and the purchase to be counted',
        async () => (await readAnalytics<AnalyticsProductsBody>(store, 'products')).totals.purchases === 1,
        10_000,
      );
      const products = await readAnalytics<AnalyticsProductsBody>(store, 'products');
      assert.deepEqual(
        products.totals,
        { clicks: 3, ...noSales, purchases: 1 },
        'a repeated event counts once',
      );
      assert.equal(products.products[0]?.title, 'Desk lamp');
      assert.deepEqual(products.previous, { clicks: 0, ...noSales });

      await expectPages(store);

      await expectFile(store);
      const seen = await visitor.call('GET', `/stores/${store.store.id}/analytics/searches`);
      assert.deepEqual(seen.as<AnalyticsSearchesBody>(), searches);
    });

    test('figures of a query need the query', async () => {
      const store = await service.createStore();
      for (const query of ['', '?q=', '?q=%20']) {
        const answer = await store.request('GET', `/api/v1/analytics/query${query}`);
        const [fault] = expectError(answer, 'validation_failed');
        assert.deepEqual([fault?.path, fault?.message], ['q', '"q" must not be empty.']);
      }
    });

    test('Contract §10 analytics: only shown products, categories and pages can be clicked', async () => {
      const store = await service.createStore();
      await putProduct(store, 'lamp', { title: 'Lamp', category: 'Light > Desk' });
      const redirect = { title: 'Send it back', url: 'https://shop.example/returns' };
      const rule = { query: 'returns', match: 'exact', redirect };
      await store.request('PUT', '/api/v1/merchandising', { body: { rules: [rule] } });
      for (const name of names) {
        const shopper = newShopper(store, name);
        for (const [query, phrase, region] of [
          ['zzqx', 'zzqx', 'suggestions'],
          ['zzqx', 'zzqx', 'categories'],
          ['lamp', 'made up', 'suggestions'],
          ['lamp', 'made up', 'categories'],
          ['returns', 'Send it back', 'categories'],
          ['desk', 'DESK', 'categories'],
        ] as const) {
          await shopper.type(query);
          await shopper.click(suggestionClick(phrase, { query, region }));
        }
        await shopper.search('?!');
      }
      await waitUntil(
        'searches with made-up clicks to be counted',
        async () => (await readAnalytics<AnalyticsSearchesBody>(store, 'searches')).totals.searches >= 18,
        10_000,
      );
      const { totals, queries } = await readAnalytics<AnalyticsSearchesBody>(store, 'searches');
      assert.deepEqual([totals.searches, totals.no_results, totals.clicked], [18, 6, 6]);
      assert.deepEqual(
        queries.map(({ query, no_results: none, clicked }) => [query, none, clicked]),
        [
          ['lamp', 0, 0],
          ['zzqx', 6, 0],
          ['desk', 0, 3],
          ['send it back', 0, 3],
        ],
      );
    });

    test('Contract §10 analytics: queries of few visitors or private look are never shown', async () => {
      const store = await service.createStore();
      await putProduct(store, 'lamp', { title: 'Lamp' });
      const secret = ['only two of us', 'jane@example.com', '+49 170 1234567'];
      for (const name of ['anna', 'ben', 'anna', 'ben']) {
        await newShopper(store, name).search('only two of us');
      }
      for (const name of names) {
        await newShopper(store, name).search('jane@example.com');
        await newShopper(store, name).search('+49 170 1234567');
        await newShopper(store, name).search('=1+1');
      }
      await waitUntil(
        'all thirteen searches to be counted',
        async () => (await readAnalytics<AnalyticsSearchesBody>(store, 'searches')).totals.searches === 13,
        10_000,
      );
      const texts: string[] = [(await service.request('GET', '/metrics')).text];
      for (const name of analyticsNames) {
        for (const format of ['json', 'csv']) {
          const path = `/analytics/${name}?limit=1000&format=${format}`;
          texts.push((await store.request('GET', `/api/v1${path}`)).text);
          texts.push((await visitor.call('GET', `/stores/${store.store.id}${path}`)).text);
        }
      }
      for (const text of texts) for (const words of secret) assert.ok(!text.includes(words), text);
      const { queries } = await readAnalytics<AnalyticsSearchesBody>(store, 'searches');
      assert.deepEqual(
        queries.map(({ query }) => query),
        ['=1+1'],
      );
      const file = await store.request('GET', '/api/v1/analytics/searches?format=csv');
      assert.ok(file.text.includes('\r\n"\'=1+1",3'), 'no spreadsheet runs it');
      const kept = await service
        .current()
        .storage.reader(store.store.id)
        .analytics.queryDays(new Date().toISOString().slice(0, 10), secret);
      assert.deepEqual(
        kept.map(({ query, isShown }) => [query, isShown]),
        [['only two of us', false]],
      );
    });

    test('Contract §10 analytics: a period is checked, and only servers may ask', async () => {
      const store = await service.createStore();
      const get = (name: string, query = '', key = store.keys.secret) =>
        store.request('GET', `/api/v1/analytics/${name}${query}`, { key });
      for (const name of analyticsNames) {
        expectError(await get(name, '', store.keys.storefront), 'insufficient_scope');
        const wrong = expectError(
          await get(name, '?from=2026-02-30&to=yesterday&limit=0&format=xml&cursor=x'),
          'validation_failed',
        );
        assert.deepEqual(
          wrong.map(({ path }) => path),
          ['to', 'from', 'limit', 'cursor', 'format'],
        );
        expectError(await get(name, '?from=2026-11-21&to=2026-11-20'), 'validation_failed');
        expectError(await get(name, '?from=2024-01-01&to=2026-11-20'), 'validation_failed');
        expectError(await get(name, '?from=2999-01-01&to=2999-01-02'), 'validation_failed');
        const today = (await get(name)).as<AnalyticsSearchesBody>();
        assert.deepEqual((await get(name, `?from=${today.from}&to=2999-01-01`)).as<object>(), today);
        const period = await get(name, '?from=2026-03-01&to=2026-03-07');
        assert.deepEqual(period.as<AnalyticsSearchesBody>().previous_period, {
          ...{ from: '2026-02-22', to: '2026-02-28' },
        });
      }
    });
  });
}

/**
 * Goal: what several processes counted adds up by day on both databases, within its bounds, and what is past its time
 * goes. Method: the writers of the pipeline thread on a real database.
 */
import assert from 'node:assert/strict';
import { limits } from '../../contract/limits.ts';
import { kindsOfSearches } from '../../server/analytics/prune-searches.ts';
import { createSearchCounter } from '../../server/analytics/search-counter.ts';
import { emptyTally } from '../../server/analytics/search-tally.ts';
import { writeSearches } from '../../server/analytics/write-searches.ts';
import { formatDay } from '../../server/clock.ts';
import { createEventDays } from '../../server/events/event-days.ts';
import { pruneKinds } from '../../server/jobs/prune-kinds.ts';
import { keyRanges } from '../../server/storage/analytics/key-ranges.ts';
import type { ProductFigures, QueryFigures } from '../../server/storage/analytics/tables.ts';
import type { Query } from '../../server/storage/database.ts';
import type { Storage } from '../../server/storage/storage.ts';
import { onBothEngines } from '../support/engines.ts';
import { someTime, storeRow, uuidOf } from '../support/storage-rows.ts';
import { withDatabase } from '../support/tenant-rows.ts';
import { turnsOf } from '../support/turns-of.ts';

const storeId = uuidOf(1);
const noSales = { carts: 0, purchases: 0 };
const dayMicros = 24 * 3_600 * 1_000_000;
const day = formatDay(someTime);
const span = { from: day, to: day };

/** A process of its own, at one day. */
function startNode(storage: Storage, ofDay = day) {
  const counter = createSearchCounter({ monotonicMs: () => 0 });
  counter.beginDay({ day: ofDay, salt: 'the same in every process' });
  return {
    counter,
    search(caller: number, query: string, found = true) {
      counter.countQuery({ storeId, address: `10.0.0.${caller}`, agent: '' }, query, found);
    },
    async flush() {
      for (const searches of counter.takeAll()) await writeSearches(storage, searches);
    },
  };
}

onBothEngines('searches and visitors add up over processes and starts', async ({ storage }) => {
  await storage.directory.createStore(storeRow(), []);
  await storage.directory.createStore(storeRow({ id: uuidOf(2) }), []);
  const reader = storage.reader(storeId);
  const shown = async () =>
    (await reader.analytics.rankedQueries(span, 'searches', 10)).map(({ query }) => query);
  // The same two callers at four processes: two visitors still.
  for (let start = 0; start < 4; start += 1) {
    const node = startNode(storage);
    node.search(start % 2, 'lamp', false);
    node.search(7, 'table');
    await node.flush();
  }
  assert.deepEqual(await shown(), []);
  // However few bits there are: of ten callers three leave different ones.
  for (let caller = 10; caller < 20; caller += 1) {
    const node = startNode(storage);
    node.search(caller, 'lamp');
    await node.flush();
  }
  assert.deepEqual(await reader.analytics.rankedQueries(span, 'searches', 10), [
    { query: 'lamp', searches: 14, noResults: 4, clicked: 0, ...noSales },
  ]);
  const [total] = await reader.analytics.searchDays(span);
  assert.deepEqual([total?.searches, total?.noResults], [18, 4]);
  assert.deepEqual(await storage.reader(uuidOf(2)).analytics.searchDays(span), []);
  const kept = await reader.analytics.queryDays(day, ['lamp', 'table']);
  assert.deepEqual(kept.map(({ query, isShown }) => [query, isShown]).toSorted(), [
    ['lamp', true],
    ['table', false],
  ]);
});

onBothEngines('a beginning that found nothing counts as its whole', async ({ storage }) => {
  await storage.directory.createStore(storeRow(), []);
  const node = startNode(storage);
  for (const caller of [1, 2, 3, 4]) node.search(caller, 'play', false);
  await node.flush();
  for (const caller of [1, 2, 3]) node.search(caller + 10, 'sony playst', false);
  for (const caller of [1, 2, 3, 4]) node.search(caller + 20, 'sony playstation', false);
  // What few callers asked for gets nothing, however often they do.
  for (let times = 0; times < 9; times += 1) {
    node.search(90, 'playmobil', false);
    node.search(90, 'other', false);
  }
  node.search(91, 'sony', false);
  await node.flush();
  // A later one is met when its whole is searched again.
  node.search(95, 'sony plays', false);
  await node.flush();
  node.search(96, 'sony playstation', false);
  await node.flush();
  const reader = storage.reader(storeId);
  assert.deepEqual(await reader.analytics.rankedQueries(span, 'no_results', 10), [
    { query: 'sony playstation', searches: 9, noResults: 9, clicked: 0, ...noSales },
    { query: 'play', searches: 4, noResults: 4, clicked: 0, ...noSales },
  ]);
});

onBothEngines('a flood of queries is bounded and displaces none shown', async ({ storage }) => {
  await storage.directory.createStore(storeRow(), []);
  const node = startNode(storage);
  const most = limits.queriesPerStoreAndDay;
  for (const caller of [1, 2, 3]) node.search(caller, 'zebra');
  for (const caller of [1, 2]) node.search(caller, 'yak');
  for (let number = 0; number < most - 3; number += 1) node.search(number, `q${number}`);
  await node.flush();
  for (let number = 0; number < 20; number += 1) node.search(number, `later ${number}`);
  for (const query of ['yak', 'q0']) node.search(100, query);
  await node.flush();
  const reader = storage.reader(storeId);
  assert.equal(await reader.analytics.countQueryDays(day), most);
  assert.equal((await reader.analytics.searchDays(span))[0]?.searches, 5 + (most - 3) + 22);
  const kept = await reader.analytics.queryDays(day, ['zebra', 'yak', 'later 0', 'later 19', 'q0', 'q1']);
  assert.deepEqual(kept.map(({ query, searches }) => `${query}: ${searches}`).toSorted(), [
    'later 0: 1',
    'later 19: 1',
    'q0: 2',
    'yak: 3',
    'zebra: 3',
  ]);
});

onBothEngines('texts that cannot be shown go after a day, figures later', async ({ storage }) => {
  await storage.directory.createStore(storeRow(), []);
  for (const ago of [0, 1, 2, 399, 401]) {
    const at = someTime - ago * dayMicros;
    const node = startNode(storage, formatDay(at));
    for (const caller of [1, 2, 3]) node.search(caller, 'lamp');
    for (const caller of [4, 5]) node.search(caller, 'table');
    await node.flush();
    for (const purchases of [1, 0]) {
      const products = createEventDays();
      const sale = { productId: uuidOf(9), what: 'purchases', revenue: null, search: null } as const;
      products.addClick(uuidOf(9), at);
      if (purchases === 1) products.addSale({ ...sale, occurredAt: at });
      await storage.write(storeId, (writer) => products.write(writer));
    }
  }
  let steps = 0;
  const step = () =>
    pruneKinds(
      (work) => storage.write(storeId, work),
      kindsOfSearches({ nowMicros: someTime, rowsPerStep: 2 }),
    );
  while (await step()) steps += 1;
  assert.ok(steps > 0);
  const reader = storage.reader(storeId);
  const daysOf = async (query: string) => {
    const found: number[] = [];
    for (const ago of [0, 1, 2, 399, 401]) {
      const [row] = await reader.analytics.queryDays(formatDay(someTime - ago * dayMicros), [query]);
      if (row !== undefined) found.push(ago);
    }
    return found;
  };
  assert.deepEqual(await daysOf('lamp'), [0, 1, 2, 399]);
  assert.deepEqual(await daysOf('table'), [0, 1]);
  const all = { from: '2020-01-01', to: day };
  assert.equal((await reader.analytics.searchDays(all)).length, 4);
  assert.equal((await reader.analytics.valueDays(all)).length, 4);
  assert.deepEqual(await reader.analytics.rankedProducts(all, 5), [
    { productId: uuidOf(9), clicks: 8, carts: 0, purchases: 4 },
  ]);
});

onBothEngines('clicked searches never exceed searches, even of displaced queries', async ({ storage }) => {
  await storage.directory.createStore(storeRow(), []);
  const counts = { searches: 1, noResults: 0, clicked: 2 };
  const queries = new Map([['lamp', { ...counts, visitors: 1 }]]);
  await writeSearches(storage, { storeId, day, tally: { ...emptyTally(), ...counts, queries } });
  const reader = storage.reader(storeId);
  assert.equal((await reader.analytics.searchDays(span))[0]?.clicked, 1);
  assert.equal((await reader.analytics.queryDays(day, ['lamp']))[0]?.clicked, 1);
});

/** Figures of more rows than one statement reads, with many keys alike in what they are ranked by. */
async function writeManyDays(storage: Storage) {
  const days = Array.from({ length: 6 }, (_, ago) => formatDay(someTime - ago * dayMicros));
  const queries = new Map<string, QueryFigures>();
  const products = new Map<string, ProductFigures>();
  for (const [place, of] of days.entries()) {
    const numbers = Array.from({ length: limits.queriesPerStoreAndDay }, (_, index) => index * (place + 1));
    const rows = numbers.map((number) => ({
      query: `q${number}`,
      searches: 1 + (number % 7),
      noResults: number % 3 === 0 ? 1 : 0,
      clicked: number % 2,
      visitors: 7,
      isShown: number % 5 > 0,
      positions: null,
      ...{ carts: number % 2, purchases: number % 4, revenue: null },
    }));
    const clicked = numbers.map((number) => ({
      productId: `p${number}`,
      clicks: number % 11,
      carts: 1,
      purchases: place,
    }));
    await storage.write(storeId, async (writer) => {
      await writer.analytics.setQueryDays(of, rows);
      await writer.analytics.addProductDays(of, clicked);
    });
    for (const row of rows.filter(({ isShown }) => isShown)) {
      const { query } = row;
      const sum = queries.get(query) ?? { query, ...noCounts };
      queries.set(query, {
        query,
        searches: sum.searches + row.searches,
        noResults: sum.noResults + row.noResults,
        clicked: sum.clicked + row.clicked,
        carts: sum.carts + row.carts,
        purchases: sum.purchases + row.purchases,
      });
    }
    for (const { productId, clicks, carts, purchases } of clicked) {
      const sum = products.get(productId) ?? { productId, clicks: 0, carts: 0, purchases: 0 };
      products.set(productId, {
        productId,
        clicks: sum.clicks + clicks,
        carts: sum.carts + carts,
        purchases: sum.purchases + purchases,
      });
    }
  }
  const span = { from: days.at(-1) ?? '', to: day };
  return { span, queries: [...queries.values()], products: [...products.values()] };
}

const noCounts = { searches: 0, noResults: 0, clicked: 0, ...noSales };

const byText = (one: string, other: string) => (one < other ? -1 : 1);

onBothEngines('figures of many rows add up over all ranges', async ({ storage }) => {
  await storage.directory.createStore(storeRow(), []);
  const { span: all, queries, products } = await writeManyDays(storage);
  const reader = storage.reader(storeId);
  const searched = queries.toSorted((a, b) => b.searches - a.searches || byText(a.query, b.query));
  assert.deepEqual(await reader.analytics.rankedQueries(all, 'searches', 50), searched.slice(0, 50));
  assert.deepEqual(
    await reader.analytics.rankedQueries(all, 'searches', 50, 7_000),
    searched.slice(7_000, 7_050),
  );
  const unclicked = searched.filter(
    ({ clicked, searches, noResults }) => clicked === 0 && searches > noResults,
  );
  assert.deepEqual(await reader.analytics.rankedQueries(all, 'unclicked', 50), unclicked.slice(0, 50));
  const unfound = searched
    .filter(({ noResults }) => noResults > 0)
    .toSorted((a, b) => b.noResults - a.noResults || byText(a.query, b.query));
  assert.deepEqual(await reader.analytics.rankedQueries(all, 'no_results', 50), unfound.slice(0, 50));
  const bought = queries
    .filter(({ carts, purchases }) => carts + purchases > 0)
    .toSorted((a, b) => b.purchases - a.purchases || b.carts - a.carts || byText(a.query, b.query));
  assert.deepEqual(await reader.analytics.rankedQueries(all, 'purchases', 50), bought.slice(0, 50));
  const names = searched.slice(0, 5_000).map(({ query }) => query);
  const figures = await reader.analytics.queryFigures(all, names);
  assert.deepEqual(
    figures.toSorted((a, b) => byText(a.query, b.query)),
    searched.slice(0, 5_000).toSorted((a, b) => byText(a.query, b.query)),
  );
  const ranked = products.toSorted(
    (a, b) => b.clicks - a.clicks || b.purchases - a.purchases || byText(a.productId, b.productId),
  );
  assert.deepEqual(await reader.analytics.rankedProducts(all, 50), ranked.slice(0, 50));
  const days = await reader.analytics.productDays(all);
  assert.equal(days.length, 6);
  assert.equal(
    days.reduce((sum, { clicks }) => sum + clicks, 0),
    products.reduce((sum, { clicks }) => sum + clicks, 0),
  );
});

/** Days that have nothing in common: each has products that no other one has. */
async function writeDaysApart(storage: Storage, dayCount: number, productsPerDay: number) {
  const days = Array.from({ length: dayCount }, (_, ago) =>
    formatDay(someTime - ago * dayMicros),
  ).toReversed();
  await storage.write(storeId, async (writer) => {
    for (const [place, of] of days.entries()) {
      const clicked = Array.from({ length: productsPerDay }, (_, index) => ({
        productId: uuidOf(place * productsPerDay + index),
        clicks: 1 + (index % 7),
        carts: 0,
        purchases: 0,
      }));
      await writer.analytics.addProductDays(of, clicked);
    }
  });
  return { from: days[0] ?? '', to: day };
}

onBothEngines('figures of days without shared keys cost their rows', async ({ storage }) => {
  await storage.directory.createStore(storeRow(), []);
  const all = await writeDaysApart(storage, 100, 300);
  let statements = 0;
  const reader = storage.reader(storeId, (task) => {
    statements += 1;
    return task();
  });
  const found = await reader.analytics.rankedProducts(all, 30_001);
  assert.equal(found.length, 30_000);
  assert.equal(new Set(found.map(({ productId }) => productId)).size, 30_000);
  // The days, and two ranges of 20,000 rows at most, each of which is found and read.
  assert.equal(statements, 5);
});

onBothEngines(
  'ranges of figures are found by an index, without sorting',
  async ({ storage, engine, target }) => {
    await storage.directory.createStore(storeRow(), []);
    const all = await writeDaysApart(storage, 100, 300);
    await withDatabase(target, async (database) => {
      const plans: string[] = [];
      const explain = engine === 'sqlite' ? 'explain query plan' : 'explain';
      const query: Query = async (asked, planning) => {
        const { sql, ...compiled } = asked.compile();
        const explained = { compile: () => ({ ...compiled, sql: `${explain} ${sql}` }) };
        if (planning?.inIndexOrder === true) {
          plans.push(JSON.stringify(await database.read(storeId, explained, planning)));
        }
        return await database.read(storeId, asked, planning);
      };
      const rows = {
        builder: database.builder,
        query,
        storeId,
        table: 'product_days',
        key: 'product_id',
      } as const;
      for await (const _ of keyRanges(rows, all));
      assert.equal(plans.length, 2);
      for (const plan of plans) assert.doesNotMatch(plan, /Sort (?!Key)|TEMP B-TREE/);
    });
  },
);

onBothEngines('a read of many figures lets other work run', async ({ storage }) => {
  await storage.directory.createStore(storeRow(), []);
  const { span: all, queries, products } = await writeManyDays(storage);
  const reader = storage.reader(storeId);
  const names = queries.slice(0, 10_000).map(({ query }) => query);
  const ids = products.slice(0, 10_000).map(({ productId }) => productId);
  const turns = {
    queries: await turnsOf(() => reader.analytics.rankedQueries(all, 'searches', 10)),
    figures: await turnsOf(() => reader.analytics.queryFigures(all, names)),
    days: await turnsOf(() => reader.analytics.productDays(all)),
    products: await turnsOf(() => reader.analytics.rankedProducts(all, 10)),
    clicks: await turnsOf(() => reader.analytics.productFigures(all, ids)),
  };
  // 60,000 rows, of which a statement reads 20,000.
  for (const [read, count] of Object.entries(turns)) assert.ok(count >= 3, `${read}: ${count}`);
});

/**
 * Goal: what several processes counted adds up by day on both databases, within its bounds, and what is past its time
 * goes. Method: the writers of the pipeline thread on a real database.
 */
import assert from 'node:assert/strict';
import { limits } from '../../contract/limits.ts';
import { pruneSearches } from '../../server/analytics/prune-searches.ts';
import { createSearchCounter } from '../../server/analytics/search-counter.ts';
import { emptyTally } from '../../server/analytics/search-tally.ts';
import { writeSearches } from '../../server/analytics/write-searches.ts';
import { formatDay } from '../../server/clock.ts';
import { createProductDays } from '../../server/events/product-days.ts';
import type { Storage } from '../../server/storage/storage.ts';
import { onBothEngines } from '../support/engines.ts';
import { someTime, storeRow, uuidOf } from '../support/storage-rows.ts';

const storeId = uuidOf(1);
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

onBothEngines(
  'searches of several processes and starts add up, and so do their visitors',
  async ({ storage }) => {
    await storage.directory.createStore(storeRow(), []);
    await storage.directory.createStore(storeRow({ id: uuidOf(2) }), []);
    const reader = storage.reader(storeId);
    const shown = async () => (await reader.rankedQueries(span, 'searches', 10)).map(({ query }) => query);
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
    assert.deepEqual(await reader.rankedQueries(span, 'searches', 10), [
      { query: 'lamp', searches: 14, noResults: 4, clicked: 0 },
    ]);
    const [total] = await reader.searchDays(span);
    assert.deepEqual([total?.searches, total?.noResults], [18, 4]);
    assert.deepEqual(await storage.reader(uuidOf(2)).searchDays(span), []);
    const kept = await reader.queryDays(day, ['lamp', 'table']);
    assert.deepEqual(kept.map(({ query, isShown }) => [query, isShown]).toSorted(), [
      ['lamp', true],
      ['table', false],
    ]);
  },
);

onBothEngines('a flood of queries is bounded, and pushes none out that is shown', async ({ storage }) => {
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
  assert.equal(await reader.countQueryDays(day), most);
  assert.equal((await reader.searchDays(span))[0]?.searches, 5 + (most - 3) + 22);
  const kept = await reader.queryDays(day, ['zebra', 'yak', 'later 0', 'later 19', 'q0', 'q1']);
  assert.deepEqual(kept.map(({ query, searches }) => `${query}: ${searches}`).toSorted(), [
    'later 0: 1',
    'later 19: 1',
    'q0: 2',
    'yak: 3',
    'zebra: 3',
  ]);
});

onBothEngines(
  'texts that cannot be shown go after a day, all figures after their time',
  async ({ storage }) => {
    await storage.directory.createStore(storeRow(), []);
    for (const ago of [0, 1, 2, 399, 401]) {
      const at = someTime - ago * dayMicros;
      const node = startNode(storage, formatDay(at));
      for (const caller of [1, 2, 3]) node.search(caller, 'lamp');
      for (const caller of [4, 5]) node.search(caller, 'table');
      await node.flush();
      for (const purchases of [1, 0]) {
        const products = createProductDays();
        products.add(uuidOf(9), 'clicks', at);
        if (purchases === 1) products.add(uuidOf(9), 'purchases', at);
        await storage.write(storeId, (writer) => products.write(writer));
      }
    }
    let steps = 0;
    const step = () =>
      storage.write(storeId, (writer) => pruneSearches(writer, { nowMicros: someTime, rowsPerStep: 2 }));
    while (await step()) steps += 1;
    assert.ok(steps > 0);
    const reader = storage.reader(storeId);
    const daysOf = async (query: string) => {
      const found: number[] = [];
      for (const ago of [0, 1, 2, 399, 401]) {
        const [row] = await reader.queryDays(formatDay(someTime - ago * dayMicros), [query]);
        if (row !== undefined) found.push(ago);
      }
      return found;
    };
    assert.deepEqual(await daysOf('lamp'), [0, 1, 2, 399]);
    assert.deepEqual(await daysOf('table'), [0, 1]);
    const all = { from: '2020-01-01', to: day };
    assert.equal((await reader.searchDays(all)).length, 4);
    assert.deepEqual(await reader.rankedProducts(all, 5), [
      { productId: uuidOf(9), clicks: 8, purchases: 4 },
    ]);
  },
);

onBothEngines(
  'there are never more clicked searches than searches, also of a query that made way',
  async ({ storage }) => {
    await storage.directory.createStore(storeRow(), []);
    const counts = { searches: 1, noResults: 0, clicked: 2 };
    const queries = new Map([['lamp', { ...counts, visitors: 1 }]]);
    await writeSearches(storage, { storeId, day, tally: { ...emptyTally(), ...counts, queries } });
    const reader = storage.reader(storeId);
    assert.equal((await reader.searchDays(span))[0]?.clicked, 1);
    assert.equal((await reader.queryDays(day, ['lamp']))[0]?.clicked, 1);
  },
);

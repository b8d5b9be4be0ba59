/** Goal: texts behind ids of answers are bounded by day, and gone when their salt is. Method: the use case, on both databases. */
import assert from 'node:assert/strict';
import { limits } from '../../contract/limits.ts';
import { formatDay } from '../../server/clock.ts';
import { findAnsweredQueries, writeAnsweredQueries } from '../../server/events/answered-queries.ts';
import { kindsOfEvents } from '../../server/events/prune-events.ts';
import { pruneKinds } from '../../server/jobs/prune-kinds.ts';
import { onBothEngines } from '../support/engines.ts';
import { someTime, storeRow, uuidOf } from '../support/storage-rows.ts';

const { id: storeId } = storeRow();
const dayMicros = 24 * 3_600 * 1_000_000;
const dayOf = (ago: number) => formatDay(someTime - ago * dayMicros);

onBothEngines('texts of answers are found by store, day and name', async ({ storage }) => {
  for (const id of [storeId, uuidOf(2)]) await storage.directory.createStore(storeRow({ id }), []);
  const lamp = { day: dayOf(0), name: 'a', query: 'lamp' };
  const older = { day: dayOf(1), name: 'a', query: 'older lamp' };
  await writeAnsweredQueries(storage, { storeId, queries: [lamp, older] });
  await writeAnsweredQueries(storage, { storeId, queries: [{ ...lamp, query: 'another' }] });
  const find = (id: string, ...names: { day: string; name: string }[]) =>
    findAnsweredQueries(storage, { storeId: id, names });
  assert.deepEqual(await find(storeId, lamp, { ...lamp, name: 'b' }), [lamp], 'the first one stays');
  assert.deepEqual((await find(storeId, lamp, older)).length, 2);
  assert.deepEqual(await find(uuidOf(2), lamp), []);
});

onBothEngines('texts of answers go when their salt is gone', async ({ storage }) => {
  await storage.directory.createStore(storeRow(), []);
  const queries = [0, 1, 2, 3].map((ago) => ({ day: dayOf(ago), name: 'a', query: 'lamp' }));
  await writeAnsweredQueries(storage, { storeId, queries });
  const kinds = kindsOfEvents({ nowMicros: someTime, eventsDays: 30, rowsPerStep: 1 });
  let goesOn = true;
  while (goesOn) goesOn = await pruneKinds((work) => storage.write(storeId, work), kinds);
  const { events } = storage.reader(storeId);
  const counts = await Promise.all(queries.map(({ day }) => events.countAnswered(day)));
  assert.deepEqual(counts, [1, 1, 0, 0]);
});

onBothEngines('a day has room for a bounded number of texts', async ({ storage }) => {
  await storage.directory.createStore(storeRow(), []);
  const most = limits.answeredQueriesPerDay;
  const queries = Array.from({ length: most + 7 }, (_, number) => ({
    ...{ day: dayOf(0), name: `n${number}`, query: `q${number}` },
  }));
  await writeAnsweredQueries(storage, { storeId, queries: queries.slice(0, most - 3) });
  await writeAnsweredQueries(storage, { storeId, queries: queries.slice(most - 3) });
  await writeAnsweredQueries(storage, { storeId, queries: [{ day: dayOf(1), name: 'a', query: 'lamp' }] });
  const { events } = storage.reader(storeId);
  assert.deepEqual([await events.countAnswered(dayOf(0)), await events.countAnswered(dayOf(1))], [most, 1]);
});

/**
 * Goal: nodes of one database count their own searches, which add up, and never take one visitor for several; a stop
 * loses nothing. Method: two services in front of one PostgreSQL database.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AnalyticsSearchesBody } from '../../contract/analytics.ts';
import { engineNamed, onOneNode, type TestEngine } from '../support/engines.ts';
import { newShopper, readAnalytics } from '../support/search-calls.ts';
import { startTestService, type TestStore } from '../support/start-test-service.ts';
import { putProduct } from '../support/store-calls.ts';
import { waitUntil } from '../support/wait-until.ts';

test('searches of two nodes add up, and a stop saves them', async () => {
  const postgres = onOneNode(engineNamed('postgres'), 'the test itself starts two');
  const database = await postgres.open();
  const shared: TestEngine = { ...postgres, open: async () => ({ ...database, async close() {} }) };
  const secret = { FORETYPE_SECRET_KEY: Buffer.alloc(32, 7).toString('base64') };
  const first = await startTestService(shared, secret);
  const second = await startTestService(shared, secret);
  const atFirst = await first.createStore();
  const atSecond: TestStore = {
    ...atFirst,
    request: (method, path, options = {}) =>
      second.request(method, path, { key: atFirst.keys.secret, ...options }),
  };
  await putProduct(atFirst, 'lamp', { title: 'Desk lamp' });
  const shown = async () =>
    (await readAnalytics<AnalyticsSearchesBody>(atFirst, 'searches')).queries.map(({ query }) => query);
  const counted = (searches: number) =>
    waitUntil(
      `${searches} searches`,
      async () =>
        (await readAnalytics<AnalyticsSearchesBody>(atFirst, 'searches')).totals.searches === searches,
      12_000,
    );
  for (const store of [atFirst, atSecond]) {
    for (const name of ['anna', 'ben']) await newShopper(store, name).search('desk lamp');
  }
  await counted(4);
  assert.deepEqual(await shown(), []);
  await newShopper(atSecond, 'cleo').type('desk lamp');
  // Nobody has ended the search yet: the stop does.
  await second.stop();
  await counted(5);
  assert.deepEqual(await shown(), ['desk lamp']);
  await first.stop();
  await database.close();
});

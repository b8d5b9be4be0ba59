/**
 * Goal: what shoppers type is counted for the store's dashboard, and what people do at work is not. Method: a service
 * that is asked, stopped, and then looked at in its database.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RequestStatistics } from '../../server/storage/records.ts';
import { engines, onOneNode } from '../support/engines.ts';
import { startTestService } from '../support/start-test-service.ts';
import { ask, putProduct } from '../support/store-calls.ts';

function totals(buckets: readonly RequestStatistics[]) {
  const sum = (count: (bucket: RequestStatistics) => number) =>
    buckets.reduce((total, bucket) => total + count(bucket), 0);
  return {
    graph: sum(({ graph }) => graph),
    backend: sum(({ backend }) => backend),
    cached: sum(({ cached }) => cached),
    errors: sum(({ errors }) => errors),
    timed: sum(({ latencies }) => latencies.reduce((total, count) => total + count, 0)),
  };
}

for (const engine of engines) {
  test(`keystrokes are counted by origin, written at a stop (${engine.name})`, async (t) => {
    const service = await startTestService(onOneNode(engine, 'a process keeps answers for itself'));
    t.after(() => service.stop());
    const [store, idle] = [await service.createStore(), await service.createStore()];
    await putProduct(store, 'a', { title: 'Desk lamp' });
    // Its first question loads the index, and is an error where that takes long; it is asked where nothing is counted.
    await ask(store, 'lamp', { explain: 1 });
    const byHeader = { headers: { authorization: `Bearer ${store.keys.storefront}` }, key: null };
    const path = '/api/v1/autocomplete';
    // The short way and the framework's route count alike.
    await ask(store, 'lam');
    await ask(store, 'lam');
    assert.equal((await store.request('GET', `${path}?q=lam`, byHeader)).status, 200);
    await ask(store, 'desk lamp');
    assert.equal((await store.request('GET', `${path}?q=des`, byHeader)).status, 200);
    // People at work were asked for above; here come callers without a valid key.
    assert.equal((await store.request('GET', `${path}?q=x`, { key: null })).status, 401);
    assert.equal((await store.request('GET', `${path}?limit=99`)).status, 422);
    await service.running.stop();
    const counted = totals(await service.storage.reader(store.store.id).statistics.requests(0));
    assert.deepEqual(counted, { graph: 2, backend: 1, cached: 2, errors: 1, timed: 5 });
    assert.deepEqual(await service.storage.reader(idle.store.id).statistics.requests(0), []);
  });
}

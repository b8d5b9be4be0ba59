/**
 * Goal: without its database the service keeps answering shoppers from memory, refuses what it cannot do, and comes
 * back by itself. Method: a PostgreSQL server of this test's own is shut down, properly and by a crash, and started.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { limits } from '../../contract/limits.ts';
import type { ServiceEngine } from '../support/engines.ts';
import { expectError } from '../support/expect-error.ts';
import { type PostgresServer, startPostgres } from '../support/postgres.ts';
import { startTestService, type TestService, type TestStore } from '../support/start-test-service.ts';
import { importProducts, productInput, productPath, putProduct, titlesFor } from '../support/store-calls.ts';
import { waitUntil } from '../support/wait-until.ts';

let server: PostgresServer;
let service: TestService;

before(async () => {
  server = await startPostgres();
  const engine: ServiceEngine = {
    name: 'postgres',
    nodes: 1,
    open: async () => ({
      target: { engine: 'postgres', url: await server.createDatabase(), poolSize: 4 },
      async close() {},
    }),
  };
  service = await startTestService(engine);
});

after(async () => {
  await service.stop();
  await server.stop();
});

async function expectRefusals(store: TestStore): Promise<void> {
  const body = productInput('b');
  expectError(await store.request('PUT', productPath('b'), { body }), 'unavailable');
  expectError(await store.request('POST', '/api/v1/product-imports', { body }), 'unavailable');
  expectError(await store.request('DELETE', productPath('a')), 'unavailable');
  expectError(await store.request('GET', productPath('a')), 'unavailable');
  expectError(await store.request('GET', '/api/v1/health'), 'unavailable');
  expectError(await service.request('GET', '/readyz'), 'unavailable');
}

for (const mode of ['fast', 'immediate'] as const) {
  test(`shoppers are answered while the database is away (${mode})`, async () => {
    const store = await service.createStore();
    await importProducts(store, [productInput('a', { title: 'Desk lamp' })]);
    assert.deepEqual(await titlesFor(store, 'desk lamp'), ['Desk lamp']);
    // What is remembered of keys is dropped once more when the new store is noticed.
    const noticed = performance.now() + 5 * limits.directoryPollMs;
    await waitUntil('the new store to be noticed', async () => {
      assert.deepEqual(await titlesFor(store, 'desk lamp'), ['Desk lamp']);
      return performance.now() > noticed;
    });
    await server.shutDown(mode);
    await expectRefusals(store);
    for (const q of ['lamp', 'desk', 'la', '']) assert.deepEqual(await titlesFor(store, q), ['Desk lamp'], q);
    assert.equal((await service.request('GET', '/livez')).status, 200);

    await server.start();
    await waitUntil(
      'the service to be ready',
      async () => (await service.request('GET', '/readyz')).status === 200,
    );
    await putProduct(store, 'b', { title: 'Floor lamp' });
    assert.deepEqual(await titlesFor(store, 'lamp'), ['Desk lamp', 'Floor lamp']);
    assert.equal((await store.request('GET', productPath('a'))).status, 200);
  });
}

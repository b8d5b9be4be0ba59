/**
 * Goal: a service that has far more to do than it can stops within its limit all the same, and nothing that it
 * acknowledged is lost. Method: keystrokes, batches and bodies that never end, all at once, around SIGTERM; the service
 * itself ends with another code where its stop takes longer than it may.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createServiceData, createStoreOn, startChildService } from '../support/child-service.ts';
import { engines } from '../support/engines.ts';
import { startUpload } from '../support/slow-upload.ts';
import { productInput } from '../support/store-calls.ts';
import { waitUntil } from '../support/wait-until.ts';

const imports = '/api/v1/product-imports';
const rowsPerBatch = 500;

/** Sends the next request as soon as one is answered, until the service answers no more; counts those that were taken. */
async function keepAsking(send: (number: number) => Promise<number>): Promise<number> {
  let [asked, taken] = [0, 0];
  for (;;) {
    const status = await send(asked).catch(() => null);
    if (status === null) return taken;
    assert.ok([200, 503].includes(status), String(status));
    asked += 1;
    if (status === 200) taken += 1;
  }
}

/** Keystrokes that nothing answers from memory, batches, and bodies that never come to their end. */
async function loadHeavily(origin: string, key: string) {
  const call = (path: string, init: RequestInit = {}) =>
    fetch(`${origin}${path}`, { ...init, headers: { 'x-api-key': key, 'content-type': 'application/json' } });
  const statusOf = async (answer: Response) => {
    await answer.arrayBuffer();
    return answer.status;
  };
  const keystrokes = Array.from({ length: 20 }, (_, caller) =>
    keepAsking(async (number) => statusOf(await call(`/api/v1/autocomplete?q=title%20${caller}${number}`))),
  );
  const batches = Array.from({ length: 4 }, (_, caller) =>
    keepAsking(async (number) => {
      const products = Array.from({ length: rowsPerBatch }, (_row, row) =>
        productInput(`${caller}-${number}-${row}`),
      );
      const body = JSON.stringify({ products });
      return statusOf(await call(imports, { method: 'POST', body }));
    }),
  );
  const products = Array.from({ length: 2_000 }, (_, row) => productInput(`never-${row}`));
  const stuck = await Promise.all(
    Array.from({ length: 5 }, () => startUpload(origin, imports, key, { products })),
  );
  return {
    keystrokes: () => Promise.all(keystrokes),
    batches: () => Promise.all(batches),
    hangUp() {
      for (const upload of stuck) upload.hangUp();
    },
  };
}

for (const { name } of engines) {
  test(`a service under heavy load stops within its limit (${name})`, async () => {
    const data = await createServiceData(name);
    const service = await startChildService(data);
    const { keys } = await createStoreOn(data);
    const key = keys.secret;
    const load = await loadHeavily(service.origin, key);
    const isLoaded = async () => {
      const health = await service.caller(key).request('GET', '/api/v1/health');
      return health.as<{ products: { total: number } }>().products.total > 0;
    };
    await waitUntil('some batches', isLoaded, 60_000);
    assert.equal(await service.end('SIGTERM'), 0, service.log());
    load.hangUp();
    const [keystrokes, batches] = [await load.keystrokes(), await load.batches()];
    assert.ok(keystrokes.some((count) => count > 0));
    const acknowledged = batches.reduce((sum, count) => sum + count, 0) * rowsPerBatch;
    const storage = await data.openStorage();
    const [store] = await storage.directory.listStores();
    assert.ok((store?.productCount ?? 0) >= acknowledged);
    await storage.close();
    data.remove();
  });
}

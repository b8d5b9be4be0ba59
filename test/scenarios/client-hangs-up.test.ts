/**
 * Goal: a client that goes away in the middle of its request leaves nothing behind. Method: uploads whose
 * connection is closed after half of the body, then a look at what was stored and whether the service is well.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { engines } from '../support/engines.ts';
import { startUpload } from '../support/slow-upload.ts';
import { importProducts, productInput } from '../support/store-calls.ts';
import { useService } from '../support/use-service.ts';

const imports = '/api/v1/product-imports';

for (const engine of engines) {
  describe(engine.name, () => {
    const service = useService(engine);

    test('a client that hangs up in mid-body stores nothing', async () => {
      const store = await service.createStore();
      const products = Array.from({ length: 500 }, (_, index) => productInput(`p${index}`));
      const { origin } = service.current();
      const uploads = await Promise.all(
        Array.from({ length: 8 }, () => startUpload(origin, imports, store.keys.secret, { products })),
      );
      for (const upload of uploads) upload.hangUp();
      const run = await importProducts(store, [productInput('after')]);
      assert.equal(run.created_rows, 1);
      const listed = (await store.request('GET', imports)).as<{ imports: { id: string }[] }>().imports;
      assert.deepEqual(
        listed.map(({ id }) => id),
        [run.id],
      );
      const health = (await store.request('GET', '/api/v1/health')).as<{ products: { total: number } }>();
      assert.equal(health.products.total, 1);
    });

    test('a key held by a request that broke off is free again', async () => {
      const store = await service.createStore();
      const options = { body: productInput('a'), headers: { 'idempotency-key': 'k' } };
      const gone = new AbortController();
      const aborted = fetch(`${service.current().origin}${imports}`, {
        method: 'POST',
        headers: {
          'x-api-key': store.keys.secret,
          'content-type': 'application/json',
          'idempotency-key': 'k',
        },
        body: JSON.stringify(options.body),
        signal: gone.signal,
      });
      gone.abort();
      await assert.rejects(aborted, { name: 'AbortError' });
      assert.equal((await store.request('POST', imports, options)).status, 200);
    });
  });
}

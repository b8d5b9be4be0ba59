/**
 * Goal: a flood of writes is answered or put off, never lost, and does not starve other stores. Method: hundreds of
 * writes at once in the name of one store, a few in the name of another, and a comparison with what is stored.
 */
import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { engines } from '../support/engines.ts';
import { expectError } from '../support/expect-error.ts';
import { closeRawSockets } from '../support/raw-request.ts';
import type { TestStore } from '../support/start-test-service.ts';
import { importProducts, productInput, productPath } from '../support/store-calls.ts';
import { useService } from '../support/use-service.ts';

after(closeRawSockets);

async function countProducts(store: TestStore): Promise<number> {
  const health = await store.request('GET', '/api/v1/health');
  return health.as<{ products: { total: number } }>().products.total;
}

for (const engine of engines) {
  describe(engine.name, () => {
    const service = useService(engine);

    test('Contract §3 a flood of writes is answered or refused with 503', async () => {
      const [greedy, modest] = [await service.createStore(), await service.createStore()];
      const put = (store: TestStore, id: string) =>
        store.request('PUT', productPath(id), { body: productInput(id) });
      const flood = Array.from({ length: 400 }, (_, index) => put(greedy, `g${index}`));
      const few = await Promise.all(Array.from({ length: 10 }, (_, index) => put(modest, `m${index}`)));
      assert.ok(few.every(({ status }) => status === 200));
      const answers = await Promise.all(flood);
      const refused = answers.filter(({ status }) => status !== 200);
      for (const answer of refused) expectError(answer, 'unavailable');
      assert.equal(await countProducts(greedy), answers.length - refused.length);
      assert.equal(await countProducts(modest), 10);
    });

    test('a small write takes its turn among another store’s batches', async () => {
      const [greedy, modest] = [await service.createStore(), await service.createStore()];
      let answered = 0;
      const batches = Array.from({ length: 40 }, async (_, batch) => {
        await importProducts(
          greedy,
          Array.from({ length: 300 }, (_row, row) => productInput(`b${batch}-${row}`)),
        );
        answered += 1;
      });
      await importProducts(modest, [productInput('a')]);
      assert.ok(answered < batches.length / 2, `it waited for ${answered} batches`);
      await Promise.all(batches);
      assert.equal(await countProducts(greedy), 12_000);
    });
  });
}

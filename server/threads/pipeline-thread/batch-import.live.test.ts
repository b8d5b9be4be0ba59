/** What of a large batch happens before its turn to write: its gate counts, and its turn comes when the test says. */
import assert from 'node:assert/strict';
import { setImmediate as turnOfOthers } from 'node:timers/promises';
import { limits } from '../../../contract/limits.ts';
import { onSqlite } from '../../../test/support/engines.ts';
import { makeProduct } from '../../../test/support/make-product.ts';
import { stores, toBatch } from '../../../test/support/pipeline-scene.ts';
import { storeRow } from '../../../test/support/storage-rows.ts';
import { waitUntil } from '../../../test/support/wait-until.ts';
import { createSystemClock } from '../../clock.ts';
import { newId } from '../../ids.ts';
import { createBatchImport } from './batch-import.ts';

onSqlite('a large batch is read slice by slice before its turn', async ({ storage }) => {
  for (const id of stores) await storage.directory.createStore(storeRow({ id }), []);
  const turn = Promise.withResolvers<void>();
  let [slices, atOnce, mostAtOnce, waiting] = [0, 0, 0, 0];
  const inTurn = async <Result>(_storeId: string, write: () => Promise<Result>): Promise<Result> => {
    waiting += 1;
    await turn.promise;
    return write();
  };
  const importBatch = createBatchImport({
    storage,
    environment: { clock: createSystemClock(), newId, enrich: false },
    async gate(_storeId, task) {
      slices += 1;
      atOnce += 1;
      mostAtOnce = Math.max(mostAtOnce, atOnce);
      await turnOfOthers();
      return await task().finally(() => {
        atOnce -= 1;
      });
    },
    turns: { run: inTurn, runLong: inTurn },
    atOnce: 1,
  });
  const products = Array.from({ length: 300 }, (_, number) =>
    makeProduct(`p${number}`, { description: 'a '.repeat(4_000) }),
  );
  const batches = stores.map((storeId) => toBatch(storeId, products));
  assert.ok(batches.every(({ body }) => body.byteLength > limits.smallBatchMaxBytes));
  const imports = batches.map((batch) => importBatch(batch));
  await waitUntil('both to wait for their turns to write', () => waiting === stores.length);
  assert.ok(slices >= 2 * stores.length, `${slices} slices`);
  assert.equal(mostAtOnce, 1, 'slices of two batches at once');
  turn.resolve();
  for (const { run } of await Promise.all(imports)) assert.equal(run.createdRows, products.length);
});

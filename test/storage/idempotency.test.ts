/** Goal: old idempotency keys are deleted in bounded steps. */
import assert from 'node:assert/strict';
import { onBothEngines } from '../support/engines.ts';
import { someTime, storeRow, uuidOf } from '../support/storage-rows.ts';

const storeId = uuidOf(1);

onBothEngines('old idempotency keys go oldest first, so many at once', async ({ storage }) => {
  await storage.directory.createStore(storeRow(), []);
  const record = { requestHash: 'h', importId: uuidOf(9) };
  const left = async () => {
    const found = ['k1', 'k2', 'k3', 'k4'].map((key) => storage.reader(storeId).idempotency.find(key));
    return (await Promise.all(found)).map((key) => key?.key);
  };
  const deleteTwo = () =>
    storage.write(storeId, (writer) => writer.idempotency.deleteBefore({ at: someTime, limit: 2 }));
  await storage.write(storeId, async (writer) => {
    for (let number = 1; number <= 4; number += 1) {
      await writer.idempotency.insert({ ...record, key: `k${number}`, createdAt: someTime - 4 + number });
    }
  });
  assert.equal(await deleteTwo(), 2);
  assert.deepEqual(await left(), [undefined, undefined, 'k3', 'k4']);
  assert.equal(await deleteTwo(), 1);
  assert.deepEqual(await left(), [undefined, undefined, undefined, 'k4']);
});

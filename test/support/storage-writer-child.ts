/**
 * A process that writes batches to store 1 until it is killed, and prints the number of each batch once it is
 * acknowledged. Batch n makes product `p<n>` and raises the change number and the counts by one.
 */
import { openStorage, type StorageTarget } from '../../server/storage/open-storage.ts';
import { productWrite, uuidOf } from './storage-rows.ts';

const target: StorageTarget = JSON.parse(process.argv[2] ?? '');
const storage = await openStorage(target);
for (;;) {
  const number = await storage.write(uuidOf(1), async (writer) => {
    const next = writer.store.changeNumber + 1;
    const writes = Array.from({ length: 20 }, (_, index) =>
      productWrite(`p${next}-${index}`, next * 20 + index),
    );
    await writer.upsertProducts(writes, next);
    await writer.updateStore({ changeNumber: next, productCount: 20, inStockCount: 20, enrichmentCount: 0 });
    return next;
  });
  process.stdout.write(`${number}\n`);
}

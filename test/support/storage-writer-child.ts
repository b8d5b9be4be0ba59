/**
 * A process that writes batches to store 1 until it is killed, and prints the number of each batch once it is acknowledged. Batch n
 * makes the 20 products `p<n>-0` to `p<n>-19` and raises the change number by one; the store's counts stay at 20. It never ends by
 * itself. A write that fails, or a wrong argument, ends it with an error.
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
    await writer.products.upsert(writes, next);
    await writer.updateStore({ changeNumber: next, productCount: 20, inStockCount: 20, enrichmentCount: 0 });
    return next;
  });
  process.stdout.write(`${number}\n`);
}

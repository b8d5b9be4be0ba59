/** The store's counters after a change, and with them a point of the catalog's size over time. */
import { limits } from '../../contract/limits.ts';
import type { StoreUpdate } from '../storage/records.ts';
import type { StoreWriter } from '../storage/storage.ts';

const bucketMicros = limits.statisticsBucketSeconds * 1_000_000;

/** Once in a transaction: it counts from the store as of the lock. */
export async function writeCounters(
  writer: StoreWriter,
  update: StoreUpdate,
  nowMicros: number,
): Promise<void> {
  await writer.updateStore(update);
  if (update.productCount === 0 && update.inStockCount === 0) return;
  const inStock = writer.store.inStockCount + update.inStockCount;
  const outOfStock = writer.store.productCount + update.productCount - inStock;
  await writer.recordCatalog({ bucketAt: nowMicros - (nowMicros % bucketMicros), inStock, outOfStock });
}

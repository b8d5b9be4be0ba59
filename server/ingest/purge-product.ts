/** Erasing one product (Contract §4): unlike a removal, nothing of it stays, and its place in the plan is free. */
import type { Clock } from '../clock.ts';
import { notFound } from '../errors.ts';
import { namingProduct } from '../storage/damage.ts';
import type { Storage, StoreWriter } from '../storage/storage.ts';
import { readLeaving } from './damaged-products.ts';
import type { RemovalResult } from './remove-product.ts';
import { writeCounters } from './write-counters.ts';

/**
 * The product as it was, out of stock. Rejects with `not_found` for an unknown one, also the second time. One whose row
 * cannot be read goes all the same, by its key.
 */
export async function purgeProduct(
  storage: Storage,
  request: { readonly storeId: string; readonly externalId: string },
  clock: Clock,
): Promise<RemovalResult> {
  const { storeId, externalId } = request;
  const purge = async (writer: StoreWriter) => {
    const existing = (await writer.existingProducts([externalId])).get(externalId);
    if (existing === undefined) throw notFound('product');
    const product = await readLeaving(writer, externalId, existing);
    const [changeNumber, now] = [writer.store.changeNumber + 1, clock.nowMicros()];
    await writer.eraseProduct(product, { number: changeNumber, at: now });
    const inStockCount = existing.inStock ? -1 : 0;
    const enrichmentCount = existing.countsAsEnriched ? -1 : 0;
    await writeCounters(writer, { changeNumber, productCount: -1, inStockCount, enrichmentCount }, now);
    return { product: { ...product, inStock: false }, changeNumber };
  };
  return namingProduct(storage.reader(storeId), externalId, () => storage.write(storeId, purge));
}

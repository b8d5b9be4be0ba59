/** Erasing one product (Contract §4): unlike a removal, nothing of it stays, and its place in the plan is free. */
import type { Clock } from '../clock.ts';
import { notFound } from '../errors.ts';
import { DamageError } from '../storage/damage.ts';
import type { StoredProduct } from '../storage/records.ts';
import type { Storage, StoreWriter } from '../storage/storage.ts';
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
  const { externalId } = request;
  return storage.write(request.storeId, async (writer) => {
    const existing = (await writer.existingProducts([externalId])).get(externalId);
    if (existing === undefined) throw notFound('product');
    const product = (await readable(writer, externalId)) ?? { ...unreadable, externalId, id: existing.id };
    const [changeNumber, now] = [writer.store.changeNumber + 1, clock.nowMicros()];
    await writer.eraseProduct(product, { number: changeNumber, at: now });
    const inStockCount = existing.inStock ? -1 : 0;
    const enrichmentCount = existing.countsAsEnriched ? -1 : 0;
    await writeCounters(writer, { changeNumber, productCount: -1, inStockCount, enrichmentCount }, now);
    return { product: { ...product, inStock: false }, changeNumber };
  });
}

/** Made at any time. */
const unreadable = { createdAt: 0, attributes: [], suggestionPhrases: [], searchPhrases: [] };

/** Null where a value of the row cannot be read. */
async function readable(writer: StoreWriter, externalId: string): Promise<StoredProduct | null> {
  try {
    return await writer.product(externalId);
  } catch (error) {
    if (error instanceof DamageError && error.row !== null) return null;
    throw error;
  }
}

/**
 * Takes one product out of stock (§3.1, §4.5): its data stays, and it no longer appears as available; or purges it for good. An
 * unknown product is `not_found`; an unreadable row never prevents a removal. At most 50 changes of a product are kept.
 */
// Tests: ./remove-product.live.test.ts.
import { limits } from '../../contract/limits.ts';
import type { Clock } from '../clock.ts';
import { notFound } from '../errors.ts';
import { namingProduct } from '../storage/damage/damage.ts';
import type { RemovedProduct } from '../storage/records.ts';
import type { Storage, StoreWriter } from '../storage/storage.ts';
import { readLeaving } from './damaged-products.ts';
import { writeCounters } from './pipeline.ts';
import { outOfStockChange } from './product-changes.ts';

/** The product as it is now, and what an index must reach to show it. */
export interface RemovalResult {
  readonly product: RemovedProduct;
  readonly changeNumber: number;
}

/** Idempotent for a product that is out of stock already. Rejects with `not_found` for an unknown one. */
export async function removeProduct(
  storage: Storage,
  request: { readonly storeId: string; readonly externalId: string },
  clock: Clock,
): Promise<RemovalResult> {
  const { storeId, externalId } = request;
  const remove = async (writer: StoreWriter) => {
    const existing = (await writer.products.existing([externalId])).get(externalId);
    if (existing === undefined) throw notFound('product');
    const product = await readLeaving(writer, externalId, existing);
    if (!product.inStock) return { product, changeNumber: writer.store.changeNumber };
    const changeNumber = writer.store.changeNumber + 1;
    const updatedAt = clock.nowMicros();
    const change = { externalId, changeNumber, at: updatedAt, runId: null, fields: [outOfStockChange] };
    await writer.products.insertChanges([{ ...change, kind: 'removed' }], limits.changesPerProduct);
    await writer.products.setStock([externalId], false, updatedAt, changeNumber);
    const update = { changeNumber, productCount: 0, inStockCount: -1, enrichmentCount: 0 };
    await writeCounters(writer, update, updatedAt);
    return { product: { ...product, inStock: false, updatedAt, changeNumber }, changeNumber };
  };
  return namingProduct(storage.reader(storeId), externalId, () => storage.write(storeId, remove));
}

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
    const existing = (await writer.products.existing([externalId])).get(externalId);
    if (existing === undefined) throw notFound('product');
    const product = await readLeaving(writer, externalId, existing);
    const [changeNumber, now] = [writer.store.changeNumber + 1, clock.nowMicros()];
    await writer.erasures.erase([product], { number: changeNumber, at: now });
    const inStockCount = existing.inStock ? -1 : 0;
    const enrichmentCount = existing.countsAsEnriched ? -1 : 0;
    await writeCounters(writer, { changeNumber, productCount: -1, inStockCount, enrichmentCount }, now);
    return { product: { ...product, inStock: false }, changeNumber };
  };
  return namingProduct(storage.reader(storeId), externalId, () => storage.write(storeId, purge));
}

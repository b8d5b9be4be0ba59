/**
 * Writes the products of one store, within its transaction. Every statement names the store; products were validated before, and their
 * external ids are distinct. It must run under the store's lock; unknown external ids change nothing. Times are microseconds, prices
 * decimal texts. A statement that fails rejects, and the whole transaction is rolled back.
 */
// Tests: test/storage/storage.test.ts.
import type { Kysely } from 'kysely';
import type { Transaction } from '../database.ts';
import { chunksOf } from '../in-chunks.ts';
import type { Schema } from '../schema.ts';
import { historyWrites } from './history.ts';
import type { RowForm } from './row-form.ts';
import { shortRowWrites } from './short-rows.ts';
import type { ProductReader, ProductWriter } from './tables.ts';

/**
 * Creates the writer of one store’s products, within a transaction under the store’s lock; `rowForm` says in which
 * form rows are written.
 */
export function productWrites(
  builder: Kysely<Schema>,
  transaction: Transaction,
  { storeId, rowForm }: { readonly storeId: string; readonly rowForm: RowForm },
): ProductWriter & Pick<ProductReader, 'existing'> {
  return {
    ...historyWrites(builder, transaction, storeId),
    ...shortRowWrites(builder, transaction, { storeId, rowForm }),
    // In the engine's fastest way, for imports.
    existing: (externalIds) => transaction.existingProducts(storeId, externalIds),
    known: (externalIds) => transaction.knownProducts(storeId, externalIds),
    async upsert(writes, changeNumber) {
      const isShort = await rowForm(transaction.query);
      await transaction.upsertProducts(storeId, writes, { changeNumber, isShort });
    },
    async setStock(externalIds, inStock, updatedAt, changeNumber) {
      for (const ids of chunksOf(externalIds)) {
        const update = builder
          .updateTable('products')
          .set({ in_stock: inStock, content_hash: '', updated_at: updatedAt, change_number: changeNumber })
          .where('store_id', '=', storeId)
          .where('external_id', 'in', ids);
        await transaction.run(update);
      }
    },
    async setCreatedAt(productId, createdAt) {
      const update = builder
        .updateTable('products')
        .set({ created_at: createdAt })
        .where('store_id', '=', storeId);
      await transaction.run(update.where('id', '=', productId));
    },
  };
}

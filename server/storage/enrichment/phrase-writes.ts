/**
 * Writes the phrases of one store's products, within its transaction and under its lock, and moves the counts of their types. Every
 * statement names the store. A product whose source hash has changed meanwhile is left alone. Inputs are trusted: the output rules
 * were applied before. It never deletes a product. A statement that fails rejects, and the transaction is rolled back; ids go in
 * chunks of bounded length.
 */
// Tests: test/storage/enrichment.test.ts, test/storage/product-types.test.ts.
import type { Database, Transaction } from '../database.ts';
import { chunksOf } from '../in-chunks.ts';
import { reviewWrites } from './review-reads.ts';
import type { ReviewWriter } from './review-tables.ts';
import type { PhraseWriter } from './tables.ts';
import { typeCounts } from './type-counts.ts';

/**
 * Creates the writer of one store’s phrases, within a transaction under the store’s lock. It keeps the counts of
 * types in step.
 */
export function phraseWrites(
  { builder }: Pick<Database, 'builder'>,
  transaction: Transaction,
  storeId: string,
): PhraseWriter & ReviewWriter {
  const types = typeCounts(builder, transaction, storeId);
  const ofStore = builder.updateTable('products').where('store_id', '=', storeId);
  return {
    ...reviewWrites({ builder }, transaction, storeId),
    async write(writes, changeNumber) {
      const before = await types.typesOf(
        'id',
        writes.map(({ productId }) => productId),
      );
      const written = await transaction.writePhrases(storeId, writes, changeNumber);
      const done = writes.filter(({ productId }) => written.has(productId));
      await types.move(
        done.map(({ productId, type }) => [before.get(productId) ?? null, type?.name ?? null] as const),
      );
      return written;
    },
    writeSets: (sets) => transaction.writePhraseSets(storeId, sets),
    async setLocked(productId, isLocked) {
      await transaction.run(ofStore.set({ phrases_locked: isLocked }).where('id', '=', productId));
    },
    async clear(damaged) {
      for (const name of ['suggestion_phrases', 'search_phrases'] as const) {
        const rows = damaged.filter(({ column }) => column === name);
        for (const ids of chunksOf(rows.map(({ id }) => id))) {
          await transaction.run(ofStore.set({ [name]: '[]' }).where('external_id', 'in', ids));
        }
      }
      const untyped = damaged.filter(({ column }) => column === 'type_details').map(({ id }) => id);
      const before = await types.typesOf('external_id', untyped);
      await types.move(Array.from(before.values(), (name) => [name, null] as const));
      for (const ids of chunksOf(untyped)) {
        const none = ofStore.set({ product_type: null, type_details: null });
        await transaction.run(none.where('external_id', 'in', ids));
      }
    },
  };
}

/**
 * Writes one store's own row, within its transaction. Counts are added, the change number is set; other nodes learn of it after the
 * commit. It must run under the store's lock and never reads counters back: inputs are trusted. Times are microseconds.
 */
// Tests: test/storage/storage.test.ts.
import type { Kysely } from 'kysely';
import type { Transaction } from '../database.ts';
import type { Schema } from '../schema.ts';
import type { StoreWriter } from '../storage.ts';
import { raiseVersion } from './directory-changes.ts';

/** Creates the writer of one store’s counters, change number and settings, within a transaction under its lock. */
export function storeWrites(
  builder: Kysely<Schema>,
  transaction: Transaction,
  storeId: string,
): Pick<StoreWriter, 'updateStore' | 'updateSettings'> {
  return {
    async updateStore(update) {
      const statement = builder
        .updateTable('stores')
        .set((expression) => ({
          change_number: update.changeNumber,
          product_count: expression('product_count', '+', update.productCount),
          in_stock_count: expression('in_stock_count', '+', update.inStockCount),
          enrichment_count: expression('enrichment_count', '+', update.enrichmentCount),
        }))
        .where('id', '=', storeId);
      await transaction.run(statement);
      transaction.announce(storeId);
    },
    async updateSettings({ name, plan, currency, locale, groupVariants, changeNumber }) {
      await raiseVersion(builder, transaction, storeId);
      const settings = { name, plan, currency, locale, change_number: changeNumber };
      const grouping = { group_variants: groupVariants };
      await transaction.run(
        builder
          .updateTable('stores')
          .set({ ...settings, ...grouping })
          .where('id', '=', storeId),
      );
      transaction.announce(storeId);
    },
  };
}

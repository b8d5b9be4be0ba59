/**
 * Reads and replaces the synonyms of one store. Every statement names the store; rules have been validated. A store without rules has
 * an empty list and change number 0. It compiles nothing. At most 2,000 rules in one row; a row that cannot be read is damage of its
 * store.
 */
// Tests: test/storage/synonyms.test.ts.
import type { Kysely } from 'kysely';
import type { Query, Transaction } from '../database.ts';
import type { Schema } from '../schema.ts';
import type { RowOf } from '../table.ts';
import { type StoreSynonyms, type SynonymReader, type SynonymWriter, synonymSets } from './tables.ts';

/** Creates the reader of one store’s synonyms; `changed` gives null where they are no newer than the change number. */
export function synonymReads(builder: Kysely<Schema>, query: Query, storeId: string): SynonymReader {
  const set = builder.selectFrom('synonym_sets').selectAll().where('store_id', '=', storeId);
  return {
    async read() {
      const [row] = await query(set);
      return toStoreSynonyms(row);
    },
    async changed(after) {
      const [row] = await query(set.where('change_number', '>', after));
      return row === undefined ? null : toStoreSynonyms(row);
    },
  };
}

/** A store without a row has no rules of its own, and the common ones. */
function toStoreSynonyms(row: RowOf<typeof synonymSets.columns> | undefined): StoreSynonyms {
  if (row === undefined) return { rules: [], common: true, changeNumber: 0, updatedAt: null };
  return synonymSets.decode(row);
}

/** Creates the writer of one store’s synonyms, which replaces the whole set. */
export function synonymWrites(
  builder: Kysely<Schema>,
  transaction: Transaction,
  storeId: string,
): SynonymWriter {
  return {
    async replace(synonyms) {
      const values = synonymSets.encode(synonyms);
      const upsert = builder
        .insertInto('synonym_sets')
        .values({ store_id: storeId, ...values })
        .onConflict((conflict) => conflict.column('store_id').doUpdateSet(values));
      await transaction.run(upsert);
    },
  };
}

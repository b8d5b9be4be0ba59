/**
 * Writes the collections of one store for their owners, and lists the stores whose collections have something to follow. Statements of
 * writes name the store; members are written elsewhere (member-writes.ts). Inputs are trusted, and a collection that is gone is left
 * alone. It runs under the store's lock. Times are microseconds. It never rejects for a value: checks of names and counts (200 a
 * store) come before.
 */
// Tests: test/api/collections.test.ts.
import type { Kysely } from 'kysely';
import { decodeTolerantly, type OnDamage } from '../damage/damage.ts';
import type { Database, Transaction } from '../database.ts';
import type { Schema } from '../schema.ts';
import { storeRecord } from '../stores/tables.ts';
import { membershipDelete, toGenerationRow } from './rows.ts';
import { type CollectionWriter, collections, type StoreToCollect } from './tables.ts';

/** Creates the writer of the settings of one store’s collections; {@link memberWrites} writes their members. */
export function collectionWrites(
  builder: Kysely<Schema>,
  transaction: Transaction,
  storeId: string,
): CollectionWriter {
  return {
    async insert(collection) {
      const row = { store_id: storeId, ...collections.encode(collection) };
      await transaction.run(builder.insertInto('collections').values(row));
    },
    async update(collection) {
      const { id, created_at, ...values } = collections.encode(collection);
      const update = builder
        .updateTable('collections')
        .set(values)
        .where('store_id', '=', storeId)
        .where('id', '=', id);
      await transaction.run(update);
    },
    async delete(collectionId) {
      const remove = builder
        .deleteFrom('collections')
        .where('store_id', '=', storeId)
        .where('id', '=', collectionId);
      await transaction.run(remove);
    },
    async raise() {
      const raise = builder
        .insertInto('collection_stores')
        .values({
          store_id: storeId,
          version: 1,
          followed_version: 0,
          followed_change: 0,
          keyed_version: 0,
          keyed_change: 0,
        })
        .onConflict((conflict) =>
          conflict.column('store_id').doUpdateSet((expression) => ({
            version: expression('collection_stores.version', '+', 1),
          })),
        )
        .returning('version');
      const [row] = await transaction.query(raise);
      return row?.version ?? 0;
    },
    async insertGeneration(generation) {
      const row = toGenerationRow(storeId, generation);
      await transaction.run(builder.insertInto('collection_generations').values(row));
    },
    async deletePastMemberships(rows) {
      await transaction.lockMembers(storeId);
      await transaction.deleteRows(membershipDelete(storeId, rows));
    },
  };
}

/** Stores whose catalog or collections moved since their collections were last found up to date. */
export async function storesToCollect(database: Database, onDamage: OnDamage): Promise<StoreToCollect[]> {
  const stores = database.builder
    .selectFrom('collection_stores as followed')
    .innerJoin('stores', 'stores.id', 'followed.store_id')
    .selectAll('stores')
    .select('followed.version')
    .where(({ eb, or, ref }) =>
      or([
        eb('followed.keyed_change', '!=', ref('stores.change_number')),
        eb('followed.keyed_version', '!=', ref('followed.version')),
      ]),
    )
    .orderBy('stores.id');
  const rows = await database.read(null, stores);
  const { values, damaged } = decodeTolerantly(rows, (row) => ({
    store: storeRecord.decode(row),
    version: row.version,
  }));
  for (const row of damaged) onDamage(row.id, [row]);
  return values;
}

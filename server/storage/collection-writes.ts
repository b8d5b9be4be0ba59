/** The writes of the collections of one store, and which stores have some to follow. Every statement names the store. */
import { type Kysely, type RawBuilder, sql } from 'kysely';
import {
  memberKeysUpdates,
  membershipInsert,
  toCollectionRow,
  toGenerationRow,
  toSeenColumns,
} from './collection-rows.ts';
import type { CollectionWriter, StoreToCollect } from './collections.ts';
import { decodeTolerantly, type OnDamage } from './damage.ts';
import type { Database, Transaction } from './database.ts';
import { toStore } from './directory-rows.ts';
import type { Schema } from './schema.ts';

/** Lists are written in stretches of few lengths, so that prepared statements are kept. Chosen. */
const stretches = [100, 10, 1] as const;

export function collectionWrites(
  builder: Kysely<Schema>,
  transaction: Transaction,
  storeId: string,
): CollectionWriter {
  return {
    ...descriptionWrites(builder, transaction, storeId),
    ...generationWrites(builder, transaction, storeId),
    ...memberWrites(builder, transaction, storeId),
  };
}

type DescriptionWrites = Pick<
  CollectionWriter,
  | 'insertCollection'
  | 'updateCollection'
  | 'deleteCollection'
  | 'raiseCollections'
  | 'noteCollectionsFollowed'
>;

function descriptionWrites(
  builder: Kysely<Schema>,
  transaction: Transaction,
  storeId: string,
): DescriptionWrites {
  return {
    async insertCollection(collection) {
      const { id, createdAt } = collection;
      const row = { store_id: storeId, id, created_at: createdAt, ...toCollectionRow(collection) };
      await transaction.run(builder.insertInto('collections').values(row));
    },
    async updateCollection(collection) {
      const update = builder
        .updateTable('collections')
        .set(toCollectionRow(collection))
        .where('store_id', '=', storeId)
        .where('id', '=', collection.id);
      await transaction.run(update);
    },
    async deleteCollection(collectionId) {
      const remove = builder
        .deleteFrom('collections')
        .where('store_id', '=', storeId)
        .where('id', '=', collectionId);
      await transaction.run(remove);
    },
    async raiseCollections() {
      const raise = builder
        .insertInto('collection_stores')
        .values({ store_id: storeId, version: 1, followed_version: 0, followed_change: 0 })
        .onConflict((conflict) =>
          conflict.column('store_id').doUpdateSet((expression) => ({
            version: expression('collection_stores.version', '+', 1),
          })),
        )
        .returning('version');
      const [row] = await transaction.query(raise);
      return row?.version ?? 0;
    },
    async noteCollectionsFollowed({ changeNumber, version }) {
      const note = builder
        .updateTable('collection_stores')
        .set({ followed_change: changeNumber, followed_version: version })
        .where('store_id', '=', storeId);
      await transaction.run(note);
    },
  };
}

type GenerationWrites = Pick<
  CollectionWriter,
  'insertGeneration' | 'retireGeneration' | 'retireGenerations' | 'moveGenerations' | 'deleteRetired'
>;

function generationWrites(
  builder: Kysely<Schema>,
  transaction: Transaction,
  storeId: string,
): GenerationWrites {
  const update = builder.updateTable('collection_generations').where('store_id', '=', storeId);
  return {
    async insertGeneration(generation) {
      const row = toGenerationRow(storeId, generation);
      await transaction.run(builder.insertInto('collection_generations').values(row));
    },
    async retireGeneration(generation) {
      await transaction.run(update.set({ state: 'retired' }).where('number', '=', generation));
    },
    async retireGenerations(collectionId, state) {
      const all = update.set({ state: 'retired' }).where('collection_id', '=', collectionId);
      await transaction.run(state === undefined ? all : all.where('state', '=', state));
    },
    async moveGenerations({ from, to, added, isComplete }) {
      const seen = toSeenColumns(from);
      let moved = 0;
      for (const some of stretchesOf([...added])) {
        const numbers = some.map(([number]) => number);
        const move = update
          .set({
            ...toSeenColumns(to),
            member_count: sql<number>`member_count + ${countFor(some)}`,
            ...(isComplete ? { state: 'live' } : {}),
          })
          .where('number', 'in', numbers)
          .where('state', '!=', 'retired')
          .where('seen_change', '=', seen.seen_change)
          .where('seen_external_id', '=', seen.seen_external_id);
        moved += await transaction.run(move);
      }
      return moved === added.size;
    },
    async deleteRetired(generation, limit) {
      const some = builder
        .selectFrom('collection_products')
        .select('product_id')
        .where('store_id', '=', storeId)
        .where('generation', '=', generation)
        .limit(limit);
      const members = builder
        .deleteFrom('collection_products')
        .where('store_id', '=', storeId)
        .where('generation', '=', generation)
        .where('product_id', 'in', some);
      // A product may be a member at several times.
      if ((await transaction.run(members)) >= limit) return true;
      const remove = builder
        .deleteFrom('collection_generations')
        .where('store_id', '=', storeId)
        .where('number', '=', generation);
      await transaction.run(remove);
      return false;
    },
  };
}

type MemberWrites = Pick<
  CollectionWriter,
  'deleteMemberships' | 'putMemberships' | 'rekeyMemberships' | 'deletePastMemberships'
>;

function memberWrites(builder: Kysely<Schema>, transaction: Transaction, storeId: string): MemberWrites {
  const remove = builder.deleteFrom('collection_products').where('store_id', '=', storeId);
  return {
    async deleteMemberships(generation, productIds) {
      for (const ids of stretchesOf(productIds)) {
        await transaction.run(remove.where('product_id', 'in', ids).where('generation', '=', generation));
      }
    },
    async putMemberships(memberships) {
      await transaction.insertRows(membershipInsert(storeId, memberships));
    },
    async rekeyMemberships(keys) {
      for (const update of memberKeysUpdates(storeId, keys)) await transaction.updateRows(update);
    },
    async deletePastMemberships(rows) {
      for (const { generation, productId, fromAt } of rows) {
        const one = remove
          .where('product_id', '=', productId)
          .where('generation', '=', generation)
          .where('from_at', '=', fromAt);
        await transaction.run(one);
      }
    },
  };
}

/** The count of each generation; one statement for all of them. */
function countFor(added: readonly (readonly [number: number, count: number])[]): RawBuilder<number> {
  const cases = added.map(([number, count]) => sql`when ${number} then ${count}`);
  return sql<number>`case number ${sql.join(cases, sql` `)} else 0 end`;
}

function* stretchesOf<Item>(items: readonly Item[]): Generator<readonly Item[]> {
  let start = 0;
  for (const length of stretches) {
    for (; items.length - start >= length; start += length) yield items.slice(start, start + length);
  }
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
        eb('followed.followed_change', '!=', ref('stores.change_number')),
        eb('followed.followed_version', '!=', ref('followed.version')),
      ]),
    )
    .orderBy('stores.id');
  const rows = await database.read(null, stores);
  const { values, damaged } = decodeTolerantly(rows, (row) => ({
    store: toStore(row),
    version: row.version,
  }));
  for (const row of damaged) onDamage(row.id, [row]);
  return values;
}

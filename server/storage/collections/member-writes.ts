/**
 * Writes the members of one store's collections, for the follower, within its transaction under the lock of members. Every statement
 * names the store. A step whose generations have moved meanwhile changes nothing that counts: `moveGenerations` returns false, and the
 * caller rolls back. Lists are written in stretches of at most 500 rows. Inputs are trusted; times are microseconds since 1970.
 */
// Tests: test/storage/member-places.test.ts.
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { TolerantPlace } from '../damage/damage.ts';
import type { Transaction } from '../database.ts';
import type { Schema } from '../schema.ts';
import { collectionReads } from './reads.ts';
import {
  memberKeysInsert,
  membershipDelete,
  membershipInsert,
  toPositionColumns,
  toSeenColumns,
} from './rows.ts';
import type { MemberWriter } from './tables.ts';

/** Lengths of the stretches in which lists are written. Chosen: few lengths, so that prepared statements are reused. */
const stretches = [500, 100, 10, 1] as const;

/** Creates the writer of the members of one store’s collections, within a transaction under the lock of members. */
export function memberWrites(
  builder: Kysely<Schema>,
  transaction: Transaction,
  place: TolerantPlace,
): MemberWriter {
  const { storeId } = place;
  const { generations, names } = collectionReads(builder, transaction.query, place);
  return {
    generations,
    names,
    ...generationWrites(builder, transaction, storeId),
    ...memberKeyWrites(builder, transaction, storeId),
    async deleteMemberships(rows) {
      await transaction.deleteRows(membershipDelete(storeId, rows));
    },
    async putMemberships(memberships) {
      await transaction.insertRows(membershipInsert(storeId, memberships));
    },
    async noteCollectionsFollowed({ changeNumber, version }) {
      const note = builder
        .updateTable('collection_stores')
        .set({
          followed_change: changeNumber,
          followed_version: version,
          keyed_change: changeNumber,
          keyed_version: version,
        })
        .where('store_id', '=', storeId);
      await transaction.run(note);
    },
  };
}

type GenerationWrites = Pick<MemberWriter, 'retireGenerations' | 'moveGenerations' | 'deleteRetired'>;

function generationWrites(
  builder: Kysely<Schema>,
  transaction: Transaction,
  storeId: string,
): GenerationWrites {
  const update = builder.updateTable('collection_generations').where('store_id', '=', storeId);
  const { dropMemberKeys } = memberKeyWrites(builder, transaction, storeId);
  return {
    async retireGenerations(numbers) {
      for (const some of stretchesOf(numbers)) {
        await transaction.run(update.set({ state: 'retired' }).where('number', 'in', some));
      }
    },
    async moveGenerations({ from, oldFrom, to, added, isComplete }) {
      const [change, externalId] = toPositionColumns(from);
      const [oldChange, oldExternalId] = toPositionColumns(oldFrom);
      let moved = 0;
      for (const some of stretchesOf([...added])) {
        const move = update
          .set({
            ...toSeenColumns(to),
            member_count: sql<number>`member_count + ${countFor(some)}`,
            ...(isComplete ? { state: 'live' as const } : {}),
          })
          .where(
            'number',
            'in',
            some.map(([number]) => number),
          )
          .where('state', '!=', 'retired')
          .where('keyed_change', '=', change)
          .where('keyed_external_id', '=', externalId)
          .where('seen_change', '=', oldChange)
          .where('seen_external_id', '=', oldExternalId);
        moved += await transaction.run(move);
      }
      return moved === added.size;
    },
    async deleteRetired(generation, limit) {
      const members = builder
        .selectFrom('collection_products')
        .select(['generation', 'product_id', 'from_at'])
        .where('store_id', '=', storeId)
        .where('generation', '=', generation)
        .limit(limit);
      const rows = await transaction.query(members);
      const gone = rows.map((row) => ({ generation, productId: row.product_id, fromAt: row.from_at }));
      await transaction.deleteRows(membershipDelete(storeId, gone));
      await dropMemberKeys([...new Set(gone.map(({ productId }) => productId))]);
      if (gone.length >= limit) return true;
      const remove = builder
        .deleteFrom('collection_generations')
        .where('store_id', '=', storeId)
        .where('number', '=', generation);
      await transaction.run(remove);
      return false;
    },
  };
}

type KeyWrites = Pick<MemberWriter, 'keyedProducts' | 'putMemberKeys' | 'dropMemberKeys'>;

function memberKeyWrites(builder: Kysely<Schema>, transaction: Transaction, storeId: string): KeyWrites {
  const products = builder
    .selectFrom('products as product')
    .leftJoin('member_keys as keys', (join) =>
      join.on('keys.store_id', '=', storeId).onRef('keys.product_id', '=', 'product.id'),
    )
    .select(['product.id', 'product.change_number as changeNumber', 'keys.in_stock as inStock'])
    .select(['keys.title_key as titleKey', 'keys.price_key as priceKey', 'keys.created_at as createdAt'])
    .where('product.store_id', '=', storeId);
  return {
    async keyedProducts(productIds) {
      const found = [];
      for (const ids of stretchesOf(productIds)) {
        for (const row of await transaction.query(products.where('product.id', 'in', ids))) {
          const { id, changeNumber, inStock, titleKey, priceKey, createdAt } = row;
          const isMember = titleKey !== null && priceKey !== null && createdAt !== null;
          const keys = isMember
            ? { productId: id, inStock: Boolean(inStock), titleKey, priceKey, createdAt }
            : null;
          found.push({ id, changeNumber, keys });
        }
      }
      return found;
    },
    async putMemberKeys(keys, present) {
      await transaction.insertRows(memberKeysInsert(storeId, keys, present));
    },
    async dropMemberKeys(productIds) {
      for (const ids of stretchesOf(productIds)) {
        const remove = builder
          .deleteFrom('member_keys')
          .where('store_id', '=', storeId)
          .where('product_id', 'in', ids)
          .where(({ exists, not, selectFrom }) =>
            not(
              exists(
                selectFrom('collection_products as member')
                  .select('member.generation')
                  .where('member.store_id', '=', storeId)
                  .whereRef('member.product_id', '=', 'member_keys.product_id'),
              ),
            ),
          );
        await transaction.run(remove);
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

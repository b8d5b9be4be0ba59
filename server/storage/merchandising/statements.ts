/**
 * Reads and writes the rules of one store, and the fields of products by which rules name them. Every statement names the store; rules
 * have been validated. A store without rules has an empty list and the change number 0. At most the `limit` asked for, or 500 ids a
 * statement. It never changes a product.
 */
// Tests: test/api/merchandising.test.ts.

import type { Kysely } from 'kysely';
import type { Query, Transaction } from '../database.ts';
import { inChunks } from '../in-chunks.ts';
import type { Schema } from '../schema.ts';
import type { RowOf } from '../table.ts';
import {
  type MerchandisingReader,
  type MerchandisingWriter,
  merchandisingSets,
  namableProduct,
  rankingSets,
  type StoreMerchandising,
  type StoreRanking,
} from './tables.ts';

/** Creates the reader of one store’s rules and of the products that rules can name. */
export function merchandisingReads(
  builder: Kysely<Schema>,
  query: Query,
  storeId: string,
): MerchandisingReader {
  const set = builder.selectFrom('merchandising_sets').selectAll().where('store_id', '=', storeId);
  const rankingSet = builder.selectFrom('ranking_sets').selectAll().where('store_id', '=', storeId);
  const products = builder
    .selectFrom('products')
    .select(namableProduct.names)
    .where('store_id', '=', storeId);
  return {
    async read() {
      const [row] = await query(set);
      return toStoreMerchandising(row);
    },
    async changed(after) {
      const [row] = await query(set.where('change_number', '>', after));
      return row === undefined ? null : toStoreMerchandising(row);
    },
    async ranking() {
      const [row] = await query(rankingSet);
      return row === undefined ? usualRanking : rankingSets.decode(row);
    },
    async changedRanking(after) {
      const [row] = await query(rankingSet.where('change_number', '>', after));
      return row === undefined ? null : rankingSets.decode(row);
    },
    async namableProducts({ after, limit }) {
      const rest = after === null ? products : products.where('external_id', '>', after);
      return (await query(rest.orderBy('external_id').limit(limit))).map(namableProduct.decode);
    },
    async namedProducts(externalIds) {
      const rows = await inChunks(externalIds, (ids) => query(products.where('external_id', 'in', ids)));
      return rows.map(namableProduct.decode);
    },
  };
}

/** Creates the writer of one store’s rules, which replaces the whole set. */
export function merchandisingWrites(
  builder: Kysely<Schema>,
  transaction: Transaction,
  storeId: string,
): MerchandisingWriter {
  return {
    async replace(set) {
      const values = merchandisingSets.encode(set);
      const upsert = builder
        .insertInto('merchandising_sets')
        .values({ store_id: storeId, ...values })
        .onConflict((conflict) => conflict.column('store_id').doUpdateSet(values));
      await transaction.run(upsert);
    },
    async replaceRanking(set) {
      const values = rankingSets.encode(set);
      const upsert = builder
        .insertInto('ranking_sets')
        .values({ store_id: storeId, ...values })
        .onConflict((conflict) => conflict.column('store_id').doUpdateSet(values));
      await transaction.run(upsert);
    },
  };
}

/** The settings of a store that never set any. */
const usualRanking: StoreRanking = { hidesOutOfStock: false, boosts: [], changeNumber: 0, updatedAt: null };

/** A store without a row has no rules. */
function toStoreMerchandising(row: RowOf<typeof merchandisingSets.columns> | undefined): StoreMerchandising {
  return row === undefined ? { rules: [], changeNumber: 0, updatedAt: null } : merchandisingSets.decode(row);
}

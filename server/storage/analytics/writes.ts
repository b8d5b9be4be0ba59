/**
 * Writes the daily figures of one store, and deletes figures that are past their time: at most `limit` rows a call. It decides no
 * retention; callers pass the day. Inputs are trusted: each product or query at most once in a call. It runs inside the caller's
 * transaction. Days are `YYYY-MM-DD` in UTC. It never reads or changes events; a statement that fails rejects and rolls the
 * transaction back.
 */
// Tests: test/storage/search-statistics.test.ts, test/storage/value-statistics.test.ts.
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Transaction } from '../database.ts';
import { deleteSomeOf } from '../delete-some.ts';
import type { Schema } from '../schema.ts';
import { insertOf } from '../snapshots/insert-rows.ts';
import { countQueryDays } from './reads.ts';
import { type AnalyticsWriter, productDays, queryDays, searchDays, valueDays } from './tables.ts';

/**
 * Creates the writer of one store’s daily figures about searches and products, within a transaction under the store’s
 * lock.
 */
export function analyticsWrites(
  builder: Kysely<Schema>,
  transaction: Transaction,
  storeId: string,
): AnalyticsWriter {
  const deleteSome = deleteSomeOf(builder, transaction, storeId);
  const deleteQueries = (where: RawBuilder<unknown>, limit: number, orderBy = sql`day`) =>
    deleteSome({ table: 'query_days', key: ['day', 'query'], where, orderBy, limit });
  return {
    async setSearchDay(day) {
      const replaces = ['searches', 'no_results', 'clicked', 'positions', 'letters'] as const;
      await transaction.insertRows(insertOf(searchDays, { storeId, records: [day], replaces }));
    },
    async setQueryDays(day, queries) {
      const replaces = [
        ...(['searches', 'no_results', 'clicked', 'visitors', 'is_shown', 'positions'] as const),
        ...(['carts', 'purchases', 'revenue'] as const),
      ];
      const records = queries.map((one) => ({ day, ...one }));
      await transaction.insertRows(insertOf(queryDays, { storeId, records, replaces }));
    },
    async addProductDays(day, products) {
      const records = products.map((one) => ({ day, ...one, revenue: null }));
      await transaction.insertRows(
        insertOf(productDays, { storeId, records, adds: ['clicks', 'carts', 'purchases'] }),
      );
    },
    async setProductRevenue(day, products) {
      const counts = { clicks: 0, carts: 0, purchases: 0 };
      const records = products.map(({ key, revenue }) => ({ day, productId: key, ...counts, revenue }));
      await transaction.insertRows(insertOf(productDays, { storeId, records, replaces: ['revenue'] }));
    },
    async setValueDay(day) {
      const replaces = [
        ...(['carts', 'purchases', 'revenue'] as const),
        ...(['searched_carts', 'searched_purchases', 'searched_revenue'] as const),
      ];
      await transaction.insertRows(insertOf(valueDays, { storeId, records: [day], replaces }));
    },
    deleteQueryDaysBefore: (day, limit) => deleteQueries(sql`day < ${day}`, limit),
    deleteHiddenQueriesBefore: (day, limit) => deleteQueries(sql`not is_shown and day < ${day}`, limit),
    async makeRoomForQueries(day, wanted, most) {
      const room = most - (await countQueryDays(builder, transaction.query, storeId, day));
      if (room >= wanted) return room;
      const isRare = sql`not is_shown and day = ${day}`;
      return room + (await deleteQueries(isRare, wanted - room, sql`searches, query`));
    },
    deleteProductDaysBefore: (day, limit) =>
      deleteSome({
        table: 'product_days',
        key: ['day', 'product_id'],
        where: sql`day < ${day}`,
        orderBy: sql`day`,
        limit,
      }),
    async deleteSearchDaysBefore(day) {
      const old = builder.deleteFrom('search_days').where('store_id', '=', storeId).where('day', '<', day);
      await transaction.run(old);
    },
    async deleteValueDaysBefore(day) {
      const old = builder.deleteFrom('value_days').where('store_id', '=', storeId).where('day', '<', day);
      await transaction.run(old);
    },
  };
}

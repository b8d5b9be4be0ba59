/** Figures of one store by day, as they are written and, when their time is over, thrown away. */
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Transaction } from './database.ts';
import { deleteSomeOf } from './delete-some.ts';
import type { Schema } from './schema.ts';
import { productDayInsert, queryDayInsert, searchDayInsert } from './search-rows.ts';
import type { SearchStatisticsWriter } from './search-statistics.ts';

export function searchWrites(
  builder: Kysely<Schema>,
  transaction: Transaction,
  storeId: string,
): SearchStatisticsWriter {
  const deleteSome = deleteSomeOf(builder, transaction, storeId);
  const deleteQueries = (where: RawBuilder<unknown>, limit: number, orderBy = sql`day`) =>
    deleteSome({ table: 'query_days', key: ['day', 'query'], where, orderBy, limit });
  return {
    setSearchDay: (day) => transaction.insertRows(searchDayInsert(storeId, day)),
    setQueryDays: (day, ofDay) => transaction.insertRows(queryDayInsert(storeId, day, ofDay)),
    addProductDays: (day, ofDay) => transaction.insertRows(productDayInsert(storeId, day, ofDay)),
    deleteQueryDaysBefore: (day, limit) => deleteQueries(sql`day < ${day}`, limit),
    deleteHiddenQueriesBefore: (day, limit) => deleteQueries(sql`not is_shown and day < ${day}`, limit),
    deleteRareQueries: (day, limit) =>
      deleteQueries(sql`not is_shown and day = ${day}`, limit, sql`searches, query`),
    deleteProductDaysBefore: (day, limit) =>
      deleteSome({
        ...{ table: 'product_days', key: ['day', 'product_id'], limit },
        ...{ where: sql`day < ${day}`, orderBy: sql`day` },
      }),
    async deleteSearchDaysBefore(day) {
      const old = builder.deleteFrom('search_days').where('store_id', '=', storeId).where('day', '<', day);
      await transaction.run(old);
    },
  };
}

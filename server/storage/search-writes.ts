/** Figures of one store by day, as they are written and, when their time is over, thrown away. */
import type { Kysely } from 'kysely';
import type { Transaction } from './database.ts';
import type { Schema } from './schema.ts';
import { productDayInsert, queryDayInsert, searchDayInsert } from './search-rows.ts';
import type { SearchStatisticsWriter } from './search-statistics.ts';

export function searchWrites(
  builder: Kysely<Schema>,
  transaction: Transaction,
  storeId: string,
): SearchStatisticsWriter {
  const queries = builder.selectFrom('query_days').select(['day', 'query']).where('store_id', '=', storeId);
  const hidden = queries.where('is_shown', '=', false);
  function deleteQueries(chosen: typeof queries, limit: number): Promise<number> {
    const rows = chosen.limit(limit).$asTuple('day', 'query');
    const remove = builder
      .deleteFrom('query_days')
      .where('store_id', '=', storeId)
      .where(({ eb, refTuple }) => eb(refTuple('day', 'query'), 'in', rows));
    return transaction.run(remove);
  }
  return {
    setSearchDay: (day) => transaction.insertRows(searchDayInsert(storeId, day)),
    setQueryDays: (day, ofDay) => transaction.insertRows(queryDayInsert(storeId, day, ofDay)),
    addProductDays: (day, ofDay) => transaction.insertRows(productDayInsert(storeId, day, ofDay)),
    deleteQueryDaysBefore: (day, limit) => deleteQueries(queries.where('day', '<', day), limit),
    deleteHiddenQueriesBefore: (day, limit) => deleteQueries(hidden.where('day', '<', day), limit),
    deleteRareQueries: (day, limit) =>
      deleteQueries(hidden.where('day', '=', day).orderBy('searches').orderBy('query'), limit),
    deleteProductDaysBefore(day, limit) {
      const old = builder
        .selectFrom('product_days')
        .select(['day', 'product_id'])
        .where('store_id', '=', storeId)
        .where('day', '<', day)
        .orderBy('day')
        .limit(limit)
        .$asTuple('day', 'product_id');
      const remove = builder
        .deleteFrom('product_days')
        .where('store_id', '=', storeId)
        .where(({ eb, refTuple }) => eb(refTuple('day', 'product_id'), 'in', old));
      return transaction.run(remove);
    },
    async deleteSearchDaysBefore(day) {
      const old = builder.deleteFrom('search_days').where('store_id', '=', storeId).where('day', '<', day);
      await transaction.run(old);
    },
  };
}

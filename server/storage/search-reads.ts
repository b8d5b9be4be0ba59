/** Figures of one store by day, as they are read. */
import type { Kysely } from 'kysely';
import type { Query } from './database.ts';
import { inChunks } from './in-chunks.ts';
import type { Schema } from './schema.ts';
import { toQueryDay, toSearchDay } from './search-rows.ts';
import type { DaySpan, QueryFigures, SearchStatisticsReader } from './search-statistics.ts';

export function searchReads(builder: Kysely<Schema>, query: Query, storeId: string): SearchStatisticsReader {
  return { ...queryReads(builder, query, storeId), ...productReads(builder, query, storeId) };
}

type ProductReads = Pick<SearchStatisticsReader, 'productDays' | 'rankedProducts' | 'productFigures'>;
type QueryReads = Omit<SearchStatisticsReader, keyof ProductReads>;

function queryReads(builder: Kysely<Schema>, query: Query, storeId: string): QueryReads {
  const ofDays = builder.selectFrom('query_days').where('store_id', '=', storeId);
  const columns = ['query', 'searches', 'no_results', 'clicked', 'visitors', 'is_shown'] as const;
  const shown = ({ from, to }: DaySpan) =>
    ofDays
      .where('day', '>=', from)
      .where('day', '<=', to)
      .where('is_shown', '=', true)
      .groupBy('query')
      .select(({ fn }) => [
        'query',
        fn.sum<number>('searches').as('searches'),
        fn.sum<number>('no_results').as('no_results'),
        fn.sum<number>('clicked').as('clicked'),
      ]);
  return {
    async searchDays({ from, to }) {
      const days = builder
        .selectFrom('search_days')
        .selectAll()
        .where('store_id', '=', storeId)
        .where('day', '>=', from)
        .where('day', '<=', to);
      return (await query(days.orderBy('day'))).map(toSearchDay);
    },
    async queryDays(day, queries) {
      const rows = await inChunks(queries, (chunk) =>
        query(ofDays.select(columns).where('day', '=', day).where('query', 'in', chunk)),
      );
      return rows.map(toQueryDay);
    },
    async countQueryDays(day) {
      const count = ofDays.where('day', '=', day).select(({ fn }) => fn.countAll<number>().as('count'));
      return (await query(count))[0]?.count ?? 0;
    },
    async rankedQueries(span, order, limit, offset = 0) {
      const sums = builder.selectFrom(shown(span).as('sums')).selectAll();
      const chosen =
        order === 'no_results'
          ? sums.where('no_results', '>', 0).orderBy('no_results', 'desc')
          : order === 'unclicked'
            ? sums
                .where('clicked', '=', 0)
                .whereRef('searches', '>', 'no_results')
                .orderBy('searches', 'desc')
            : sums.where('searches', '>', 0).orderBy('searches', 'desc');
      return (await query(chosen.orderBy('query').limit(limit).offset(offset))).map(toQueryFigures);
    },
    async queryFigures(span, queries) {
      const rows = await inChunks(queries, (chunk) => query(shown(span).where('query', 'in', chunk)));
      return rows.map(toQueryFigures);
    },
  };
}

function productReads(builder: Kysely<Schema>, query: Query, storeId: string): ProductReads {
  const within = ({ from, to }: DaySpan) =>
    builder
      .selectFrom('product_days')
      .where('store_id', '=', storeId)
      .where('day', '>=', from)
      .where('day', '<=', to)
      .select(({ fn }) => [
        fn.sum<number>('clicks').as('clicks'),
        fn.sum<number>('purchases').as('purchases'),
      ]);
  const byProduct = (span: DaySpan) => within(span).groupBy('product_id').select('product_id as productId');
  return {
    async productDays(span) {
      const rows = await query(within(span).groupBy('day').select('day').orderBy('day'));
      return rows.map(({ day, clicks, purchases }) => ({
        ...{ day, clicks: Number(clicks), purchases: Number(purchases) },
      }));
    },
    async rankedProducts(span, limit, offset = 0) {
      const sums = builder.selectFrom(byProduct(span).as('sums')).selectAll();
      const ranked = sums.orderBy('clicks', 'desc').orderBy('purchases', 'desc').orderBy('productId');
      return (await query(ranked.limit(limit).offset(offset))).map(toProductFigures);
    },
    async productFigures(span, productIds) {
      const rows = await inChunks(productIds, (chunk) =>
        query(byProduct(span).where('product_id', 'in', chunk)),
      );
      return rows.map(toProductFigures);
    },
  };
}

/** PostgreSQL gives sums of whole numbers as text. */
interface Sums {
  readonly [column: string]: number | string;
}

function toQueryFigures(row: Sums & { readonly query: string }): QueryFigures {
  return {
    query: row.query,
    searches: Number(row.searches),
    noResults: Number(row.no_results),
    clicked: Number(row.clicked),
  };
}

function toProductFigures(row: Sums & { readonly productId: string }) {
  return { productId: row.productId, clicks: Number(row.clicks), purchases: Number(row.purchases) };
}

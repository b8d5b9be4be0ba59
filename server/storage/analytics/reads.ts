/**
 * Reads the daily figures of one store. Sums over a span are read range by range (`key-ranges.ts`), so a long span takes many short
 * statements; each of them sees the state of its own moment. Days and figures are decoded, never computed from the clock. It writes
 * nothing. Days without rows, unknown queries and unknown products are absent; `limit` and `offset` are trusted.
 */
// Tests: test/storage/search-statistics.test.ts, test/storage/value-statistics.test.ts.
import type { Kysely } from 'kysely';
import type { Query } from '../database.ts';
import { inChunks } from '../in-chunks.ts';
import type { Schema } from '../schema.ts';
import { type DayRows, keyLists, keyRanges } from './key-ranges.ts';
import {
  type AnalyticsReader,
  type ProductDay,
  type ProductFigures,
  productDays,
  type QueryFigures,
  type QueryOrder,
  queryDay,
  queryDays,
  type RevenueOf,
  searchDays,
  valueDays,
} from './tables.ts';

/** Creates the reader of one store’s daily figures about searches and products. */
export function analyticsReads(builder: Kysely<Schema>, query: Query, storeId: string): AnalyticsReader {
  const searches = builder.selectFrom('search_days').selectAll().where('store_id', '=', storeId);
  const values = builder.selectFrom('value_days').selectAll().where('store_id', '=', storeId);
  return {
    ...queryReads(builder, query, storeId),
    ...productReads(builder, query, storeId),
    async searchDays({ from, to }) {
      const days = searches.where('day', '>=', from).where('day', '<=', to).orderBy('day');
      return (await query(days)).map(searchDays.decode);
    },
    async valueDays({ from, to }) {
      const days = values.where('day', '>=', from).where('day', '<=', to).orderBy('day');
      return (await query(days)).map(valueDays.decode);
    },
  };
}

/** Counts the queries of a day, hidden ones included. */
export async function countQueryDays(
  builder: Kysely<Schema>,
  query: Query,
  storeId: string,
  day: string,
): Promise<number> {
  const ofDay = builder.selectFrom('query_days').where('store_id', '=', storeId).where('day', '=', day);
  return (await query(ofDay.select(({ fn }) => fn.countAll<number>().as('count'))))[0]?.count ?? 0;
}

type ProductReads = Pick<
  AnalyticsReader,
  'productDays' | 'rankedProducts' | 'productFigures' | 'productRevenue'
>;
type QueryReads = Omit<AnalyticsReader, keyof ProductReads | 'searchDays' | 'valueDays'>;

function queryReads(builder: Kysely<Schema>, query: Query, storeId: string): QueryReads {
  const rows: DayRows = { builder, query, storeId, table: 'query_days', key: 'query' };
  const ofStore = builder.selectFrom('query_days').where('store_id', '=', storeId);
  const shown = ofStore
    .where('is_shown', '=', true)
    .groupBy('query')
    .select(({ fn }) => [
      'query',
      fn.sum<number>('searches').as('searches'),
      fn.sum<number>('no_results').as('no_results'),
      fn.sum<number>('clicked').as('clicked'),
      fn.sum<number>('carts').as('carts'),
      fn.sum<number>('purchases').as('purchases'),
    ]);
  return {
    async queryDays(day, queries) {
      const found = await inChunks(queries, (chunk) =>
        query(ofStore.select(queryDay.names).where('day', '=', day).where('query', 'in', chunk)),
      );
      return found.map(queryDay.decode);
    },
    countQueryDays: (day) => countQueryDays(builder, query, storeId, day),
    async rankedQueries(span, order, limit, offset = 0) {
      let best: QueryFigures[] = [];
      for await (const inRange of keyRanges(rows, span)) {
        const sums = builder.selectFrom(shown.where(inRange).as('sums')).selectAll();
        const chosen =
          order === 'no_results'
            ? sums.where('no_results', '>', 0).orderBy('no_results', 'desc')
            : order === 'unclicked'
              ? sums
                  .where('clicked', '=', 0)
                  .whereRef('searches', '>', 'no_results')
                  .orderBy('searches', 'desc')
              : order === 'purchases'
                ? sums
                    .where(({ eb }) => eb('carts', '+', eb.ref('purchases')), '>', 0)
                    .orderBy('purchases', 'desc')
                    .orderBy('carts', 'desc')
                : sums.where('searches', '>', 0).orderBy('searches', 'desc');
        const found = await query(chosen.orderBy('query').limit(offset + limit));
        best = merged(best, found.map(toQueryFigures), comparisons[order], offset + limit);
      }
      return best.slice(offset);
    },
    async daysOfQuery({ from, to }, text) {
      const days = builder.selectFrom('query_days').selectAll().where('store_id', '=', storeId);
      const ofQuery = days.where('day', '>=', from).where('day', '<=', to).where('query', '=', text);
      return (await query(ofQuery.where('is_shown', '=', true).orderBy('day'))).map(queryDays.decode);
    },
    async queryFigures(span, queries) {
      const found: QueryFigures[] = [];
      for await (const inList of keyLists(rows, span, queries)) {
        found.push(...(await query(shown.where(inList))).map(toQueryFigures));
      }
      return found;
    },
    async queryRevenue(span, queries) {
      const found: RevenueOf[] = [];
      for await (const inList of keyLists(rows, span, queries)) {
        const ofQueries = ofStore.select(['query', 'revenue']).where('is_shown', '=', true).where(inList);
        const paid = await query(ofQueries.where('revenue', 'is not', null));
        found.push(
          ...paid.map(revenueOfQuery.decode).flatMap(({ query: key, revenue }) => toRevenue(key, revenue)),
        );
      }
      return found;
    },
  };
}

const revenueOfQuery = queryDays.pick('query', 'revenue');
const revenueOfProduct = productDays.pick('product_id', 'revenue');

function toRevenue(key: string, revenue: RevenueOf['revenue'] | null): RevenueOf[] {
  return revenue === null ? [] : [{ key, revenue }];
}

/** Orders queries as the statement of each ranking does, except for their texts. */
const comparisons: Readonly<Record<QueryOrder, (one: QueryFigures, other: QueryFigures) => number>> = {
  searches: (one, other) => other.searches - one.searches,
  no_results: (one, other) => other.noResults - one.noResults,
  unclicked: (one, other) => other.searches - one.searches,
  purchases: (one, other) => other.purchases - one.purchases || other.carts - one.carts,
};

function productReads(builder: Kysely<Schema>, query: Query, storeId: string): ProductReads {
  const rows: DayRows = { builder, query, storeId, table: 'product_days', key: 'product_id' };
  const sums = builder
    .selectFrom('product_days')
    .where('store_id', '=', storeId)
    .select(({ fn }) => [
      fn.sum<number>('clicks').as('clicks'),
      fn.sum<number>('carts').as('carts'),
      fn.sum<number>('purchases').as('purchases'),
    ]);
  const byProduct = sums.groupBy('product_id').select('product_id as productId');
  return {
    async productDays(span) {
      const days = new Map<string, ProductDay>();
      for await (const inRange of keyRanges(rows, span)) {
        for (const { day, clicks, carts, purchases } of await query(
          sums.where(inRange).groupBy('day').select('day'),
        )) {
          const sum = days.get(day);
          days.set(day, {
            day,
            clicks: Number(clicks) + (sum?.clicks ?? 0),
            carts: Number(carts) + (sum?.carts ?? 0),
            purchases: Number(purchases) + (sum?.purchases ?? 0),
          });
        }
      }
      return [...days.values()].toSorted((one, other) => (one.day < other.day ? -1 : 1));
    },
    async rankedProducts(span, limit, offset = 0) {
      let best: ProductFigures[] = [];
      for await (const inRange of keyRanges(rows, span)) {
        const ranked = builder
          .selectFrom(byProduct.where(inRange).as('sums'))
          .selectAll()
          .orderBy('clicks', 'desc')
          .orderBy('purchases', 'desc')
          .orderBy('productId');
        const found = await query(ranked.limit(offset + limit));
        best = merged(best, found.map(toProductFigures), compareProducts, offset + limit);
      }
      return best.slice(offset);
    },
    async productFigures(span, productIds) {
      const found: ProductFigures[] = [];
      for await (const inList of keyLists(rows, span, productIds)) {
        found.push(...(await query(byProduct.where(inList))).map(toProductFigures));
      }
      return found;
    },
    async productRevenue(span, productIds) {
      const found: RevenueOf[] = [];
      const ofStore = builder.selectFrom('product_days').where('store_id', '=', storeId);
      for await (const inList of keyLists(rows, span, productIds)) {
        const paid = await query(
          ofStore.select(['product_id', 'revenue']).where(inList).where('revenue', 'is not', null),
        );
        found.push(
          ...paid
            .map(revenueOfProduct.decode)
            .flatMap(({ productId, revenue }) => toRevenue(productId, revenue)),
        );
      }
      return found;
    },
  };
}

/** Merges two lists in one order and keeps the first `limit`. Among equals, entries of `one` go first: their keys are smaller. */
function merged<Figures>(
  one: readonly Figures[],
  other: readonly Figures[],
  compare: (one: Figures, other: Figures) => number,
  limit: number,
): Figures[] {
  return [...one, ...other].sort(compare).slice(0, limit);
}

function compareProducts(one: ProductFigures, other: ProductFigures): number {
  return other.clicks - one.clicks || other.purchases - one.purchases;
}

/** A row of sums. PostgreSQL returns sums of integers as text. */
interface Sums {
  readonly [column: string]: number | string;
}

function toQueryFigures(row: Sums & { readonly query: string }): QueryFigures {
  return {
    query: row.query,
    searches: Number(row.searches),
    noResults: Number(row.no_results),
    clicked: Number(row.clicked),
    carts: Number(row.carts),
    purchases: Number(row.purchases),
  };
}

function toProductFigures(row: Sums & { readonly productId: string }): ProductFigures {
  const { productId, clicks, carts, purchases } = row;
  return { productId, clicks: Number(clicks), carts: Number(carts), purchases: Number(purchases) };
}

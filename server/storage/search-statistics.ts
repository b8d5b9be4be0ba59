/**
 * What the service needs of a database for figures of searches, clicks and products, by day. Days are UTC, written
 * `2026-11-21`; counts of a day only grow. The text of a query is shown from the day on that enough visitors used it.
 */

import { flag, integer, isCount, json, listOf, object, text } from './column.ts';
import { type RecordOf, storeTable } from './table.ts';

/** Clicks by place, of each group of an answer. */
export interface ClickPositions {
  readonly suggestions: readonly number[];
  readonly categories: readonly number[];
  readonly products: readonly number[];
}

/** Figures of all searches of a store, a row for each day. */
export const searchDays = storeTable('search_days', {
  key: ['day'],
  columns: {
    day: text(),
    searches: integer(),
    no_results: integer(),
    /** Searches with a click. */
    clicked: integer(),
    /** First clicks of searches by place, from 1 on, a list a group; the last one holds all further places. */
    positions: json(object<ClickPositions>()),
    /** First clicks of searches by the letters typed, from 0 on; the last one holds all longer ones. */
    letters: json(listOf(isCount)),
  },
});

/** What shoppers of one store searched in a day. */
export type SearchDay = RecordOf<typeof searchDays>;

/** Figures of queries, a row for each day and query. */
export const queryDays = storeTable('query_days', {
  key: ['day', 'query'],
  rowNames: [['day']],
  columns: {
    day: text(),
    query: text(),
    searches: integer(),
    no_results: integer(),
    clicked: integer(),
    /** A bit for each visitor, no hashes (visitor-marks.ts). */
    visitors: integer(),
    is_shown: flag(),
  },
});

/** The columns of {@link QueryDay}. */
export const queryDay = queryDays.omit('day');

/** One query in a day. */
export type QueryDay = RecordOf<typeof queryDay>;

/** What became of one query. */
export type QueryFigures = Omit<QueryDay, 'visitors' | 'isShown'>;

/** Clicks and purchases, a row for each day and product. */
export const productDays = storeTable('product_days', {
  key: ['day', 'product_id'],
  columns: { day: text(), product_id: text(), clicks: integer(), purchases: integer() },
});

/** What happened to one product. */
export type ProductFigures = Omit<RecordOf<typeof productDays>, 'day'>;

/** What happened to all products in a day. */
export type ProductDay = Omit<RecordOf<typeof productDays>, 'productId'>;

/** Both days included. */
export interface DaySpan {
  readonly from: string;
  readonly to: string;
}

/** How queries are ranked. `unclicked`: those that found something and led to no click, by searches. */
export type QueryOrder = 'searches' | 'no_results' | 'unclicked';

/** Reads of one store's figures. */
export interface SearchStatisticsReader {
  /** By day; those without any are absent. */
  searchDays(span: DaySpan): Promise<SearchDay[]>;
  /** In no order; those that were not searched that day are absent. */
  queryDays(day: string, queries: readonly string[]): Promise<QueryDay[]>;
  countQueryDays(day: string): Promise<number>;
  /** So many of those that may be shown, over the days on which they may, from a place in the order on: 0 is the first. */
  rankedQueries(span: DaySpan, order: QueryOrder, limit: number, offset?: number): Promise<QueryFigures[]>;
  /** As `rankedQueries`, of these queries; in no order. */
  queryFigures(span: DaySpan, queries: readonly string[]): Promise<QueryFigures[]>;
  /** By day; those without any are absent. */
  productDays(span: DaySpan): Promise<ProductDay[]>;
  /** The most clicked first. */
  rankedProducts(span: DaySpan, limit: number, offset?: number): Promise<ProductFigures[]>;
  /** In no order; those without any are absent. */
  productFigures(span: DaySpan, productIds: readonly string[]): Promise<ProductFigures[]>;
}

/** Writes of one store's figures. */
export interface SearchStatisticsWriter {
  /** In the place of what was known of the day, as the next. */
  setSearchDay(day: SearchDay): Promise<void>;
  setQueryDays(day: string, queries: readonly QueryDay[]): Promise<void>;
  /** To what was counted before; each product once. */
  addProductDays(day: string, products: readonly ProductFigures[]): Promise<void>;
  /** Each returns how many rows went, at most `limit`. */
  deleteQueryDaysBefore(day: string, limit: number): Promise<number>;
  /** Of days before this one, queries that too few visitors used. */
  deleteHiddenQueriesBefore(day: string, limit: number): Promise<number>;
  /** Of a day, queries that too few visitors used, the rarest first. */
  deleteRareQueries(day: string, limit: number): Promise<number>;
  deleteProductDaysBefore(day: string, limit: number): Promise<number>;
  deleteSearchDaysBefore(day: string): Promise<void>;
}

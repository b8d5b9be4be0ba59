/**
 * Tables and interfaces of figures of searches, clicks and products, by day. Days are UTC, written `2026-11-21`; counts of a day only
 * grow. The text of a query is shown from the day on which enough visitors have used it, and deleted before if they never do. It never
 * stores a shopper: visitors are bits, not hashes. Limits (10,000 queries a store and day, 400 days) are kept by the callers.
 */
// Tests: test/storage/search-statistics.test.ts, test/storage/value-statistics.test.ts.

import { isRevenue, type Revenue } from '../../catalog/revenue.ts';
import { flag, integer, isCount, json, listOf, object, optional, text } from '../column.ts';
import { type RecordOf, storeTable } from '../table.ts';

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
    /** First clicks of searches by place, counted from 1, one list for each group; the last entry counts all further places. */
    positions: json(object<ClickPositions>()),
    /** First clicks of searches by the number of typed letters, from 0; the last entry counts all longer texts. */
    letters: json(listOf(isCount)),
  },
});

/** The searches of one store's shoppers in one day. */
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
    /** One of 31 bits for each visitor, never a hash (visitor-marks.ts). */
    visitors: integer(),
    is_shown: flag(),
    /** First clicks on products by place, as in `search_days`; null without any. */
    positions: optional(json(listOf(isCount))),
    /** Carts and purchases that began with the query. */
    carts: integer(),
    purchases: integer(),
    /** What these purchases brought; null without any value. */
    revenue: optional(json(isRevenue)),
  },
});

/** The columns of {@link QueryDay}. */
export const queryDay = queryDays.omit('day');

/** One query in a day. */
export type QueryDay = RecordOf<typeof queryDay>;

/** The counts of one query. */
export type QueryFigures = Omit<QueryDay, 'visitors' | 'isShown' | 'positions' | 'revenue'>;

/** One query in a day on which it may be shown. */
export type DayOfQuery = Omit<RecordOf<typeof queryDays>, 'query' | 'visitors' | 'isShown'>;

/** Clicks, carts and purchases, a row for each day and product. */
export const productDays = storeTable('product_days', {
  key: ['day', 'product_id'],
  columns: {
    day: text(),
    product_id: text(),
    clicks: integer(),
    carts: integer(),
    purchases: integer(),
    /** What the purchases brought; null without any value. */
    revenue: optional(json(isRevenue)),
  },
});

/** Clicks, carts and purchases of one product. */
export type ProductFigures = Omit<RecordOf<typeof productDays>, 'day' | 'revenue'>;

/** Clicks, carts and purchases of all products in a day. */
export type ProductDay = Omit<RecordOf<typeof productDays>, 'productId' | 'revenue'>;

/** Carts and purchases of all products, a row for each day. */
export const valueDays = storeTable('value_days', {
  key: ['day'],
  columns: {
    day: text(),
    carts: integer(),
    purchases: integer(),
    revenue: optional(json(isRevenue)),
    /** What of these began in the search box; the same for the next two. */
    searched_carts: integer(),
    searched_purchases: integer(),
    searched_revenue: optional(json(isRevenue)),
  },
});

/** Carts, purchases and revenue of a day. */
export type ValueDay = RecordOf<typeof valueDays>;

/** The revenue of a query or product. */
export interface RevenueOf {
  readonly key: string;
  readonly revenue: Revenue;
}

/** A span of days, both included. */
export interface DaySpan {
  readonly from: string;
  readonly to: string;
}

/**
 * The ranking of queries. `unclicked`: those that found something and led to no click, by searches. `purchases`: those that led to
 * carts or purchases, by purchases.
 */
export type QueryOrder = 'searches' | 'no_results' | 'unclicked' | 'purchases';

/** Reads of one store's figures. */
export interface AnalyticsReader {
  /** Figures by day; days without any are absent. */
  searchDays(span: DaySpan): Promise<SearchDay[]>;
  /** Figures of queries in no order; queries that were not searched that day are absent. */
  queryDays(day: string, queries: readonly string[]): Promise<QueryDay[]>;
  countQueryDays(day: string): Promise<number>;
  /** The first `limit` queries that may be shown, from `offset` on, summed over the days on which they may be shown. */
  rankedQueries(span: DaySpan, order: QueryOrder, limit: number, offset?: number): Promise<QueryFigures[]>;
  /** One query by day; days on which it may not be shown are absent. */
  daysOfQuery(span: DaySpan, query: string): Promise<DayOfQuery[]>;
  /** Figures like those of `rankedQueries`, for these queries in no order. */
  queryFigures(span: DaySpan, queries: readonly string[]): Promise<QueryFigures[]>;
  /** Sums by day; days without any are absent. */
  productDays(span: DaySpan): Promise<ProductDay[]>;
  /** The most clicked first. */
  rankedProducts(span: DaySpan, limit: number, offset?: number): Promise<ProductFigures[]>;
  /** Returns figures in no order; products without any are absent. */
  productFigures(span: DaySpan, productIds: readonly string[]): Promise<ProductFigures[]>;
  /** Revenue of these queries on the days on which they may be shown: a row for each day, in no order. */
  queryRevenue(span: DaySpan, queries: readonly string[]): Promise<RevenueOf[]>;
  /** Revenue of these products: a row for each day, in no order. */
  productRevenue(span: DaySpan, productIds: readonly string[]): Promise<RevenueOf[]>;
  /** Carts, purchases and revenue by day; days without any are absent. */
  valueDays(span: DaySpan): Promise<ValueDay[]>;
}

/** Writes of one store's figures. */
export interface AnalyticsWriter {
  /** Replaces the figures of the day, like the next method. */
  setSearchDay(day: SearchDay): Promise<void>;
  setQueryDays(day: string, queries: readonly QueryDay[]): Promise<void>;
  /** Adds to the counts of the day; each product may appear once. */
  addProductDays(day: string, products: readonly ProductFigures[]): Promise<void>;
  /** Replaces the revenue of products of the day, whose rows exist. */
  setProductRevenue(day: string, products: readonly RevenueOf[]): Promise<void>;
  /** Replaces the figures of the day. */
  setValueDay(day: ValueDay): Promise<void>;
  /** Deletes rows; this and the next ones return how many, at most `limit`. */
  deleteQueryDaysBefore(day: string, limit: number): Promise<number>;
  /** Deletes queries that too few visitors used, of days before this one. */
  deleteHiddenQueriesBefore(day: string, limit: number): Promise<number>;
  /**
   * Returns how many new queries the day can hold, of which it has at most `most`. If there is no room for all that are wanted,
   * those that too few visitors used are deleted, the rarest first.
   */
  makeRoomForQueries(day: string, wanted: number, most: number): Promise<number>;
  deleteProductDaysBefore(day: string, limit: number): Promise<number>;
  deleteSearchDaysBefore(day: string): Promise<void>;
  deleteValueDaysBefore(day: string): Promise<void>;
}

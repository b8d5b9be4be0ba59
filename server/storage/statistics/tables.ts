/**
 * Tables and interfaces of a store's figures by stretches of five minutes: its keystrokes, and the size of its catalog. Times are microseconds since
 * 1970, UTC. They hold counts only, never a query or a shopper; figures are kept for 30 days (`limits.statisticsDays`), which callers
 * do. A damaged row is named when it is read.
 */
// Tests: test/storage/insight.test.ts.
import { integer, isCount, json, listOf, time } from '../column.ts';
import { type RecordOf, storeTable } from '../table.ts';

/** Requests, a row for each stretch of time. */
export const requestStatistics = storeTable('request_statistics', {
  key: ['bucket_at'],
  columns: {
    /** The beginning of the stretch. */
    bucket_at: time(),
    graph: integer(),
    backend: integer(),
    cached: integer(),
    errors: integer(),
    /** Answers by duration: one count for each step of the histogram. */
    latencies: json(listOf(isCount)),
  },
});

/** The keystrokes of one stretch of time. */
export type RequestStatistics = RecordOf<typeof requestStatistics>;

/** The columns of {@link RequestCounts}. */
export const requestCounts = requestStatistics.pick('bucket_at', 'graph', 'backend', 'cached', 'errors');

/** The keystrokes of one stretch of time without their durations. */
export type RequestCounts = RecordOf<typeof requestCounts>;

/** The size of the catalog, a row for each stretch of time. */
export const catalogStatistics = storeTable('catalog_statistics', {
  key: ['bucket_at'],
  columns: { bucket_at: time(), in_stock: integer(), out_of_stock: integer() },
});

/** The number of products that a store held at the end of a stretch of time. */
export type CatalogStatistics = RecordOf<typeof catalogStatistics>;

/** Reads of the statistics of one store. */
export interface StatisticReader {
  /** Returns statistics by time, from the given one on. */
  requests(from: number): Promise<RequestStatistics[]>;
  /** Returns counts by time, from the given one on. */
  requestCounts(from: number): Promise<RequestCounts[]>;
  /** Returns statistics by time, from the given one on, and the last before it. */
  catalog(from: number): Promise<CatalogStatistics[]>;
}

/** Writes of the statistics of one store. */
export interface StatisticWriter {
  /** Adds to the statistics of the same stretch of time. */
  addRequests(statistics: RequestStatistics): Promise<void>;
  /** Records the statistics in place of those of the same stretch of time. */
  recordCatalog(statistics: CatalogStatistics): Promise<void>;
  /** Requests and catalog sizes before a time, but for the catalog's last size before it. */
  deleteBefore(bucketAt: number): Promise<void>;
}

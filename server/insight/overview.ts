/**
 * Makes a store's requests and catalog over time out of stored counts. Pure; times are microseconds, durations milliseconds. Buckets
 * without requests are there with zeros. Counts of other buckets than the range's are left out; without answers quantiles and shares
 * are null. It reads no clock and no database.
 */
// Tests: ./overview.test.ts.
import type { CatalogStatistics, RequestStatistics } from '../storage/records.ts';
import { addLatencies, emptyLatencies, latencyQuantileMs } from './latency-histogram.ts';
import type { TimeRange } from './time-buckets.ts';

/** The keystrokes of one bucket of a range. */
export interface RequestBucket {
  readonly at: number;
  readonly graph: number;
  readonly backend: number;
  readonly cached: number;
  readonly errors: number;
  /** Null without answers. */
  readonly p50Ms: number | null;
  readonly p95Ms: number | null;
}

/** The keystrokes of a whole range. Shares are of the answers; null without any. */
export interface RequestTotals {
  /** Answers and errors. */
  readonly requests: number;
  readonly errors: number;
  readonly p50Ms: number | null;
  readonly p95Ms: number | null;
  readonly cachedShare: number | null;
  readonly graphShare: number | null;
}

/** The catalog at the end of a bucket. */
export interface CatalogBucket {
  readonly at: number;
  readonly inStock: number;
  readonly outOfStock: number;
}

interface Sum {
  graph: number;
  backend: number;
  cached: number;
  errors: number;
  readonly latencies: number[];
}

/** Returns one entry for each bucket, those without requests included, and the sum of all. */
export function sumRequests(
  statistics: readonly RequestStatistics[],
  { from, bucketSeconds, bucketCount }: TimeRange,
): { readonly buckets: RequestBucket[]; readonly totals: RequestTotals } {
  const micros = bucketSeconds * 1_000_000;
  const sums = Array.from({ length: bucketCount }, emptySum);
  const total = emptySum();
  for (const one of statistics) {
    const sum = sums[Math.floor((one.bucketAt - from) / micros)];
    if (sum === undefined) continue;
    add(sum, one);
    add(total, one);
  }
  const buckets = sums.map((sum, index) => ({ at: from + index * micros, ...toFigures(sum) }));
  const answers = total.graph + total.backend + total.cached;
  const share = (count: number) => (answers === 0 ? null : count / answers);
  const { errors, p50Ms, p95Ms } = toFigures(total);
  const totals = { requests: answers + errors, errors, p50Ms, p95Ms };
  return { buckets, totals: { ...totals, cachedShare: share(total.cached), graphShare: share(total.graph) } };
}

/**
 * The catalog at the end of each bucket: a size holds until the next one. Buckets before the first known size are left
 * out; the last one shows the store as it is now.
 */
export function catalogOverTime(
  sizes: readonly CatalogStatistics[],
  now: Omit<CatalogBucket, 'at'>,
  { from, bucketSeconds, bucketCount }: TimeRange,
): CatalogBucket[] {
  const micros = bucketSeconds * 1_000_000;
  const buckets: CatalogBucket[] = [];
  let next = 0;
  for (let index = 0; index < bucketCount - 1; index += 1) {
    const at = from + index * micros;
    while (next < sizes.length && (sizes[next]?.bucketAt ?? 0) < at + micros) next += 1;
    const size = sizes[next - 1];
    if (size !== undefined) buckets.push({ at, inStock: size.inStock, outOfStock: size.outOfStock });
  }
  return [...buckets, { at: from + (bucketCount - 1) * micros, ...now }];
}

function emptySum(): Sum {
  return { graph: 0, backend: 0, cached: 0, errors: 0, latencies: emptyLatencies() };
}

function add(sum: Sum, one: RequestStatistics): void {
  sum.graph += one.graph;
  sum.backend += one.backend;
  sum.cached += one.cached;
  sum.errors += one.errors;
  addLatencies(sum.latencies, one.latencies);
}

function toFigures({ latencies, ...counts }: Sum) {
  return {
    ...counts,
    p50Ms: latencyQuantileMs(latencies, 0.5),
    p95Ms: latencyQuantileMs(latencies, 0.95),
  };
}

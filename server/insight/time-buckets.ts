/**
 * Stretches of time by which requests and catalog sizes are counted, and by which the dashboard shows them. Times are microseconds
 * since 1970, UTC; it reads no clock. A stretch is 300 s; the dashboard's ranges are 24 hours in buckets of 5 minutes, 7 days of an
 * hour, and 30 days of 4 hours. Only these three names exist: callers check a name before (`rangeNames`). Nothing here can fail.
 */
// Tests: ./overview.test.ts, ./request-counter.test.ts.
import { limits } from '../../contract/limits.ts';

const bucketMicros = limits.statisticsBucketSeconds * 1_000_000;

/** The beginning of the stretch that holds a time. */
export function bucketOf(micros: number): number {
  return micros - (micros % bucketMicros);
}

/** The stretches of time that the dashboard shows. */
export const rangeNames = ['24h', '7d', '30d'] as const;
/** A name of {@link rangeNames}. */
export type RangeName = (typeof rangeNames)[number];

/** A range as equal buckets, the last of which holds the present. */
export interface TimeRange {
  readonly bucketSeconds: number;
  readonly bucketCount: number;
  /** The beginning of the first bucket. */
  readonly from: number;
}

/** Chosen: between 150 and 300 buckets, which is what a plot can show. */
const shapes: Readonly<Record<RangeName, Omit<TimeRange, 'from'>>> = {
  '24h': { bucketSeconds: 300, bucketCount: 288 },
  '7d': { bucketSeconds: 3_600, bucketCount: 168 },
  '30d': { bucketSeconds: 4 * 3_600, bucketCount: 180 },
};

/** The range that ends with the bucket of `nowMicros`. */
export function toTimeRange(name: RangeName, nowMicros: number): TimeRange {
  const { bucketSeconds, bucketCount } = shapes[name];
  const micros = bucketSeconds * 1_000_000;
  const last = nowMicros - (nowMicros % micros);
  return { bucketSeconds, bucketCount, from: last - (bucketCount - 1) * micros };
}

/** Stretches of time by which requests and catalog sizes are counted, and by which the dashboard shows them. */
import { limits } from '../../contract/limits.ts';

const bucketMicros = limits.statisticsBucketSeconds * 1_000_000;

/** The beginning of the stretch that holds a time. */
export function bucketOf(micros: number): number {
  return micros - (micros % bucketMicros);
}

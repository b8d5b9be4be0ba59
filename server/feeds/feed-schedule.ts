/**
 * Computes when a feed is due next (§2.4). Pure; times are microseconds since 1970, spread by up to 5 % of the interval (15 minutes to
 * 24 hours). It starts nothing. Inputs are trusted: an interval is one of the contract's.
 */
// Tests: ./new-run.live.test.ts.

import { limits } from '../../contract/limits.ts';
import type { RefreshInterval } from '../../contract/words/feeds.ts';
import { hashOfId } from '../ingest/id-hashes.ts';

const minutesOf: Readonly<Record<RefreshInterval, number>> = { '15m': 15, '1h': 60, '6h': 360, '24h': 1_440 };

/** The length of an interval in microseconds. */
export function intervalMicros(interval: RefreshInterval): number {
  return minutesOf[interval] * 60_000_000;
}

/** One interval from now, and all the time by which runs are spread. */
export function latestRun(interval: RefreshInterval, nowMicros: number): number {
  return nowMicros + (intervalMicros(interval) * (100 + limits.feedJitterPercent)) / 100;
}

/** No feed waits for longer than this; one that does was put off by a clock that was wrong. */
export const longestWaitMs = latestRun('24h', 0) / 1_000;

/**
 * One interval from now, and up to 5 % more, by the id of the run that is begun: feeds that were due at the same time
 * part. That one run makes up for all that were missed.
 */
export function nextRunAfter(interval: RefreshInterval, nowMicros: number, runId: string): number {
  const spread = latestRun(interval, 0) - intervalMicros(interval);
  const share = (hashOfId(runId) % 1_000) / 1_000;
  return nowMicros + intervalMicros(interval) + Math.floor(spread * share);
}

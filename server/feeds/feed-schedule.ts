/**
 * Computes when a feed is due next (§2.4). Pure; times are microseconds since 1970, spread by up to 5 % of the interval (15 minutes to
 * 24 hours), and when what changed in a shop is read between its runs. It starts nothing. Inputs are trusted: an interval is one of the contract's.
 */
// Tests: ./new-run.live.test.ts.

import { limits } from '../../contract/limits.ts';
import { isConnector, type RefreshInterval } from '../../contract/words/feeds.ts';
import { hashOfId } from '../ingest/id-hashes.ts';
import type { Feed } from '../storage/feeds/tables.ts';

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
  return nowMicros + spread(intervalMicros(interval), runId);
}

function spread(micros: number, runId: string): number {
  const share = (hashOfId(runId) % 1_000) / 1_000;
  return micros + Math.floor(((micros * limits.feedJitterPercent) / 100) * share);
}

type Schedule = Pick<Feed, 'format' | 'refreshInterval' | 'changesSince' | 'nextRunAt'>;

/** Whether what changes in a shop is read between its whole readings: from the first good one on. */
function readsChanges({ format, refreshInterval, changesSince }: Schedule): boolean {
  const isOften = intervalMicros(refreshInterval) <= limits.changesEveryMs * 1_000;
  return isConnector(format) && changesSince !== null && !isOften;
}

/** Whether all products are to be read now, not only what changed. A time beyond the longest wait comes from a wrong clock. */
export function isWholeDue(feed: Schedule, nowMicros: number): boolean {
  const { nextRunAt, refreshInterval } = feed;
  return !readsChanges(feed) || nextRunAt <= nowMicros || nextRunAt > latestRun(refreshInterval, nowMicros);
}

/** The time of the next work on a feed: its next run, or a reading of changes before that. `runId` spreads readings. */
export function nextWorkAt(feed: Schedule, nowMicros: number, runId: string): number {
  if (!readsChanges(feed)) return feed.nextRunAt;
  return Math.min(feed.nextRunAt, nowMicros + spread(limits.changesEveryMs * 1_000, runId));
}

/**
 * Splits the time of a run into parts for a chart, in milliseconds. Pure. Times that were not measured are left out,
 * and no part is below zero.
 */
// Tests: ./timing.test.ts.
import type { FeedRunBody } from '../../../../contract/feeds.ts';
import { formatMs } from '../../words/numbers.ts';
import { formatDuration } from '../../words/times.ts';

export interface TimeSpan {
  readonly name: string;
  readonly ms: number;
  /** A custom property of theme.css. */
  readonly color: string;
}

type Times = Pick<FeedRunBody, 'started_at' | 'finished_at' | 'fetch'>;

/** The seconds from start to end; null for a run without one of them. */
export function secondsOfRun({ started_at, finished_at }: Omit<Times, 'fetch'>): number | null {
  if (started_at === null || finished_at === null) return null;
  return Math.max(0, (Date.parse(finished_at) - Date.parse(started_at)) / 1000);
}

/** A time that may be less than a second: `41 ms`, `2.6 s`, `2 min 5 s`. */
export function formatTook(seconds: number): string {
  return seconds < 10 ? formatMs(seconds * 1000) : formatDuration(seconds);
}

/**
 * The parts of a run in their order: connection, first byte, rest of the document (which is read as it arrives),
 * import. Parts that were not measured are left out.
 */
export function spansOfRun({ started_at, finished_at, fetch }: Times): readonly TimeSpan[] {
  if (fetch === null) return [];
  const { connect_ms: connectMs, first_byte_ms: firstByteMs, duration_ms: fetchMs } = fetch;
  if (connectMs === null || firstByteMs === null) return [];
  const wholeSeconds = secondsOfRun({ started_at, finished_at });
  const downloadMs = fetchMs === null ? 0 : fetchMs - firstByteMs;
  const restMs = wholeSeconds === null ? 0 : wholeSeconds * 1000 - (fetchMs ?? firstByteMs);
  const spans = [
    { name: 'Connecting', ms: connectMs, color: '--chart-cached' },
    { name: 'Waiting for the answer', ms: firstByteMs - connectMs, color: '--chart-out-of-stock' },
    { name: 'Fetching and reading', ms: downloadMs, color: '--chart-backend' },
    { name: 'Importing', ms: restMs, color: '--chart-graph' },
  ];
  return spans.map((span) => ({ ...span, ms: Math.max(0, span.ms) })).filter(({ ms }) => ms > 0);
}

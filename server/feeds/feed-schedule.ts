/** When a feed is due next (§2.4). Pure. */
import type { RefreshInterval } from '../../contract/feeds.ts';
import { limits } from '../../contract/limits.ts';
import { hashOfId } from '../ingest/id-hashes.ts';

const minutesOf: Readonly<Record<RefreshInterval, number>> = { '15m': 15, '1h': 60, '6h': 360, '24h': 1_440 };

export function intervalMicros(interval: RefreshInterval): number {
  return minutesOf[interval] * 60_000_000;
}

/**
 * One interval from now, and up to 5 % more, by the id of the run that is begun: feeds that were due at the same time
 * part. Whatever was missed before now is caught up by that one run.
 */
export function nextRunAfter(interval: RefreshInterval, nowMicros: number, runId: string): number {
  const whole = intervalMicros(interval);
  const share = (hashOfId(runId) % 1_000) / 1_000;
  return nowMicros + whole + Math.floor((whole * limits.feedJitterPercent * share) / 100);
}

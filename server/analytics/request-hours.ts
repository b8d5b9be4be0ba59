/**
 * Counts a store's keystrokes by hour, over the last four weeks. Times are microseconds since 1970, UTC. It reads at most 8,064 rows and
 * writes nothing; the counts of the last ten seconds may not be written yet. Hours without keystrokes are zero.
 */
// Tests: ./request-hours.test.ts, test/api/dashboard-insight.test.ts.
import { hourMicros } from '../clock.ts';
import type { RequestCounts } from '../storage/statistics/tables.ts';
import type { StoreReader } from '../storage/storage.ts';

/** Four weeks, so that each hour of a week is in it as often. */
const hoursShown = 4 * 7 * 24;

/** Keystrokes of consecutive hours. */
interface RequestHours {
  /** The beginning of the first hour. */
  readonly from: number;
  /** Answers and errors of each hour; the last hour is not over. */
  readonly requests: number[];
}

/** Reads the keystrokes of the last 672 hours. */
export async function readRequestHours(
  reader: Pick<StoreReader, 'statistics'>,
  nowMicros: number,
): Promise<RequestHours> {
  const from = nowMicros - (nowMicros % hourMicros) - (hoursShown - 1) * hourMicros;
  return { from, requests: countByHour(await reader.statistics.requestCounts(from), from) };
}

/** Adds up the counts of each hour from `from` on. Counts of other hours are left out. */
export function countByHour(counts: readonly RequestCounts[], from: number): number[] {
  const hours = Array.from({ length: hoursShown }, () => 0);
  for (const { bucketAt, graph, backend, cached, errors } of counts) {
    const hour = Math.floor((bucketAt - from) / hourMicros);
    const known = hours[hour];
    if (known !== undefined) hours[hour] = known + graph + backend + cached + errors;
  }
  return hours;
}

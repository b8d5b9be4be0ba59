/**
 * Deletes figures that are past their time, and texts of queries that can never be shown any more: at most `rowsPerStep` rows of each
 * kind in a step. Figures stay for 400 days, hidden queries until yesterday. It never deletes a query that may be shown; times are
 * microseconds since 1970, and an error rolls the caller's transaction back.
 */
// Tests: test/storage/search-statistics.test.ts.
import { limits } from '../../contract/limits.ts';
import { dayMicros, formatDay } from '../clock.ts';
import type { PruneKind } from '../jobs/prune-kinds.ts';

/** The kinds of figures to prune. */
export function kindsOfSearches({
  nowMicros,
  rowsPerStep: limit,
}: {
  readonly nowMicros: number;
  readonly rowsPerStep: number;
}): PruneKind[] {
  const yesterday = formatDay(nowMicros - dayMicros);
  const oldest = formatDay(nowMicros - limits.searchStatisticsDays * dayMicros);
  return [
    async (writer) => {
      await writer.analytics.deleteSearchDaysBefore(oldest);
      await writer.analytics.deleteValueDaysBefore(oldest);
      return false;
    },
    async (writer) => (await writer.analytics.deleteHiddenQueriesBefore(yesterday, limit)) === limit,
    async (writer) => (await writer.analytics.deleteQueryDaysBefore(oldest, limit)) === limit,
    async (writer) => (await writer.analytics.deleteProductDaysBefore(oldest, limit)) === limit,
  ];
}

/**
 * The operations that read figures, done in the reader thread. They write nothing and never show a query that fewer than 3 visitors
 * used. A period is 30 days unless named and 400 at most; another one is `validation_failed`.
 */
// Tests: test/api/analytics.test.ts.
import type { analyticsOperations } from '../../../contract/analytics.ts';
import { limits } from '../../../contract/limits.ts';
import { readCompleteness } from '../../analytics/completeness.ts';
import { dayBefore, type Period, periodOf } from '../../analytics/periods.ts';
import {
  type AnalyticsQuestion,
  readClicks,
  readNoResults,
  readProducts,
  readQuery,
  readSearches,
} from '../../analytics/read-analytics.ts';
import { readValue } from '../../analytics/read-value.ts';
import { readRequestHours } from '../../analytics/request-hours.ts';
import { searchText } from '../../analytics/search-counter.ts';
import { formatDay, formatTimestamp } from '../../clock.ts';
import { validationFailed } from '../../errors.ts';
import type { OperationCall, OperationHandlers } from '../../operations/operation-call.ts';
import type { ReadContext } from '../../operations/read-context.ts';
import type { StoreReader } from '../../storage/storage.ts';
import {
  presentClicks,
  presentCompleteness,
  presentNoResults,
  presentProducts,
  presentQueryFigures,
  presentSearches,
  presentValue,
} from './present-analytics.ts';

/** A handler for each operation. */
export const analyticsReads: OperationHandlers<typeof analyticsOperations, 'reader', ReadContext> = {
  showSearches: createHandler(readSearches, presentSearches),
  showNoResults: createHandler(readNoResults, presentNoResults),
  showClicks: createHandler(readClicks, presentClicks),
  async showQueryFigures({ query }, { clock, reader }) {
    const period = toPeriod(query, formatDay(clock.nowMicros()));
    return presentQueryFigures(await readQuery(reader, searchText(query.q), period));
  },
  showProductFigures: createHandler(readProducts, presentProducts),
  showValue: createHandler(readValue, presentValue),
  async showRequestHours(_, { clock, reader }) {
    const { from, requests } = await readRequestHours(reader, clock.nowMicros());
    return { from: formatTimestamp(from), requests };
  },
  async showCompleteness(_, { inTurns }) {
    return presentCompleteness(await inTurns((reader) => readCompleteness(reader)));
  },
};

type Query = OperationCall<(typeof analyticsOperations)['showSearches']>['query'];

function createHandler<Figures, Answer>(
  read: (reader: StoreReader, question: AnalyticsQuestion) => Promise<Figures>,
  present: (figures: Figures) => Answer,
) {
  return async ({ query }: { readonly query: Query }, { clock, inTurns }: ReadContext): Promise<Answer> => {
    const period = toPeriod(query, formatDay(clock.nowMicros()));
    const question = { period, limit: query.limit, offset: Number(query.cursor ?? 0) };
    return present(await inTurns((reader) => read(reader, question)));
  };
}

/** The last days up to the present one, unless others are named. Days to come have no figures: the period ends today. */
function toPeriod(query: Pick<Query, 'from' | 'to'>, today: string): Period {
  const to = query.to === undefined || query.to > today ? today : query.to;
  const from = query.from ?? dayBefore(to, limits.analyticsDaysDefault - 1);
  const period = periodOf(from, to);
  if (period !== null) return period;
  const most = limits.searchStatisticsDays;
  const message = `"from" takes a day up to "to" and to today (${today} in UTC), at most ${most} days in all, got ${from}.`;
  throw validationFailed([{ path: 'from', code: 'out_of_range', message }]);
}

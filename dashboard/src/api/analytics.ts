/**
 * Reads the figures of searches, clicks and products, and reads them again while a page shows them. A failure is a
 * {@link RequestFailure}, which pages show.
 */
// Tests: test/browser/dashboard-analytics.test.ts.
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { AnalyticsName } from '../../../contract/analytics.ts';
import { nowMs } from '../words/clock.ts';
import { type Period, spanOf } from '../words/periods.ts';
import { call, type InputTo } from './call.ts';
import { storePath } from './paths.ts';
import { apiBase, withQuery } from './request.ts';

/** Rows of a list on the page; a file has as many as the API allows. */
const shownRows = 10;
const fileRows = 1_000;
/** The pause between two reads, in ms: a click shows within ten seconds, since counts are written every four. Chosen. */
const refetchMs = 4_000;

/**
 * The pause is at least this many times as long as the read before it took, so that figures of a large shop do not keep
 * the service busy. Chosen.
 */
const restPerLook = 20;

/** Reads one kind of figures, again and again while the page is open. */
export function useAnalytics<Name extends AnalyticsName>(storeId: string, name: Name, period: Period) {
  return useQuery({
    queryKey: ['store', storeId, 'analytics', name, period],
    queryFn: async ({ signal }) => {
      const startedMs = nowMs();
      const query = { ...spanOf(period, nowMs()), limit: shownRows };
      const route = `GET /analytics/${name}` as const;
      const answer = await call(storeId, route, {} as InputTo<typeof route>, { query, signal });
      return { answer, tookMs: nowMs() - startedMs };
    },
    select: ({ answer }) => answer,
    // Figures of a large shop take a while: looking must not keep the service busy.
    refetchInterval: ({ state }) => Math.max(refetchMs, (state.data?.tookMs ?? 0) * restPerLook),
    placeholderData: keepPreviousData,
  });
}

/** The address of the list as a CSV file. */
export function analyticsFile(storeId: string, name: AnalyticsName, period: Period): string {
  const query = { ...spanOf(period, nowMs()), limit: fileRows, format: 'csv' };
  return `${apiBase}${withQuery(storePath(storeId, `/analytics/${name}`), query)}`;
}

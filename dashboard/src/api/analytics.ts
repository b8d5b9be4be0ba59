/** Figures of searches, clicks and products. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { AnalyticsName } from '../../../contract/analytics.ts';
import { nowMs } from '../words/clock.ts';
import { type Period, spanOf } from '../words/periods.ts';
import { call, type InputTo } from './call.ts';
import { storePath } from './paths.ts';
import { apiBase, withQuery } from './request.ts';

/** Rows of a list on the page; a file holds as many as the API gives. */
const shownRows = 10;
const fileRows = 1_000;
/** A click shows within ten seconds: what was counted is written every four. */
const refetchMs = 4_000;

/** After a look it rests for so many times as long as that took. */
const restPerLook = 20;

/** Read again while the page stands open, since shoppers type as one looks. */
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

/** Where the list stands as a file. */
export function analyticsFile(storeId: string, name: AnalyticsName, period: Period): string {
  const query = { ...spanOf(period, nowMs()), limit: fileRows, format: 'csv' };
  return `${apiBase}${withQuery(storePath(storeId, `/analytics/${name}`), query)}`;
}

// Tests: test/browser/dashboard-home.test.ts.
import { Skeleton } from '@mantine/core';
import type { AnalyticsClicksBody } from '../../../../contract/analytics.ts';
import { useAnalytics } from '../../api/analytics.ts';
import { Sparkline } from '../../charts/sparkline.tsx';
import { FailureNote } from '../../parts/failure-note.tsx';
import { FigureStrip } from '../../parts/figure-strip.tsx';
import { TextLink } from '../../parts/text-link.tsx';
import { useStore } from '../../shell/current-store.ts';
import { wordsOfChange, wordsOfNeed, wordsOfShare, wordsOfShareBefore } from '../../words/analytics.ts';
import { formatCount } from '../../words/numbers.ts';
import type { Period } from '../../words/periods.ts';

/** Searches, the share that was clicked and the share that found nothing, with their course (`GET /analytics/clicks`). */
export function FiguresPanel({ period }: { readonly period: Period }) {
  const { storeId } = useStore();
  const clicks = useAnalytics(storeId, 'clicks', period);
  if (clicks.isError) return <FailureNote error={clicks.error} onRetry={() => void clicks.refetch()} />;
  if (clicks.data === undefined)
    return <Skeleton h={132} radius="lg" aria-busy="true" aria-label="Loading" />;
  return (
    <section aria-label="Searches of the last 30 days">
      <FigureStrip figures={figuresOf(clicks.data)} />
      <TextLink to="/stores/$storeId/searches" params={{ storeId }} display="block" mt={8}>
        What shoppers search
      </TextLink>
    </section>
  );
}

function figuresOf({ totals, previous, days }: AnalyticsClicksBody) {
  const shares = (of: (day: AnalyticsClicksBody['days'][number]) => number) =>
    days.map((day) => (day.searches === 0 ? null : of(day) / day.searches));
  return [
    {
      name: 'Searches in 30 days',
      value: formatCount(totals.searches),
      detail: (
        <>
          <Sparkline values={days.map(({ searches }) => searches)} color="--chart-graph" />
          {wordsOfChange(totals.searches, previous.searches, days.length)}
        </>
      ),
    },
    {
      name: 'Clicked',
      value: wordsOfShare(totals.click_through),
      detail: (
        <>
          <Sparkline values={shares(({ clicked }) => clicked)} color="--chart-backend" />
          {detailOf(totals.click_through, previous.click_through)}
        </>
      ),
    },
    {
      name: 'Found nothing',
      value: wordsOfShare(totals.no_result_rate),
      detail: (
        <>
          <Sparkline values={shares((day) => day.no_results)} color="--chart-errors" />
          {detailOf(totals.no_result_rate, previous.no_result_rate)}
        </>
      ),
    },
  ];
}

type Share = AnalyticsClicksBody['totals']['click_through'];

/** The share of the period before, or what the present one waits for. */
function detailOf(share: Share, before: Share): string {
  return share === null ? wordsOfNeed : wordsOfShareBefore(before);
}

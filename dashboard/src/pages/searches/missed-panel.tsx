// Tests: test/browser/dashboard-analytics.test.ts.
import { useMemo } from 'react';
import type { AnalyticsSearchesBody } from '../../../../contract/analytics.ts';
import { limits } from '../../../../contract/limits.ts';
import { ChartFigure } from '../../charts/chart-figure.tsx';
import { EmptyNote } from '../../parts/empty-note.tsx';
import { Panel } from '../../parts/panel.tsx';
import { wordsOfShare } from '../../words/analytics.ts';
import { missedSharePicture, shareDays } from '../../words/analytics-pictures.ts';

/** Draws the share of searches without a result by day, or says from when on there is one. Makes no call. */
export function MissedPanel({ searches }: { readonly searches: AnalyticsSearchesBody }) {
  const { days, totals } = searches;
  const picture = useMemo(() => missedSharePicture(days), [days]);
  return (
    <Panel
      title="Share without a result"
      lead={`Each day stands for the ${shareDays} days up to it. Lower is better.`}
    >
      {picture === null ? (
        <EmptyNote
          icon="info"
          title={`Needs ${limits.shareCountMin} searches in ${shareDays} days to show`}
        />
      ) : (
        <ChartFigure
          picture={picture}
          name="Share without a result"
          summary={`${wordsOfShare(totals.no_result_rate)} of the searches of this period found nothing.`}
          height={220}
          resting="last"
        />
      )}
    </Panel>
  );
}

// Tests: test/browser/dashboard-analytics.test.ts.
import { useMemo } from 'react';
import type { AnalyticsSearchesBody } from '../../../../contract/analytics.ts';
import { ChartFigure } from '../../charts/chart-figure.tsx';
import { Panel } from '../../parts/panel.tsx';
import { searchesPicture } from '../../words/analytics-pictures.ts';
import { countOf, formatCount } from '../../words/numbers.ts';

/** Draws searches by day and outcome: clicked, not clicked, nothing found. Makes no call. */
export function SearchesPanel({ searches }: { readonly searches: AnalyticsSearchesBody }) {
  const { days, totals } = searches;
  const picture = useMemo(() => searchesPicture(days), [days]);
  const summary = [
    `${countOf(totals.searches, 'search', 'searches')} in ${countOf(days.length, 'day')}:`,
    `${formatCount(totals.clicked)} with a click, ${formatCount(totals.no_results)} without a result.`,
  ].join(' ');
  return (
    <Panel
      title="Searches a day"
      lead="Searches by outcome: clicked, results without a click, or nothing found."
    >
      <ChartFigure picture={picture} name="Searches a day" summary={summary} height={220} resting="sum" />
    </Panel>
  );
}

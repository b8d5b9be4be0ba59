// Tests: test/browser/dashboard-analytics.test.ts.
import { useMemo } from 'react';
import type { AnalyticsSearchesBody } from '../../../../contract/analytics.ts';
import { ChartFigure } from '../../charts/chart-figure.tsx';
import { type Picture, spanOf } from '../../charts/chart-options.ts';
import { Panel } from '../../parts/panel.tsx';
import { countOf } from '../../words/numbers.ts';
import { toSeconds } from '../../words/times.ts';

const daySeconds = 86_400;

/** Draws searches by day and outcome: clicked, not clicked, nothing found. Makes no call. */
export function SearchesPanel({ searches }: { readonly searches: AnalyticsSearchesBody }) {
  const { days, totals } = searches;
  const picture = useMemo(() => pictureOf(days), [days]);
  const summary = [
    `${countOf(totals.searches, 'search', 'searches')} in ${countOf(days.length, 'day')}:`,
    `${totals.clicked} with a click, ${totals.no_results} without a result.`,
  ].join(' ');
  return (
    <Panel
      title="Searches a day"
      lead="Searches by outcome: clicked, results without a click, or nothing found."
    >
      <ChartFigure picture={picture} summary={summary} height={220} resting="sum" />
    </Panel>
  );
}

function pictureOf(days: AnalyticsSearchesBody['days']): Picture {
  const xs = days.map(({ day }) => toSeconds(`${day}T00:00:00Z`));
  return {
    xs,
    span: spanOf(xs, daySeconds, 'bars'),
    shape: 'bars',
    layers: [
      { label: 'Clicked', color: '--chart-graph', values: days.map(({ clicked }) => clicked) },
      {
        label: 'Not clicked',
        color: '--chart-cached',
        // Clicks may be counted a moment before their searches.
        values: days.map(({ searches, no_results: none, clicked }) => Math.max(0, searches - none - clicked)),
      },
      { label: 'Nothing found', color: '--chart-errors', values: days.map((day) => day.no_results) },
    ],
  };
}

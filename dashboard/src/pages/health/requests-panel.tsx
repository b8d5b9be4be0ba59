// Tests: test/browser/dashboard.test.ts.
import { useMemo } from 'react';
import type { Overview } from '../../../../contract/overview.ts';
import { ChartFigure } from '../../charts/chart-figure.tsx';
import { type Picture, spanOf } from '../../charts/chart-options.ts';
import { EmptyNote } from '../../parts/empty-note.tsx';
import { Panel } from '../../parts/panel.tsx';
import { countOf, formatMs, formatShare } from '../../words/numbers.ts';
import { toSeconds } from '../../words/times.ts';

/**
 * Draws keystrokes over time by the source of their answers, with the time that 95 of 100 took at most. Makes no call.
 */
export function RequestsPanel({ overview: { requests, totals } }: { readonly overview: Overview }) {
  const picture = useMemo(() => pictureOf(requests), [requests]);
  return (
    <Panel title="Requests" lead="Keystrokes of shoppers, by source of the answer.">
      {totals.requests === 0 ? (
        <EmptyNote icon="clock" title="No keystrokes yet">
          Keystrokes show here as soon as your shop uses its storefront key. Searches in this dashboard are
          not counted.
        </EmptyNote>
      ) : (
        <ChartFigure picture={picture} name="Requests" summary={summaryOf(totals)} resting="sum" />
      )}
    </Panel>
  );
}

function pictureOf({ buckets, bucket_seconds: bucketSeconds }: Overview['requests']): Picture {
  const xs = buckets.map(({ at }) => toSeconds(at));
  return {
    xs,
    span: spanOf(xs, bucketSeconds, 'bars'),
    shape: 'bars',
    layers: [
      { label: 'Graph', color: '--chart-graph', values: buckets.map(({ graph }) => graph) },
      { label: 'Backend', color: '--chart-backend', values: buckets.map(({ backend }) => backend) },
      { label: 'Cached', color: '--chart-cached', values: buckets.map(({ cached }) => cached) },
      { label: 'Failed', color: '--chart-errors', values: buckets.map(({ errors }) => errors) },
    ],
    line: { label: 'p95', color: '--chart-line', unit: 'ms', values: buckets.map(({ p95_ms }) => p95_ms) },
  };
}

function summaryOf(totals: Overview['totals']): string {
  return [
    `${countOf(totals.requests, 'request')}, ${countOf(totals.errors, 'failure')}.`,
    `${formatShare(totals.cached_share)} came from the cache.`,
    `95 of 100 were answered within ${formatMs(totals.p95_ms)}.`,
  ].join(' ');
}

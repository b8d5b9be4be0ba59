// Tests: test/browser/dashboard.test.ts.
import type { Overview } from '../../../../contract/overview.ts';
import { FigureStrip, Going } from '../../parts/figure-strip.tsx';
import { countOf, formatCount, formatMs, formatShare } from '../../words/numbers.ts';

const goings = { ready: 'Answering', loading: 'Loading', failing: 'Not answering' } as const;

/** The figures that show at a glance whether the store is well. Makes no call. */
export function HealthStrip({ overview: { health, totals } }: { readonly overview: Overview }) {
  const failed = totals.requests === 0 ? null : totals.errors / totals.requests;
  const figures = [
    {
      name: 'Autocomplete',
      value: <Going isWell={health.index === 'ready'}>{goings[health.index]}</Going>,
      detail: `${countOf(health.in_stock, 'product')} in stock`,
    },
    {
      name: 'Requests',
      value: formatCount(totals.requests),
      detail: failed === null ? 'none yet' : `${formatShare(failed)} failed`,
    },
    {
      name: '95% within',
      value: formatMs(totals.p95_ms),
      detail: totals.p50_ms === null ? 'none yet' : `half within ${formatMs(totals.p50_ms)}`,
    },
    {
      name: 'From the cache',
      value: formatShare(totals.cached_share),
      detail: 'asked for a moment ago',
    },
    { name: 'From the graph', value: formatShare(totals.graph_share), detail: 'ranked ahead of time' },
  ];
  return <FigureStrip figures={figures} />;
}

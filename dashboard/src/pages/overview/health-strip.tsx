import type { ReactNode } from 'react';
import type { Overview } from '../../api/answers.ts';
import { countOf, formatCount, formatMs, formatShare } from '../../words/numbers.ts';
import classes from './health-strip.module.css';

/** The figures that tell at a glance whether all is well. */
export function HealthStrip({ overview: { health, totals } }: { readonly overview: Overview }) {
  const failed = totals.requests === 0 ? null : totals.errors / totals.requests;
  return (
    <dl className={classes.strip}>
      <Figure
        name="Autocomplete"
        value={
          <span className={health.index === 'ready' ? classes.ready : classes.loading}>
            {health.index === 'ready' ? 'Answering' : 'Loading'}
          </span>
        }
        detail={`${countOf(health.in_stock, 'product')} in stock`}
      />
      <Figure
        name="Requests"
        value={formatCount(totals.requests)}
        detail={failed === null ? 'none yet' : `${formatShare(failed)} failed`}
      />
      <Figure
        name="95 of 100 within"
        value={formatMs(totals.p95_ms)}
        detail={totals.p50_ms === null ? 'none yet' : `half within ${formatMs(totals.p50_ms)}`}
      />
      <Figure
        name="From the cache"
        value={formatShare(totals.cached_share)}
        detail="asked for a moment ago"
      />
      <Figure name="From the graph" value={formatShare(totals.graph_share)} detail="ranked ahead of time" />
    </dl>
  );
}

interface FigureProps {
  readonly name: string;
  readonly value: ReactNode;
  readonly detail: string;
}

function Figure({ name, value, detail }: FigureProps) {
  return (
    <div className={classes.figure}>
      <dt className={classes.name}>{name}</dt>
      <dd className={classes.value}>{value}</dd>
      <dd className={classes.detail}>{detail}</dd>
    </div>
  );
}

// Tests: test/browser/dashboard-feeds.test.ts.
import { VisuallyHidden } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import type { FeedRunBody, FeedRunMark } from '../../../../contract/feeds.ts';
import chart from '../../charts/chart.module.css';
import { ColumnSwatch, RunColumns } from '../../charts/run-columns.tsx';
import { useStore } from '../../shell/current-store.ts';
import { partsOfRun, stateOfRun, summarizeRuns } from '../../words/feeds.ts';
import { formatCount } from '../../words/numbers.ts';
import { formatDateTime } from '../../words/times.ts';
import classes from './run-timeline.module.css';

/**
 * Draws runs as columns, oldest first, each linked to its run. The list below has the same runs, so nothing is lost to
 * readers who do not see it. Makes no call.
 */
export function RunTimeline({ runs }: { readonly runs: readonly FeedRunBody[] }) {
  const { storeId } = useStore();
  const [pointed, setPointed] = useState<string | null>(null);
  const place = ({ id }: FeedRunMark, className: string, column: ReactNode) => (
    <Link
      key={id}
      to="/stores/$storeId/feeds/$feedId/runs/$runId"
      params={{ storeId, feedId: runs[0]?.feed_id ?? '', runId: id }}
      className={className}
      tabIndex={-1}
      onPointerEnter={() => setPointed(id)}
    >
      {column}
    </Link>
  );
  return (
    <figure className={classes.timeline} onPointerLeave={() => setPointed(null)}>
      <VisuallyHidden component="figcaption">{summarizeRuns(runs)}</VisuallyHidden>
      <Legend runs={runs} pointed={runs.find(({ id }) => id === pointed) ?? null} />
      <RunColumns runs={runs} height={150} place={place} />
      <div className={classes.ends} aria-hidden="true">
        {runs.length > 1 && `One column a run, from ${formatDateTime(runs[0]?.created_at ?? '')} to `}
        {formatDateTime(runs.at(-1)?.created_at ?? '')}
      </div>
    </figure>
  );
}

interface LegendProps {
  readonly runs: readonly FeedRunBody[];
  readonly pointed: FeedRunBody | null;
}

/** Explains the colours; while a run is pointed at, shows its counts. */
function Legend({ runs, pointed }: LegendProps) {
  const kinds = [
    { kind: 'hollow', name: 'No changes', isThere: runs.some(({ not_modified }) => not_modified) },
    { kind: 'failed', name: 'Run failed', isThere: runs.some(({ status }) => status === 'failed') },
  ] as const;
  return (
    <div className={chart.legend} aria-hidden="true">
      {partsOfRun(pointed ?? runs[0] ?? nothing).map(({ name, count, color }) => (
        <span key={name} className={chart.item}>
          <span className={chart.swatch} style={{ background: `var(${color})` }} />
          {name === 'Failed' ? 'Rows failed' : name} {pointed !== null && <b>{formatCount(count)}</b>}
        </span>
      ))}
      {kinds.map(
        ({ kind, name, isThere }) =>
          isThere && (
            <span key={kind} className={chart.item}>
              <ColumnSwatch kind={kind} />
              {name}
            </span>
          ),
      )}
      {pointed !== null && (
        <span className={chart.moment}>
          {stateOfRun(pointed).words}, {formatDateTime(pointed.created_at)}
        </span>
      )}
    </div>
  );
}

const nothing = { created_rows: 0, updated_rows: 0, unchanged_rows: 0, removed_rows: 0, failed_rows: 0 };

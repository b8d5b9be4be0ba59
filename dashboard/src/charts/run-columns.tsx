// Tests: ./run-columns.test.ts.
import { type ReactNode, useMemo } from 'react';
import type { FeedRunMark } from '../../../contract/feeds.ts';
import classes from './run-columns.module.css';
import { columnsOfRuns, type RunColumn } from './run-columns.ts';

interface RunColumnsProps {
  /** Oldest first. */
  readonly runs: readonly FeedRunMark[];
  /** The height in pixels. */
  readonly height: number;
  /** Whether it is drawn small, in a line of text. */
  readonly isSmall?: boolean;
  /** Wraps a column, for example in a link to its run. */
  readonly place?: (run: FeedRunMark, className: string, column: ReactNode) => ReactNode;
}

/** Draws runs as columns. Screen readers get nothing of it: words beside it say the same. */
export function RunColumns({ runs, height, isSmall = false, place = plainPlace }: RunColumnsProps) {
  const columns = useMemo(() => columnsOfRuns(runs), [runs]);
  return (
    <div className={classes.columns} data-small={isSmall} style={{ height }} aria-hidden="true">
      {columns.map((column) => place(column.run, classes.place ?? '', <Column {...column} />))}
    </div>
  );
}

function plainPlace({ id }: FeedRunMark, className: string, column: ReactNode): ReactNode {
  return (
    <span key={id} className={className}>
      {column}
    </span>
  );
}

function Column({ kind, share, parts }: Pick<RunColumn, 'kind' | 'share' | 'parts'>) {
  return (
    <span className={classes.column} data-kind={kind} style={{ height: `${share * 100}%` }}>
      {parts.map(({ name, count, color }) => (
        <span key={name} style={{ flexGrow: count, background: `var(${color})` }} />
      ))}
    </span>
  );
}

/** A sample of a kind of column, for a legend. */
export function ColumnSwatch({ kind }: { readonly kind: RunColumn['kind'] }) {
  return <span className={`${classes.column} ${classes.swatch}`} data-kind={kind} />;
}

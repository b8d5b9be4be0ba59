import { type ReactNode, useMemo } from 'react';
import type { FeedRunMark } from '../../../contract/feeds.ts';
import classes from './run-columns.module.css';
import { columnsOfRuns, type RunColumn } from './run-columns.ts';

interface RunColumnsProps {
  /** Oldest first. */
  readonly runs: readonly FeedRunMark[];
  /** In pixels. */
  readonly height: number;
  /** Beside words, in a line of text. */
  readonly isSmall?: boolean;
  /** Puts a column into its place, such as one that leads to the run. */
  readonly place?: (run: FeedRunMark, className: string, column: ReactNode) => ReactNode;
}

/** A picture of runs. It says nothing to who cannot see it: words stand beside it. */
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

/** How a kind of column looks, for a legend. */
export function ColumnSwatch({ kind }: { readonly kind: RunColumn['kind'] }) {
  return <span className={`${classes.column} ${classes.swatch}`} data-kind={kind} />;
}

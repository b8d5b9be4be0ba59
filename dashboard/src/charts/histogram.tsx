// Tests: test/browser/dashboard.test.ts.
import { VisuallyHidden } from '@mantine/core';
import { useState } from 'react';
import { formatCount } from '../words/numbers.ts';
import classes from './chart.module.css';
import type { Layer } from './chart-options.ts';
import own from './histogram.module.css';
import { TableButton } from './table-button.tsx';

interface HistogramProps {
  /** What the picture shows, in a few words. */
  readonly name: string;
  /** A sentence that says what the picture shows. */
  readonly summary: string;
  /** The labels of the columns; a blank `short` is not written below its column. */
  readonly labels: readonly { readonly full: string; readonly short: string }[];
  /** The layers from the bottom up. */
  readonly layers: readonly Layer[];
}

/** Draws counts as columns side by side with a legend, and says the same in words for screen readers. Makes no call. */
export function Histogram({ name, summary, labels, layers }: HistogramProps) {
  const totals = labels.map((_, place) => layers.reduce((sum, { values }) => sum + (values[place] ?? 0), 0));
  const [isTable, setIsTable] = useState(false);
  const words = labels.map(({ full }, place) => (
    <li key={full}>
      {full}: {layers.map(({ label, values }) => `${label} ${formatCount(values[place] ?? 0)}`).join(', ')}
    </li>
  ));
  return (
    <figure className={own.figure}>
      <VisuallyHidden component="figcaption">{summary}</VisuallyHidden>
      <Legend layers={layers} />
      {!isTable && <Columns labels={labels} layers={layers} totals={totals} />}
      {isTable ? (
        <ul className={own.words}>{words}</ul>
      ) : (
        <VisuallyHidden component="ul">{words}</VisuallyHidden>
      )}
      <TableButton name={name} isTable={isTable} onChange={setIsTable} />
    </figure>
  );
}

interface ColumnsProps extends Pick<HistogramProps, 'labels' | 'layers'> {
  readonly totals: readonly number[];
}

function Columns({ labels, layers, totals }: ColumnsProps) {
  const largest = Math.max(...totals, 1);
  return (
    <div aria-hidden="true">
      <div className={own.columns}>
        {labels.map(({ full }, place) => (
          <div key={full} className={own.place} title={`${full}: ${formatCount(totals[place] ?? 0)}`}>
            <div className={own.column} style={{ height: `${(100 * (totals[place] ?? 0)) / largest}%` }}>
              {layers.map(({ label, color, values }) => (
                <span
                  key={label}
                  style={{ flex: `${values[place] ?? 0} 0 0`, background: `var(${color})` }}
                />
              ))}
            </div>
          </div>
        ))}
      </div>
      <div className={own.labels}>
        {labels.map(({ full, short }) => (
          <span key={full} className={own.label}>
            {short}
          </span>
        ))}
      </div>
    </div>
  );
}

function Legend({ layers }: Pick<HistogramProps, 'layers'>) {
  return (
    <div className={classes.legend} aria-hidden="true">
      {layers.map(({ label, color, values }) => (
        <span key={label} className={classes.item}>
          <span className={classes.swatch} style={{ background: `var(${color})` }} />
          {label} <b>{formatCount(values.reduce((sum, value) => sum + value, 0))}</b>
        </span>
      ))}
    </div>
  );
}

// Tests: test/browser/dashboard.test.ts.
import type { ReactNode } from 'react';
import classes from './figure-strip.module.css';

export interface Figure {
  readonly name: string;
  readonly value: ReactNode;
  /** A few words below the value. */
  readonly detail: ReactNode;
}

/** Shows a few figures side by side, each with its name and a detail. */
export function FigureStrip({ figures }: { readonly figures: readonly Figure[] }) {
  return (
    <dl className={classes.strip}>
      {figures.map(({ name, value, detail }) => (
        <div key={name} className={classes.figure}>
          <dt className={classes.name}>{name}</dt>
          <dd className={classes.value}>{value}</dd>
          <dd className={classes.detail}>{detail}</dd>
        </div>
      ))}
    </dl>
  );
}

interface GoingProps {
  /** Whether the state is good; if not, something is waited for. */
  readonly isWell: boolean;
  readonly children: ReactNode;
}

/** A figure that is a state, beside a dot whose colour only repeats it. */
export function Going({ isWell, children }: GoingProps) {
  return <span className={isWell ? classes.ready : classes.loading}>{children}</span>;
}

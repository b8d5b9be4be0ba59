import type { ReactNode } from 'react';
import classes from './figure-strip.module.css';

export interface Figure {
  readonly name: string;
  readonly value: ReactNode;
  /** A few words below the value. */
  readonly detail: ReactNode;
}

/** The figures that tell at a glance how something stands. */
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
  /** Otherwise it is waiting for something. */
  readonly isWell: boolean;
  readonly children: ReactNode;
}

/** A value of the strip that is a state, beside a point whose colour only repeats it. */
export function Going({ isWell, children }: GoingProps) {
  return <span className={isWell ? classes.ready : classes.loading}>{children}</span>;
}

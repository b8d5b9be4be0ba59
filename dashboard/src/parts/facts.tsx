// Tests: test/browser/dashboard.test.ts.
import type { ReactNode } from 'react';
import classes from './facts.module.css';

/** A name with its value, as one entry of {@link Facts}. */
export interface Fact {
  readonly name: string;
  readonly value: ReactNode;
}

/** Shows names with their values, as many in a line as fit. */
export function Facts({ facts }: { readonly facts: readonly Fact[] }) {
  return (
    <dl className={classes.facts}>
      {facts.map(({ name, value }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

// Tests: test/browser/dashboard.test.ts.
import type { ReactNode } from 'react';
import classes from './state-mark.module.css';

/** The tone of a state: `live` for work under way, `quiet` for a state that asks for nothing. */
export type Tone = 'good' | 'warn' | 'bad' | 'live' | 'quiet';

interface StateMarkProps {
  readonly tone: Tone;
  readonly children: ReactNode;
}

/** Shows a state in a word or two, beside a dot whose colour only repeats it. */
export function StateMark({ tone, children }: StateMarkProps) {
  return (
    <span className={classes.state} data-tone={tone}>
      {children}
    </span>
  );
}

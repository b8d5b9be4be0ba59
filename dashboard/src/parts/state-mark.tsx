import type { ReactNode } from 'react';
import classes from './state-mark.module.css';

/** How well something stands. */
export type Tone = 'good' | 'warn' | 'bad' | 'live' | 'quiet';

interface StateMarkProps {
  readonly tone: Tone;
  readonly children: ReactNode;
}

/** A state in a word or two, beside a point whose colour only repeats them. */
export function StateMark({ tone, children }: StateMarkProps) {
  return (
    <span className={classes.state} data-tone={tone}>
      {children}
    </span>
  );
}

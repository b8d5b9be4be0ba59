// Tests: test/browser/dashboard-onboarding.test.ts.
import type { ReactNode } from 'react';
import { Icon } from '../../parts/icon.tsx';
import classes from './start.module.css';

interface StepProps {
  readonly number: number;
  readonly title: string;
  readonly isDone: boolean;
  /** Nothing while the steps before it are not done. */
  readonly children: ReactNode;
}

/** One step of the first ten minutes: its number or a tick, and what there is to do. */
export function Step({ number, title, isDone, children }: StepProps) {
  return (
    <section className={classes.step} data-done={isDone} aria-labelledby={`step-${number}`}>
      <h2 className={classes.title} id={`step-${number}`}>
        <span className={classes.sign} aria-hidden="true">
          {isDone ? <Icon name="check" size={15} /> : number}
        </span>
        {title}
        {isDone && <span className={classes.done}>done</span>}
      </h2>
      {children}
    </section>
  );
}

// Tests: test/browser/dashboard.test.ts.
import type { ReactNode } from 'react';
import classes from './settling.module.css';

interface SettlingProps {
  /** Whether a newer answer is awaited. */
  readonly isStale: boolean;
  readonly children: ReactNode;
}

/**
 * Keeps an answer visible until a newer one arrives. Its words keep their contrast; a moving line above them shows the
 * wait.
 */
export function Settling({ isStale, children }: SettlingProps) {
  return (
    <div className={classes.settling} aria-busy={isStale}>
      {children}
    </div>
  );
}

import type { ReactNode } from 'react';
import classes from './settling.module.css';

interface SettlingProps {
  /** A newer answer is on its way. */
  readonly isStale: boolean;
  readonly children: ReactNode;
}

/** An answer that stands until a newer one comes. Its words keep their contrast: a line above them moves. */
export function Settling({ isStale, children }: SettlingProps) {
  return (
    <div className={classes.settling} aria-busy={isStale}>
      {children}
    </div>
  );
}

/**
 * A clock that moves only when a test moves it: milliseconds (monotonic) and microseconds (wall clock). It never reads the machine's
 * time, and moves forward only. It checks nothing: negative steps are the test's fault.
 */
import type { Clock } from '../../server/clock.ts';
import { someTime } from './storage-rows.ts';

export interface DrivenClock extends Clock {
  /** Moves both hands forward. */
  advanceMs(milliseconds: number): void;
}

/** Starts at {@link someTime}. Each reading of the time adds the microsecond that keeps readings apart. */
export function createDrivenClock(): DrivenClock {
  let micros = someTime;
  let monotonicMs = 1_000;
  return {
    nowMicros() {
      micros += 1;
      return micros;
    },
    monotonicMs: () => monotonicMs,
    advanceMs(milliseconds) {
      micros += milliseconds * 1_000;
      monotonicMs += milliseconds;
    },
  };
}

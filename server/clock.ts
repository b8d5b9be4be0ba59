/** The only place that reads the time. Everything else is handed a clock, so that tests can drive it. */

export interface Clock {
  /** Microseconds since the epoch, UTC; never the same twice within one process. */
  nowMicros(): number;
  /** Milliseconds that only ever grow; for durations and time-outs. */
  monotonicMs(): number;
}

/** The real time. */
export function createSystemClock(): Clock {
  let last = 0;
  return {
    nowMicros() {
      // The wall clock has milliseconds only; the digits below come from the monotonic one.
      const wall = Date.now() * 1_000 + Math.floor((performance.now() % 1) * 1_000);
      last = Math.max(last + 1, wall);
      return last;
    },
    monotonicMs: () => performance.now(),
  };
}

/** `2026-11-21`, UTC. */
export function formatDay(micros: number): string {
  return formatTimestamp(micros).slice(0, 10);
}

/** `2026-11-21T06:28:12.123456Z` (§2.3): ISO 8601 in UTC with microseconds. */
export function formatTimestamp(micros: number): string {
  // The rest first: a quotient near 2^53 may be rounded up to the next millisecond.
  const rest = micros % 1_000;
  const milliseconds = new Date((micros - rest) / 1_000).toISOString().slice(0, -1);
  return `${milliseconds}${String(rest).padStart(3, '0')}Z`;
}

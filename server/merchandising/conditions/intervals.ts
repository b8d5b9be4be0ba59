/**
 * Computes with stretches of time, from and including one moment up to and excluding another, in microseconds. Pure; it reads no clock
 * and never throws. Intervals without anything in common give null, no intervals all of time.
 */
// Tests: ./evaluate-rules.test.ts.

/** `until` lies behind `from`. */
export interface Interval {
  readonly from: number;
  readonly until: number;
}

/** All of time, in numbers that both databases keep as they are. */
export const always: Interval = { from: 0, until: Number.MAX_SAFE_INTEGER };

/** Returns the time that all intervals have in common, or null; all of time if there are no intervals. */
export function intersect(intervals: readonly Interval[]): Interval | null {
  const from = Math.max(always.from, ...intervals.map((interval) => interval.from));
  const until = Math.min(always.until, ...intervals.map((interval) => interval.until));
  return from < until ? { from, until } : null;
}

/** Returns the time that any of the intervals holds: in order, and none touches the next. */
export function unite(intervals: readonly Interval[]): Interval[] {
  const united: Interval[] = [];
  for (const next of intervals.toSorted((left, right) => left.from - right.from)) {
    const last = united.at(-1);
    if (last === undefined || next.from > last.until) united.push(next);
    else united[united.length - 1] = { from: last.from, until: Math.max(last.until, next.until) };
  }
  return united;
}

/** A bound on what a store may send in a day (UTC), counted by this process. */
import type { Clock } from '../clock.ts';
import { createNumbers, type Numbers } from '../threads/numbers.ts';

/** Counts by store. */
export interface DayCounter {
  /** Whether so many more may come today; they are counted then. */
  take(storeId: string, count: number): boolean;
}

const dayMicros = 24 * 3_600 * 1_000_000;

/** A day's counts lie above those of the day before. */
const countsPerDay = 1e10;

export function createDayCounter(
  clock: Pick<Clock, 'nowMicros'>,
  perDay: number,
  counts: Numbers = createNumbers(),
): DayCounter {
  return {
    take(storeId, count) {
      const floor = Math.floor(clock.nowMicros() / dayMicros) * countsPerDay;
      return counts.add(storeId, count, floor, floor + perDay) + count <= floor + perDay;
    },
  };
}

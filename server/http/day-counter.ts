/** A bound on what a store may send in a day (UTC), counted by this process. */
import type { Clock } from '../clock.ts';

/** Counts by store. */
export interface DayCounter {
  /** Whether so many more may come today; they are counted then. */
  take(storeId: string, count: number): boolean;
}

const dayMicros = 24 * 3_600 * 1_000_000;

export function createDayCounter(clock: Pick<Clock, 'nowMicros'>, perDay: number): DayCounter {
  const counts = new Map<string, number>();
  let day = -1;
  return {
    take(storeId, count) {
      const today = Math.floor(clock.nowMicros() / dayMicros);
      if (today !== day) counts.clear();
      day = today;
      const taken = (counts.get(storeId) ?? 0) + count;
      if (taken > perDay) return false;
      counts.set(storeId, taken);
      return true;
    },
  };
}

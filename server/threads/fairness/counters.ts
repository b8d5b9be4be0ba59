/**
 * Counters by name that limit callers: how much is under way, how much was used today, when a caller's allowance is full
 * again. They are in memory only: a restart forgets them. 100,000 names are kept; a forgotten counter is 0 again, so it may only limit load, and never guard money or
 * data. Nothing throws.
 */
// Tests: server/http/admission/request-limiter.test.ts.
import { LRUCache } from 'lru-cache';
import { boundedByCount } from '../../structures/bounded-by-count.ts';

/** Counters by name. */
export interface Counters {
  /**
   * Adds `amount` unless the sum would exceed `most`, and returns the value before; it was added if that value plus
   * `amount` is at most `most`. A counter that is absent or below `floor` counts as `floor`.
   */
  add(name: string, amount: number, floor: number, most: number): number;
}

/** Names kept, at most. Chosen: more than callers who call at the same time. */
const namesMax = 100_000;

/** Creates counters for one purpose. Beyond {@link namesMax} the name used longest ago is forgotten. */
export function createCounters(): Counters {
  const entries = new LRUCache<string, { value: number }>(boundedByCount(namesMax));
  return {
    add(name, amount, floor, most) {
      const entry = entries.get(name);
      const before = entry === undefined || entry.value < floor ? floor : entry.value;
      const after = before + amount;
      if (after > most) return before;
      if (after <= floor) entries.delete(name);
      else if (entry === undefined) entries.set(name, { value: after });
      else entry.value = after;
      return before;
    },
  };
}

/** Reserves `amount` from a counter that allows `most`. Returns false, and reserves nothing, if that is too much. */
export function reserve(counts: Counters, name: string, amount: number, most: number): boolean {
  return counts.add(name, amount, 0, most) + amount <= most;
}

/** The opposite of {@link reserve}. */
export function release(counts: Counters, name: string, amount: number): void {
  counts.add(name, -amount, 0, Number.POSITIVE_INFINITY);
}

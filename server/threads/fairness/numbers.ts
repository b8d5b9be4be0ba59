/**
 * Numbers by name that bound what callers may do: how much is under way, how much came today, when a caller's allowance is full again.
 * Nothing is written to the database: a restart forgets them. 100,000 names are kept; what is forgotten counts as 0 again. It may
 * therefore never guard money or data, only load. Nothing throws.
 */
// Tests: server/http/admission/request-limiter.test.ts.
import { LRUCache } from 'lru-cache';
import { boundedByCount } from '../../structures/bounded-by-count.ts';

/** Numbers by name. */
export interface Numbers {
  /**
   * Adds `amount` unless the sum would exceed `most`, and returns the number before; it was added if that number plus
   * `amount` is at most `most`. A number that is absent or below `floor` counts as `floor`.
   */
  add(name: string, amount: number, floor: number, most: number): number;
}

/** Names kept, at most. Chosen: more than callers who call at the same time. */
const namesMax = 100_000;

/** Creates numbers for one purpose. Beyond {@link namesMax} the name used longest ago is forgotten. */
export function createNumbers(): Numbers {
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
export function take(counts: Numbers, name: string, amount: number, most: number): boolean {
  return counts.add(name, amount, 0, most) + amount <= most;
}

/** The opposite of {@link take}. */
export function giveBack(counts: Numbers, name: string, amount: number): void {
  counts.add(name, -amount, 0, Number.POSITIVE_INFINITY);
}

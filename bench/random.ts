/**
 * Numbers that look random and are the same on every run: catalogs and queries of measurements are made with them. They are no secrets
 * and may never make keys or ids of the service. `pick` of an empty list is undefined.
 */
// Tests: test/bench/known-items.test.ts.

/** A source of numbers from 0 (inclusive) to 1 (exclusive). */
export type Random = () => number;

/** Mulberry32: a small generator whose sequence is fixed by its seed (Tommy Ettinger, public domain). */
export function createRandom(seed: number): Random {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Any item, each as likely. The list must not be empty. */
export function pick<Item>(items: readonly Item[], random: Random): Item {
  return items[Math.floor(random() * items.length)] as Item;
}

/** Early items more often: a tenth of all draws falls on the first hundredth of the list. */
export function pickEarly<Item>(items: readonly Item[], random: Random): Item {
  return items[Math.floor(random() ** 2 * items.length)] as Item;
}

/**
 * Popularity over time: every event adds its weight, and all weights halve every 14 days (Contract §7). Old weights never shrink;
 * instead newer ones are larger, by their distance from a fixed day, so nothing is ever rewritten (forward decay: Cormode, Shkapenyuk,
 * Srivastava and Xu, ICDE 2009). A score is the logarithm of such a sum, to the base of 2: it stays small for ever, and order is that
 * of sums. Pure; times are microseconds since 1970, and weights above 0 are trusted. The fixed day and the base must never change,
 * since stored scores depend on them. Nothing throws: a time before the fixed day gives a small score, not a fault.
 */
// Tests: ./popularity.test.ts.

/** 2020-01-01T00:00:00Z; part of what is stored, and never changed. */
const landmarkMicros = 1_577_836_800_000_000;
const halfLifeMicros = 14 * 24 * 3_600 * 1_000_000;

/** The weight of an event on its day. That of a cart is chosen: it says more than a click, and less than money. */
export const eventWeights = { click: 1, cart: 3, purchase: 5 } as const;

/** The smallest popularity, in clicks: one click decays to this in 12 weeks. */
const leastWorth = 1 / 64;

/** The score of a single weight at a time. */
export function scoreOf(weight: number, atMicros: number): number {
  return Math.log2(weight) + (atMicros - landmarkMicros) / halfLifeMicros;
}

/** Adds two scores; `null` is the score of a thing without events. */
export function addScores(left: number | null, right: number): number {
  if (left === null) return right;
  const most = Math.max(left, right);
  return most + Math.log2(1 + 2 ** (Math.min(left, right) - most));
}

/** The decayed worth of a score at a time: 1 for a click at that moment. */
export function worthAt(score: number, atMicros: number): number {
  return 2 ** (score - (atMicros - landmarkMicros) / halfLifeMicros);
}

/** The score at a time below which a thing is no longer popular. */
export function fadedScore(atMicros: number): number {
  return scoreOf(leastWorth, atMicros);
}

/**
 * How popular something is, as time goes by: every click adds its weight, and all weights halve every 14 days
 * (Contract §7). Weights are not made smaller as time passes; instead newer ones are made larger, by their distance
 * from a fixed day, so that nothing is ever rewritten (forward decay: Cormode, Shkapenyuk, Srivastava and Xu, ICDE
 * 2009). A score is the logarithm of such a sum, to the base of 2: it stays small for ever, and order is that of sums.
 */

/** 2020-01-01T00:00:00Z; part of what is stored, and never changed. */
const landmarkMicros = 1_577_836_800_000_000;
const halfLifeMicros = 14 * 24 * 3_600 * 1_000_000;

/** What an event is worth on its day. */
export const eventWeights = { click: 1, purchase: 5 } as const;

/** Below so much of a click something is not popular any more: a click's own is so little after 12 weeks. */
const leastWorth = 1 / 64;

/** The score of what was given this weight at one time, and nothing else ever. */
export function scoreOf(weight: number, atMicros: number): number {
  return Math.log2(weight) + (atMicros - landmarkMicros) / halfLifeMicros;
}

/** The score of both together; `null` is that of what was never given anything. */
export function addScores(left: number | null, right: number): number {
  if (left === null) return right;
  const most = Math.max(left, right);
  return most + Math.log2(1 + 2 ** (Math.min(left, right) - most));
}

/** What is left of it at a time: 1 for a click of that moment. */
export function worthAt(score: number, atMicros: number): number {
  return 2 ** (score - (atMicros - landmarkMicros) / halfLifeMicros);
}

/** The score below which something is not popular any more at a time. */
export function fadedScore(atMicros: number): number {
  return scoreOf(leastWorth, atMicros);
}

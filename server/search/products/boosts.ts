/**
 * Applies a merchant's boosts to popularity, once, when scores are placed: a keystroke reads one number either way. A product counts as
 * if it had one click more than it has, times the factors of the rules that it meets, so that products without clicks move too. The
 * factors of one product multiply to at most 64, and to at least a 64th. Pure; scores and factors are trusted to be above 0.
 */
// Tests: ./boosts.test.ts, server/search/popularity-placement.test.ts.
import type { Boosts } from '../engine.ts';

/** The most that all rules together multiply a product's popularity by, and divide it by. Chosen: far below any other lift of a score. */
export const boostFactorMax = 64;

/** The factor of a product that meets these rules, as bits. */
export function boostFactor({ factors }: Pick<Boosts, 'factors'>, rules: number): number {
  let product = 1;
  for (const [rule, factor] of factors.entries()) if (((rules >>> rule) & 1) === 1) product *= factor;
  return Math.min(boostFactorMax, Math.max(1 / boostFactorMax, product));
}

/** A score after boosts: below 0 only if the product is lowered. Without a boost it stays exactly as it is. */
export function boostedScore(score: number, factor: number): number {
  return factor === 1 ? score : (1 + score) * factor - 1;
}

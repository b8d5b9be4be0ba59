/** What comes of a request that failed, for the products in it. Pure. */
import { limits } from '../../contract/limits.ts';
import type { GeneratorErrorKind } from './phrase-generator.ts';

/** A quarter more or less: what failed together does not come again together. */
const jitterShare = 0.25;

/** The pause after the n-th failure, doubled with each up to the longest; the id's random end decides the jitter. */
export function pauseMsOf(
  { first, longest }: { readonly first: number; readonly longest: number },
  failures: number,
  id: string,
): number {
  const seconds = Math.min(longest, first * 2 ** Math.min(failures - 1, 30));
  const random = Number.parseInt(id.slice(-8), 16) / 2 ** 32;
  return Math.round(seconds * 1_000 * (1 - jitterShare + 2 * jitterShare * random));
}

/** No pause is longer. */
export function longestPauseMsOf({ longest }: { readonly longest: number }): number {
  return longest * 1_000 * (1 + jitterShare);
}

/** What becomes of a product after a failure. */
export interface NextAttempt {
  readonly state: 'waiting' | 'failed';
  readonly attempts: number;
  readonly delayMs: number;
}

/** `attempts`: those before. Waiting or being refused is no attempt: null. */
export function nextAttempt(kind: GeneratorErrorKind, attempts: number, id: string): NextAttempt | null {
  if (kind === 'busy' || kind === 'refused') return null;
  const [most, pauses] =
    kind === 'away'
      ? [limits.enrichmentAttempts, limits.enrichmentAwayRetrySeconds]
      : [limits.enrichmentUnusableAttempts, limits.enrichmentRetrySeconds];
  const count = attempts + 1;
  if (count >= most) return { state: 'failed', attempts: count, delayMs: 0 };
  return { state: 'waiting', attempts: count, delayMs: pauseMsOf(pauses, count, id) };
}

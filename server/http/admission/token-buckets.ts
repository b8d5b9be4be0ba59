/**
 * Request limits as token buckets: `perSecond` on average, `burst` at once. A bucket is stored as the time at which it is full again;
 * a full one is not stored. The number of buckets is bounded, so a flood of addresses cannot fill the memory: the fullest are
 * forgotten first. It refuses nothing itself and reads no clock of its own: `nowMs` gives milliseconds that only rise.
 */
// Tests: ./token-buckets.test.ts.
import type { RateLimit } from '../../../contract/limits.ts';
import { createCounters } from '../../threads/fairness/counters.ts';

/** The state after a request: allowed or not, what is left, and when there is room again. */
export interface Verdict {
  readonly allowed: boolean;
  readonly remaining: number;
  /** Whole seconds until a request is allowed again; 0 when it is now. */
  readonly retryAfterSeconds: number;
}

/** A bucket for each key, made on first use. */
export interface TokenBuckets {
  take(key: string): Verdict;
  /** Puts back a token that was taken. */
  giveBack(key: string): void;
}

/** The error that sums of fractions may have. */
const toleranceMs = 1e-3;

/** `nowMs` must only ever grow. */
export function createTokenBuckets({ perSecond, burst }: RateLimit, nowMs: () => number): TokenBuckets {
  const fullTimes = createCounters();
  const tokenMs = 1_000 / perSecond;
  const emptyMs = burst * tokenMs;
  return {
    take(key) {
      const now = nowMs();
      const latestMs = now + emptyMs + toleranceMs;
      const fullMs = fullTimes.add(key, tokenMs, now, latestMs);
      const leftMs = latestMs - fullMs - tokenMs;
      if (fullMs + tokenMs <= latestMs) {
        return { allowed: true, remaining: Math.floor(leftMs / tokenMs), retryAfterSeconds: 0 };
      }
      return { allowed: false, remaining: 0, retryAfterSeconds: Math.max(1, Math.ceil(-leftMs / 1_000)) };
    },
    giveBack(key) {
      fullTimes.add(key, -tokenMs, nowMs(), Number.POSITIVE_INFINITY);
    },
  };
}

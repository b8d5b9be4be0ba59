/**
 * Request limits as token buckets: so many a second on the average, so many at once. Only the buckets used
 * last are kept, so a flood of addresses costs bounded memory.
 */
import { LRUCache } from 'lru-cache';
import type { RateLimit } from '../../contract/limits.ts';

/** The state after a request: allowed or not, what is left, and when there is room again. */
export interface Verdict {
  readonly allowed: boolean;
  readonly remaining: number;
  /** Whole seconds until a request is allowed again; 0 when it is now. */
  readonly retryAfterSeconds: number;
}

/** One bucket a key, made on first use. */
export interface TokenBuckets {
  take(key: string): Verdict;
}

interface Bucket {
  tokens: number;
  updatedMs: number;
}

const bucketsMax = 100_000;

/** `nowMs` must only ever grow. */
export function createTokenBuckets(limit: RateLimit, nowMs: () => number): TokenBuckets {
  // By size, though all are alike: a bound on their number takes memory for all of them at once.
  const buckets = new LRUCache<string, Bucket>({ maxSize: bucketsMax, sizeCalculation: () => 1 });
  return {
    take(key) {
      const now = nowMs();
      const bucket = buckets.get(key) ?? { tokens: limit.burst, updatedMs: now };
      const refill = ((now - bucket.updatedMs) / 1_000) * limit.perSecond;
      const tokens = Math.min(limit.burst, bucket.tokens + refill);
      const allowed = tokens >= 1;
      bucket.tokens = allowed ? tokens - 1 : tokens;
      bucket.updatedMs = now;
      buckets.set(key, bucket);
      const remaining = Math.floor(bucket.tokens);
      const retryAfterSeconds = allowed ? 0 : Math.ceil((1 - tokens) / limit.perSecond);
      return { allowed, remaining, retryAfterSeconds };
    },
  };
}

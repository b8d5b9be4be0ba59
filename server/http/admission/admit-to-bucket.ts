/**
 * Refuses a request that exceeds a rate, with 429, Retry-After and the headers RateLimit-*. It counts nothing itself: token buckets
 * do. Times in headers are whole seconds. It never delays a request: it is admitted or refused.
 */
// Tests: ./nested-budget.test.ts.
import type { FastifyReply } from 'fastify';
import type { RateLimit } from '../../../contract/limits.ts';
import { AppError } from '../../errors.ts';
import type { TokenBuckets, Verdict } from './token-buckets.ts';

/** Takes a token of the key's bucket. Throws `rate_limited` where there is none. */
export function admitToBucket(
  buckets: TokenBuckets,
  key: string,
  rate: RateLimit,
  reply: FastifyReply,
): void {
  const verdict = buckets.take(key);
  if (verdict.allowed) return;
  const { perSecond } = rate;
  const message =
    perSecond < 1
      ? `Too many tries. Wait ${verdict.retryAfterSeconds} seconds and try again.`
      : `Too many requests: ${perSecond} a second are allowed. Wait and try again.`;
  throw refuse(reply, { rate, verdict, message });
}

/** The refusal, with what is allowed and when in the headers of the reply. */
export function refuse(
  reply: FastifyReply,
  {
    rate,
    verdict,
    message,
  }: { readonly rate: RateLimit; readonly verdict: Verdict; readonly message: string },
): AppError {
  setRateHeaders(reply, rate, verdict);
  return new AppError('rate_limited', message, { retryAfterSeconds: verdict.retryAfterSeconds });
}

function setRateHeaders(
  reply: FastifyReply,
  { perSecond, burst }: RateLimit,
  { remaining, retryAfterSeconds }: Verdict,
): void {
  reply.headers({
    'ratelimit-limit': String(perSecond < 1 ? burst : perSecond),
    'ratelimit-remaining': String(remaining),
    'ratelimit-reset': String(retryAfterSeconds),
  });
}

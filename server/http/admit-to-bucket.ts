/** The refusal of a request that is one too many, with its headers. */
import type { FastifyReply } from 'fastify';
import type { RateLimit } from '../../contract/limits.ts';
import { AppError } from '../errors.ts';
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
  setRateHeaders(reply, rate, verdict);
  const { perSecond } = rate;
  const { retryAfterSeconds } = verdict;
  const message =
    perSecond < 1
      ? `Too many tries. Wait ${retryAfterSeconds} seconds and try again.`
      : `Too many requests: ${perSecond} a second are allowed. Wait and try again.`;
  throw new AppError('rate_limited', message, { retryAfterSeconds });
}

/** Says in the headers of a refusal what is allowed, and when. */
export function setRateHeaders(
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

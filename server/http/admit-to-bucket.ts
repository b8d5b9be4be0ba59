/** The refusal of a request that is one too many, with its headers. */
import type { FastifyReply } from 'fastify';
import type { RateLimit } from '../../contract/limits.ts';
import { AppError } from '../errors.ts';
import type { TokenBuckets } from './token-buckets.ts';

/** Takes a token of the key's bucket. Throws `rate_limited` where there is none. */
export function admitToBucket(
  buckets: TokenBuckets,
  key: string,
  { perSecond, burst }: RateLimit,
  reply: FastifyReply,
): void {
  const { allowed, remaining, retryAfterSeconds } = buckets.take(key);
  if (allowed) return;
  reply.headers({
    'ratelimit-limit': String(perSecond < 1 ? burst : perSecond),
    'ratelimit-remaining': String(remaining),
    'ratelimit-reset': String(retryAfterSeconds),
  });
  const message =
    perSecond < 1
      ? `Too many tries. Wait ${retryAfterSeconds} seconds and try again.`
      : `Too many requests: ${perSecond} a second are allowed. Wait and try again.`;
  throw new AppError('rate_limited', message, { retryAfterSeconds });
}

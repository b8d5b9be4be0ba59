/** How often passwords and links can be tried: by address, and by account, since one account is guessed at from many. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type RateLimit, rateLimits } from '../../../contract/limits.ts';
import { AppError } from '../../errors.ts';
import type { Services } from '../services.ts';
import { createTokenBuckets, type TokenBuckets } from '../token-buckets.ts';

/** Throws `rate_limited`; does nothing where limits are switched off. */
export interface SignInLimiter {
  admitAddress(request: FastifyRequest, reply: FastifyReply): void;
  /** `account`: an e-mail or an id, whether it exists or not. */
  admitAccount(account: string, reply: FastifyReply): void;
}

/** Buckets of one process. */
export function createSignInLimiter({
  config,
  clock,
  bounds,
}: Pick<Services, 'config' | 'clock' | 'bounds'>): SignInLimiter {
  const nowMs = () => clock.monotonicMs();
  const { signInPerAddress, signInPerAccount } = rateLimits;
  const byAddress = createTokenBuckets(signInPerAddress, nowMs, bounds.numbers('rates', 'signInPerAddress'));
  const byAccount = createTokenBuckets(signInPerAccount, nowMs, bounds.numbers('rates', 'signInPerAccount'));
  return {
    admitAddress(request, reply) {
      if (config.rateLimit) admit(byAddress, request.ip, signInPerAddress, reply);
    },
    admitAccount(account, reply) {
      if (config.rateLimit) admit(byAccount, account, signInPerAccount, reply);
    },
  };
}

function admit(buckets: TokenBuckets, key: string, limit: RateLimit, reply: FastifyReply): void {
  const { allowed, remaining, retryAfterSeconds } = buckets.take(key);
  if (allowed) return;
  reply.headers({
    'ratelimit-limit': String(limit.burst),
    'ratelimit-remaining': String(remaining),
    'ratelimit-reset': String(retryAfterSeconds),
  });
  throw new AppError('rate_limited', `Too many tries. Wait ${retryAfterSeconds} seconds and try again.`, {
    retryAfterSeconds,
  });
}

/** Which of the rates of Contract §1 a request counts against, and the refusal where one is exceeded. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type RateLimit, rateLimits } from '../../contract/limits.ts';
import { AppError } from '../errors.ts';
import { grantOf } from './authenticate.ts';
import type { RouteAccess } from './route-access.ts';
import type { Services } from './services.ts';
import { createTokenBuckets, type TokenBuckets } from './token-buckets.ts';

/** Counts requests; does nothing where limits are switched off. */
export interface RequestLimiter {
  /** Before the key is looked at: calls from browsers count by client address. Throws `rate_limited`. */
  admitAddress(request: FastifyRequest, reply: FastifyReply, access: RouteAccess): void;
  /** After it: management calls count by key. Throws `rate_limited`. */
  admitKey(request: FastifyRequest, reply: FastifyReply, access: RouteAccess): void;
}

/** Buckets of one process: with several nodes each counts for itself. */
export function createRequestLimiter({ config, clock }: Pick<Services, 'config' | 'clock'>): RequestLimiter {
  const nowMs = () => clock.monotonicMs();
  const byAddress = createTokenBuckets(rateLimits.autocompletePerAddress, nowMs);
  const byKey = createTokenBuckets(rateLimits.managementPerKey, nowMs);
  return {
    admitAddress(request, reply, access) {
      if (config.rateLimit && access === 'storefront') {
        admit(byAddress, request.ip, rateLimits.autocompletePerAddress, reply);
      }
    },
    admitKey(request, reply, access) {
      if (config.rateLimit && access !== 'storefront') {
        admit(byKey, grantOf(request).keyId, rateLimits.managementPerKey, reply);
      }
    },
  };
}

function admit(buckets: TokenBuckets, key: string, limit: RateLimit, reply: FastifyReply): void {
  const verdict = buckets.take(key);
  if (verdict.allowed) return;
  reply.headers({
    'ratelimit-limit': String(limit.perSecond),
    'ratelimit-remaining': String(verdict.remaining),
    'ratelimit-reset': String(verdict.retryAfterSeconds),
  });
  throw new AppError(
    'rate_limited',
    `Too many requests: ${limit.perSecond} a second are allowed. Wait and try again.`,
    {
      retryAfterSeconds: verdict.retryAfterSeconds,
    },
  );
}

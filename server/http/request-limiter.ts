/** Which of the rates of Contract §1 a request counts against, and the refusal where one is exceeded. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { type RateLimit, rateLimits } from '../../contract/limits.ts';
import { AppError } from '../errors.ts';
import { grantOf } from './authenticate.ts';
import { eventsPath } from './events-path.ts';
import type { RouteAccess } from './route-access.ts';
import type { Services } from './services.ts';
import { createTokenBuckets, type TokenBuckets } from './token-buckets.ts';

/** Counts requests; does nothing where limits are switched off. */
export interface RequestLimiter {
  /** Before the key is looked at: calls from browsers count by client address. Throws `rate_limited`. */
  admitAddress(request: FastifyRequest, reply: FastifyReply, access: RouteAccess): void;
  /** After it: management calls and events count by key. Throws `rate_limited`. */
  admitKey(request: FastifyRequest, reply: FastifyReply, access: RouteAccess): void;
  /** In the dashboard: calls count by session, at the rate of a key. Throws `rate_limited`. */
  admitSession(request: FastifyRequest, reply: FastifyReply): void;
  /**
   * Counts a call from a browser where its client is known at once and has calls left; gives the client's address, or
   * null where it did not. `peer` is the address of the socket's other end, `forwardedFor` the header by which a proxy
   * says whom it speaks for.
   */
  takeKnown(peer: string | undefined, forwardedFor: string | undefined): string | null;
}

/** Buckets of one process: with several nodes each counts for itself. */
export function createRequestLimiter({
  config,
  clock,
  bounds,
}: Pick<Services, 'config' | 'clock' | 'bounds'>): RequestLimiter {
  const nowMs = () => clock.monotonicMs();
  const buckets = (name: keyof typeof rateLimits) =>
    createTokenBuckets(rateLimits[name], nowMs, bounds.numbers('rates', name));
  const byAddress = buckets('autocompletePerAddress');
  const byKey = buckets('managementPerKey');
  const eventsByAddress = buckets('eventsPerAddress');
  const eventsByKey = buckets('eventsPerKey');
  const clients = createClientBook(config.trustProxy.length > 0);
  return {
    admitAddress(request, reply, access) {
      if (access !== 'storefront') return;
      const isEvents = isForEvents(request);
      if (!isEvents) clients.note(request);
      if (!config.rateLimit) return;
      if (isEvents) admit(eventsByAddress, request.ip, rateLimits.eventsPerAddress, reply);
      else admit(byAddress, request.ip, rateLimits.autocompletePerAddress, reply);
    },
    admitKey(request, reply, access) {
      if (!config.rateLimit) return;
      if (isForEvents(request)) {
        admit(eventsByKey, grantOf(request).keyId, rateLimits.eventsPerKey, reply);
      } else if (access !== 'storefront') {
        admit(byKey, grantOf(request).keyId, rateLimits.managementPerKey, reply);
      }
    },
    admitSession({ signedIn }, reply) {
      if (config.rateLimit && signedIn !== null) {
        admit(byKey, signedIn.session.id, rateLimits.managementPerKey, reply);
      }
    },
    takeKnown(peer, forwardedFor) {
      const address = clients.find(peer, forwardedFor);
      if (address === undefined) return null;
      return !config.rateLimit || byAddress.take(address).allowed ? address : null;
    },
  };
}

function isForEvents({ routeOptions }: FastifyRequest): boolean {
  return routeOptions.url === eventsPath;
}

/** Clients behind proxies that were seen last. Chosen: more than shoppers who type at the same time. */
const clientsMax = 20_000;

/** A longer line of proxies is read anew each time, so that nobody can fill the memory. */
const forwardedForMaxLength = 200;

/** Remembers which client the framework found behind a peer and what that forwards; the rule for it stays there. */
function createClientBook(trustsProxies: boolean) {
  const clients = new LRUCache<string, string>({ max: clientsMax });
  const keyOf = (peer: string, forwardedFor: string) => `${peer} ${forwardedFor}`;
  return {
    note({ ip, headers, socket: { remoteAddress } }: FastifyRequest): void {
      const forwardedFor = headers['x-forwarded-for'];
      if (!trustsProxies || typeof forwardedFor !== 'string' || remoteAddress === undefined) return;
      if (forwardedFor.length > forwardedForMaxLength) return;
      clients.set(keyOf(remoteAddress, forwardedFor), ip);
    },
    find(peer: string | undefined, forwardedFor: string | undefined): string | undefined {
      if (peer === undefined || !trustsProxies || forwardedFor === undefined) return peer;
      return clients.get(keyOf(peer, forwardedFor));
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

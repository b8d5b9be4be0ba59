/**
 * Decides which of the rates of Contract §1 a request counts against, and refuses one too many with 429 and its headers. Rates hold
 * for one process: each of several nodes counts for itself. Nothing is counted where limits are switched off. It never reads a body.
 * Times are milliseconds of a clock that only rises; at most 20,000 clients behind proxies are remembered.
 */
// Tests: ./request-limiter.test.ts.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { rateLimits } from '../../../contract/limits.ts';
import { boundedByCount } from '../../structures/bounded-by-count.ts';
import { networkPrefix } from '../../structures/network-prefix.ts';
import { holderOf } from '../bodies/held-memory.ts';
import { eventsPath } from '../keystroke/events-path.ts';
import type { Services } from '../services.ts';
import { admitToBucket, refuse } from './admit-to-bucket.ts';
import { grantOf, type UnknownCounter } from './authenticate.ts';
import { createNestedBudget } from './nested-budget.ts';
import type { RouteAccess } from './route-access.ts';
import { budgetRates, type NetworkBudget, type StoreRate } from './route-limits.ts';
import { createTokenBuckets, type TokenBuckets } from './token-buckets.ts';

/** Counts requests; does nothing where limits are switched off. */
export interface RequestLimiter extends UnknownCounter {
  /**
   * Counts the call by the client's network, before anything else is looked at. Throws or rejects with `rate_limited`.
   * It waits only if a person signs in and the wider networks around have used up their budgets.
   */
  admitNetwork(request: FastifyRequest, reply: FastifyReply, budget: NetworkBudget): void | Promise<void>;
  /**
   * Counts the call by its key, after `admitNetwork`: events by key, management calls by key and together with all
   * others of their store. Throws `rate_limited`.
   */
  admitKey(request: FastifyRequest, reply: FastifyReply, access: RouteAccess): void;
  /**
   * Counts a call of the dashboard as a management call of its session, as soon as the session is known. Throws
   * `rate_limited`.
   */
  admitSession(request: FastifyRequest, reply: FastifyReply): void;
  /**
   * Counts a call of the dashboard by the store or person it is for, and as the route says, after `admitSession`. Throws
   * `rate_limited`.
   */
  admitStore(request: FastifyRequest, reply: FastifyReply): void;
  /**
   * Counts a call from a browser where its client is known at once and has calls left; gives the client's address, or
   * null where it did not. `peer` is the address of the socket's other end, `forwardedFor` the header by which a proxy
   * says whom it speaks for.
   */
  takeKnown(peer: string | undefined, forwardedFor: string | undefined): string | null;
}

/** The services that limiting needs. */
interface LimiterServices extends Pick<Services, 'config' | 'clock'> {
  readonly pipeline: Pick<Services['pipeline'], 'changeAccounts'>;
}

/** Buckets of one process: with several nodes each counts for itself. */
export function createRequestLimiter({ config, clock, pipeline }: LimiterServices): RequestLimiter {
  const nowMs = () => clock.monotonicMs();
  const buckets = (name: keyof typeof rateLimits) => createTokenBuckets(rateLimits[name], nowMs);
  const byNetwork = {
    autocomplete: buckets(budgetRates.autocomplete),
    events: buckets(budgetRates.events),
    collections: buckets(budgetRates.collections),
    anonymous: buckets(budgetRates.anonymous),
  };
  const nestedBudget = nestedBudgets({ clock, pipeline });
  const signIns = nestedBudget(budgetRates.signIn);
  const lookUps = nestedBudget('unknownCredentialsPerNetwork');
  const management = createManagementAdmission(buckets);
  const admitStoreRate = createStoreAdmission(buckets);
  const eventsByKey = buckets('eventsPerKey');
  const clients = createClientBook(config.trustProxy.length > 0);
  return {
    admitNetwork(request, reply, budget) {
      if (budget === 'autocomplete') clients.note(request);
      if (!config.rateLimit || budget === 'none') return;
      if (budget === 'signIn') {
        const taken = signIns.take(request.ip, reply);
        return taken instanceof Promise ? taken.then(() => {}) : undefined;
      }
      const rate = rateLimits[budgetRates[budget]];
      admitToBucket(byNetwork[budget], networkPrefix(request.ip), rate, reply);
    },
    async countUnknown(request, reply, find) {
      if (!config.rateLimit) return await find();
      // Taken before the look-up, so that many at the same time count, and given back where it was not in vain.
      const giveBack = await lookUps.take(request.ip, reply);
      let isUnknown = false;
      try {
        const found = await find();
        isUnknown = found === null;
        return found;
      } finally {
        if (!isUnknown) giveBack();
      }
    },
    admitKey(request, reply, access) {
      if (!config.rateLimit) return;
      if (isForEvents(request)) {
        admitToBucket(eventsByKey, grantOf(request).keyId, rateLimits.eventsPerKey, reply);
      } else if (access !== 'storefront') {
        management.admitCaller(grantOf(request).keyId, reply);
        management.admitAccount(request, reply, grantOf(request).keyId);
        admitStoreRate(request, reply);
      }
    },
    admitSession({ signedIn }, reply) {
      if (config.rateLimit && signedIn !== null) management.admitCaller(signedIn.session.id, reply);
    },
    admitStore(request, reply) {
      if (!config.rateLimit || request.signedIn === null) return;
      management.admitAccount(request, reply, request.signedIn.session.id);
      admitStoreRate(request, reply);
    },
    takeKnown(peer, forwardedFor) {
      const address = clients.find(peer, forwardedFor);
      if (address === undefined || !config.rateLimit) return address ?? null;
      return byNetwork.autocomplete.take(networkPrefix(address)).allowed ? address : null;
    },
  };
}

/** Makes budgets of networks within networks. */
function nestedBudgets({ clock, pipeline }: Omit<LimiterServices, 'config'>) {
  return (name: keyof typeof rateLimits) =>
    createNestedBudget(rateLimits[name], {
      nowMs: () => clock.monotonicMs(),
      isKnown: (networks) => pipeline.changeAccounts('isKnownNetwork', { userId: null, networks }),
    });
}

/**
 * A store may have any number of keys and sessions, so they count together too. By a storefront key, which strangers have,
 * nothing of that is used up.
 */
function createManagementAdmission(buckets: (name: keyof typeof rateLimits) => TokenBuckets) {
  const byKey = buckets('managementPerKey');
  const byAccount = buckets('managementPerStore');
  const rate = rateLimits.managementPerStore;
  const message = `Too many requests with the keys and sessions of this store: ${rate.perSecond} a second are allowed for all of them. Wait and try again.`;
  return {
    admitCaller(keyOrSession: string, reply: FastifyReply): void {
      admitToBucket(byKey, keyOrSession, rateLimits.managementPerKey, reply);
    },
    /** Counts a call by its account. A call that the account refuses does not count for the key or session. */
    admitAccount(request: FastifyRequest, reply: FastifyReply, keyOrSession: string): void {
      const holder = holderOf(request);
      if (!('account' in holder)) return;
      const verdict = byAccount.take(holder.account);
      if (verdict.allowed) return;
      byKey.giveBack(keyOrSession);
      throw refuse(reply, { rate, verdict, message });
    },
  };
}

function createStoreAdmission(buckets: (name: StoreRate) => TokenBuckets): RequestLimiter['admitStore'] {
  const byStore: Readonly<Record<StoreRate, TokenBuckets>> = {
    invitationsPerStore: buckets('invitationsPerStore'),
    keysPerStore: buckets('keysPerStore'),
    shopChecksPerStore: buckets('shopChecksPerStore'),
  };
  return ({ member, grant, routeOptions }, reply) => {
    const { storeRate } = routeOptions.config;
    const storeId = member?.storeId ?? grant?.storeId;
    if (storeRate === undefined || storeId === undefined) return;
    admitToBucket(byStore[storeRate], storeId, rateLimits[storeRate], reply);
  };
}

function isForEvents({ routeOptions }: FastifyRequest): boolean {
  return routeOptions.url === eventsPath;
}

/** Clients behind proxies that were seen last. Chosen: more than shoppers who type at the same time. */
const clientsMax = 20_000;

/** A longer list of proxies is read each time, so that no caller can fill the memory. */
const forwardedForMaxLength = 200;

/** Remembers which client the framework found behind a peer and what that forwards; the rule for it stays there. */
function createClientBook(trustsProxies: boolean) {
  const clients = new LRUCache<string, string>(boundedByCount(clientsMax));
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

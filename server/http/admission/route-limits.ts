/**
 * Declares the limits of routes. A route that says nothing gets the strict default: a body of 64 KiB within a minute, and for
 * strangers the budget of anonymous calls. A declaration that makes no sense refuses the start. Sizes are bytes after decompression:
 * at most 32 MiB for a body in memory, 2 GiB for one that is streamed; beyond it the answer is 413.
 */
// Tests: ./route-limits.test.ts.
import { limits, type rateLimits } from '../../../contract/limits.ts';
import { asksForRole, isKeyAccess, type RouteAccess } from './route-access.ts';

/** The body of a call. */
export interface RouteBody {
  /** The greatest size of the body once it is decompressed. */
  readonly maxBytes: number;
  /**
   * Whether the body goes to the database while it arrives, however large and slow it is, and is never held in memory as
   * a whole.
   */
  readonly isStreamed?: true;
  /** Whether JSON lines are taken at the same address. */
  readonly takesLines?: true;
}

/** The budget that requests of a network share. `none`: the answer comes from memory, in less than a millisecond. */
export type NetworkBudget = keyof typeof budgetRates | 'none';

/** The rate of each budget. */
export const budgetRates = {
  autocomplete: 'autocompletePerAddress',
  events: 'eventsPerAddress',
  collections: 'collectionsPerNetwork',
  signIn: 'signInPerAddress',
  anonymous: 'anonymousPerNetwork',
} as const satisfies Record<string, keyof typeof rateLimits>;

/** The rates by which requests of a store count together, by all of its people and keys. */
export type StoreRate = 'invitationsPerStore' | 'keysPerStore' | 'shopChecksPerStore';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Absent: 64 KiB. */
    body?: RouteBody;
    /**
     * Absent: `anonymous` where anybody may call, `autocomplete` where storefront keys may, which strangers read in the pages
     * of a shop; other calls count by key or session only. Health, which takes both kinds of key, has that of its key's kind.
     */
    budget?: NetworkBudget;
    /** The rate of a store, for routes that take a key or ask for a role: calls count by that store too. Absent: they do not. */
    storeRate?: StoreRate;
  }
}

/** The limits that a route declares. */
interface DeclaredLimits {
  readonly access?: RouteAccess;
  readonly body?: RouteBody;
  readonly budget?: NetworkBudget;
  readonly storeRate?: StoreRate;
}

/** The greatest body of a route, in bytes. */
export function bodyMaxBytesOf({ body }: DeclaredLimits): number {
  return body?.maxBytes ?? limits.bodyDefaultMaxBytes;
}

/** Returns the milliseconds that a body may take to arrive. */
export function bodyLongestMsOf({ body }: DeclaredLimits): number {
  return body?.isStreamed === true ? limits.uploadTimeoutMs : limits.requestTimeoutMs;
}

/** The budget of a route for callers of one network. */
export function budgetOf({ access = 'open', budget }: DeclaredLimits): NetworkBudget {
  if (budget !== undefined) return budget;
  if (access === 'open' || access === 'signed') return 'anonymous';
  return access === 'storefront' ? 'autocomplete' : 'none';
}

/** Whether the answers of a route lie in memory already, so that one that waits holds nothing more. */
export function isFromMemory({ access = 'open', budget }: DeclaredLimits): boolean {
  return access === 'open' && budget === 'none';
}

/** Says what is wrong with the limits that a route declares, or null. */
export function limitsFault(methods: readonly string[], declared: DeclaredLimits): string | null {
  const { access = 'open', body, budget, storeRate } = declared;
  if (budget !== undefined && budget !== 'none' && !Object.hasOwn(budgetRates, budget)) {
    return `names the unknown budget "${budget}"`;
  }
  if (budget === 'none' && (access === 'storefront' || access === 'signed'))
    return 'is called by browsers and has no budget';
  if (storeRate !== undefined && !isOfStore(access)) return 'counts by store, and any person may call it';
  return body === undefined ? null : bodyFault(methods, access, body);
}

/** Whether the caller of a route belongs to one store. */
function isOfStore(access: RouteAccess): boolean {
  return asksForRole(access) || isKeyAccess(access);
}

function bodyFault(methods: readonly string[], access: RouteAccess, body: RouteBody): string | null {
  const { maxBytes, isStreamed = false } = body;
  const most = isStreamed ? limits.fileMaxBytes + limits.uploadEnvelopeMaxBytes : limits.bodyMaxBytes;
  if (!(Number.isInteger(maxBytes) && maxBytes > 0 && maxBytes <= most)) {
    return `declares a body of ${maxBytes} bytes: 1 to ${most} are allowed`;
  }
  if (methods.every((method) => method === 'GET' || method === 'HEAD')) {
    return 'declares a body for a method that has none';
  }
  const mostOfStrangers = access === 'signed' ? limits.orderMaxBytes : limits.bodyDefaultMaxBytes;
  const isForStrangers = access === 'open' || access === 'signed' || access === 'storefront';
  if (isForStrangers && (isStreamed || maxBytes > mostOfStrangers)) {
    return `takes bodies of ${maxBytes} bytes from strangers: ${mostOfStrangers} is the most`;
  }
  return null;
}

/**
 * Limits the requests of all stores and processes to a provider: requests and tokens a minute as token buckets (GCRA, ITU-T I.371),
 * calls in progress, and a pause for all stores after the provider was busy for two of them. One of the waiting stores is first in
 * line and gets the next call, so that no other store can take every free call, or all tokens, before it has enough for its own. The
 * decisions are pure; their state is in the database and changes under its lock, by its clock. A request over the allowance is never
 * refused: it gets the milliseconds to wait (0: it may go). A busy provider is left alone for 1 to 300 seconds, doubled each
 * time, unless it names its own time. Times are microseconds of the database.
 */
// Tests: ./allowance.test.ts.
import { limits } from '../../contract/limits.ts';
import type {
  AllowanceDecision,
  AllowanceState,
  AllowanceView,
} from '../storage/enrichment/allowance-tables.ts';
import type { Directory } from '../storage/storage.ts';
import { pauseMsOf } from './queue-hold.ts';

/** The only allowance: a deployment asks one provider. */
export const allowanceName = 'enrichment';

/** The limits of the deployment. */
export interface AllowanceLimits {
  readonly requestsPerMinute: number;
  readonly tokensPerMinute: number;
  readonly concurrency: number;
}

/** A call to make. */
export interface PlannedCall {
  readonly id: string;
  /** The worker whose lease keeps it. */
  readonly owner: string;
  readonly storeId: string;
  readonly keptMs: number;
  /** Expected use. */
  readonly tokens: number;
}

/** The share of a minute's rate that may go out at once. */
const burstShare = 0.1;
const minuteMicros = 60_000_000;
/** Milliseconds between two checks whether another call has ended. Chosen. */
const lookMs = 100;
/** A store that is first in line loses its place if it asks later than this. Chosen. */
const lateMicros = 1_000_000;
/** A place kept for longer was given by a clock that has been set back since. Chosen above every pause. */
const longestPlaceMicros = 1_200_000_000;

/** Begins the call (0), or returns the milliseconds after which to ask again. */
export function takeCall(
  view: AllowanceView,
  { requestsPerMinute, tokensPerMinute, concurrency }: AllowanceLimits,
  { tokens, storeId, ...call }: PlannedCall,
): AllowanceDecision<number> {
  const state = stateOf(view);
  const now = view.nowMicros;
  const requests = bucketOf(requestsPerMinute, 1);
  const tokenBucket = bucketOf(tokensPerMinute, tokens);
  const opensAt = Math.max(
    view.blockedUntil,
    view.requestsAt + requests.cost - requests.depth,
    view.tokensAt + tokenBucket.cost - tokenBucket.depth,
  );
  const isFirst = view.firstWaiting === storeId || !isPlaceKept(view);
  if (opensAt > now || view.callsUnderWay >= concurrency || !isFirst) {
    const waitMs = opensAt > now ? Math.ceil((opensAt - now) / 1_000) : lookMs;
    const place = { firstWaiting: storeId, firstUntil: now + waitMs * 1_000 + lateMicros };
    return { state: isFirst ? { ...state, ...place } : state, result: waitMs };
  }
  return {
    state: {
      ...state,
      ...{ firstWaiting: '', firstUntil: 0 },
      requestsAt: Math.ceil(Math.max(view.requestsAt, now) + requests.cost),
      tokensAt: Math.ceil(Math.max(view.tokensAt, now) + tokenBucket.cost),
    },
    begun: call,
    result: 0,
  };
}

function isPlaceKept({ firstWaiting, firstUntil, nowMicros }: AllowanceView): boolean {
  return firstWaiting !== '' && firstUntil > nowMicros && firstUntil <= nowMicros + longestPlaceMicros;
}

/** The cost of `count` units and the depth of the bucket: a tenth of a minute, but at least what is asked for at once. */
function bucketOf(perMinute: number, count: number): { readonly cost: number; readonly depth: number } {
  const unit = minuteMicros / perMinute;
  const burst = Math.max(1, Math.floor(perMinute * burstShare));
  return { cost: count * unit, depth: Math.max(burst, count) * unit };
}

/** The outcome of a call. */
export interface EndedCall {
  readonly id: string;
  readonly storeId: string;
  /** The expected use, which was reserved. */
  readonly tokens: number;
  readonly usedTokens: number;
  /** `busy`: the provider answered 429; `none`: no answer, which may be due to the request itself. */
  readonly outcome: 'answered' | 'busy' | 'none';
  /** The pause that the provider asked for. */
  readonly retryAfterMs: number | null;
}

/**
 * Ends the call: corrects the reserved tokens and decides when the next calls may be made. The requests of one store may be
 * why the provider is busy, so that store waits alone (true); if another store gets a 429 next, all stores wait.
 */
export function endCall(
  view: AllowanceView,
  { tokensPerMinute }: AllowanceLimits,
  call: EndedCall,
): AllowanceDecision<boolean> {
  const before = stateOf(view);
  const correction = Math.round(((call.usedTokens - call.tokens) * minuteMicros) / tokensPerMinute);
  const state = { ...before, tokensAt: before.tokensAt + correction };
  const ended = { endedId: call.id, result: false };
  if (call.outcome === 'answered') return { ...ended, state: { ...state, failures: 0, busyStore: '' } };
  if (call.outcome === 'none') return { ...ended, state };
  const busy = { ...state, busyStore: call.storeId };
  const isAlone = before.busyStore === '' || before.busyStore === call.storeId;
  if (isAlone) return { ...ended, state: busy, result: true };
  const failures = before.failures + 1;
  const pauseMs = call.retryAfterMs ?? pauseMsOf(limits.enrichmentBusySeconds, failures, call.id);
  const blockedUntil = Math.max(before.blockedUntil, view.nowMicros + Math.round(pauseMs * 1_000));
  return { ...ended, state: { ...busy, failures, blockedUntil } };
}

function stateOf({ callsUnderWay: _calls, nowMicros: _now, ...state }: AllowanceView): AllowanceState {
  return state;
}

/** A permitted call, or how long to wait before asking again. */
export type CallPermit = { readonly call: EndedCall } | { readonly waitMs: number };

/** The calls of one worker within the allowance of the deployment; without one (`allowance` null) every call may be made. */
export class AllowedCalls {
  readonly #directory: Directory;
  readonly #owner: string;
  readonly #storeId: string;
  readonly #allowance: AllowanceLimits | null;
  #count = 0;

  constructor(
    directory: Directory,
    { owner, storeId }: Pick<PlannedCall, 'owner' | 'storeId'>,
    allowance: AllowanceLimits | null,
  ) {
    this.#directory = directory;
    this.#owner = owner;
    this.#storeId = storeId;
    this.#allowance = allowance;
  }

  async begin(id: string, tokens: number): Promise<CallPermit> {
    const allowance = this.#allowance;
    const ofStore = { id, storeId: this.#storeId, tokens };
    const call: EndedCall = { ...ofStore, usedTokens: tokens, outcome: 'none', retryAfterMs: null };
    if (allowance === null) return { call };
    const planned = { ...ofStore, owner: this.#owner, keptMs: limits.leaseMs };
    const waitMs = await this.#directory.changeAllowance(allowanceName, (view) =>
      takeCall(view, allowance, planned),
    );
    if (waitMs > 0) return { waitMs };
    this.#count += 1;
    return { call };
  }

  /** Whether the provider is busy for this store alone, as far as is known. */
  async end(call: EndedCall): Promise<boolean> {
    const allowance = this.#allowance;
    if (allowance === null) return false;
    this.#count -= 1;
    return await this.#directory.changeAllowance(allowanceName, (view) => endCall(view, allowance, call));
  }

  /** Renews the calls in progress. */
  async keep(): Promise<void> {
    if (this.#count > 0) await this.#directory.keepCalls(this.#owner, limits.leaseMs);
  }
}

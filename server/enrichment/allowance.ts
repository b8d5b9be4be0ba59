/**
 * How fast a provider is asked, over all stores and processes: requests and tokens a minute as buckets that flow full
 * (GCRA, ITU-T I.371), calls under way, and a pause for all while the provider asks two stores for one. Of stores that wait one is
 * the first, and the next call is its own: no other can take each call that is free before it looks, nor all tokens
 * before there are enough for its call. Pure: what is known is kept in the database and decided under its lock, by its
 * clock.
 */
import { limits } from '../../contract/limits.ts';
import type { AllowanceDecision, AllowanceState, AllowanceView } from '../storage/allowances.ts';
import { pauseMsOf } from './retry.ts';

/** The name of the one allowance: a deployment asks one provider. */
export const allowanceName = 'enrichment';

/** What binds the whole deployment. */
export interface AllowanceLimits {
  readonly requestsPerMinute: number;
  readonly tokensPerMinute: number;
  readonly concurrency: number;
}

/** A call that is to be made. */
export interface PlannedCall {
  readonly id: string;
  /** Whose lease keeps it. */
  readonly owner: string;
  readonly storeId: string;
  readonly keptMs: number;
  /** What it is expected to take. */
  readonly tokens: number;
}

/** Of a minute: how much may go out at once. */
const burstShare = 0.1;
const minuteMicros = 60_000_000;
/** How often it is looked whether another call is over. Chosen. */
const lookMs = 100;
/** A store that is the first and does not look for so long beyond its time is so no more. Chosen. */
const lateMicros = 1_000_000;
/** A place that is kept for longer was given by a clock that was set back since. Chosen: above each pause. */
const longestPlaceMicros = 1_200_000_000;

/** Begins the call, or tells in how many milliseconds to ask again; 0: it may be made now. */
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

/** What so many cost, and how deep the bucket is: a tenth of a minute, but never too small for what is asked at once. */
function bucketOf(perMinute: number, count: number): { readonly cost: number; readonly depth: number } {
  const unit = minuteMicros / perMinute;
  const burst = Math.max(1, Math.floor(perMinute * burstShare));
  return { cost: count * unit, depth: Math.max(burst, count) * unit };
}

/** How a call went. */
export interface EndedCall {
  readonly id: string;
  readonly storeId: string;
  /** What was expected of it, and what it took. */
  readonly tokens: number;
  readonly usedTokens: number;
  /** `busy`: the provider asked to be left alone; `none`: there was no answer, which may be due to what was asked. */
  readonly outcome: 'answered' | 'busy' | 'none';
  /** What the provider asked for. */
  readonly retryAfterMs: number | null;
}

/**
 * Ends the call: corrects the tokens that were reserved for it, and says from when on others may be made. What one store
 * asks may be why the provider is busy, so that store waits alone (true); where another store has a 429 next, all wait.
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

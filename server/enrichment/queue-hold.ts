/**
 * Decides what happens after a failed request: how long the queue of the store is held, what ends the hold, and when its products are
 * tried again. Pure.
 *
 * The pauses after requests that the provider refused or did not answer grow until it answers. A caller may lift such a hold
 * at once, and the store's next request goes out alone; if that fails too, the next hold cannot be lifted. So calls in a
 * loop reach a failing provider at most twice per pause. Nothing shortens the pause after a 429, and a 429 neither counts as
 * a failure nor resets the count.
 *
 * Pauses double from 60 to 900 seconds (after a 429: 1 to 300), a quarter more or less. A product fails for good after 8 attempts that
 * were not answered or 3 unusable answers. Times are microseconds since 1970.
 */
// Tests: ./queue-hold.test.ts.
import { limits } from '../../contract/limits.ts';
import type { EnrichmentSettings } from '../storage/enrichment/tables.ts';
import type { GeneratorErrorKind } from './phrase-generator.ts';

/** A request that the provider refused, did not answer, or was too busy for. */
export interface FailedRequest {
  /** Its random end decides the jitter. */
  readonly id: string;
  readonly kind: 'refused' | 'away' | 'busy';
  readonly message: string;
  /** The pause that the provider asked for. */
  readonly retryAfterMs: number | null;
}

/** Holds the queue, unless it is already held for longer. Parallel requests that fail in the same way count as one. */
export function holdAfter(
  request: FailedRequest,
  settings: EnrichmentSettings,
  nowMicros: number,
): EnrichmentSettings {
  const { hold } = settings;
  const standing = hold !== null && hold.code !== 'budget_spent' && hold.until > nowMicros ? hold : null;
  const isBusy = request.kind === 'busy';
  const isBeside = standing !== null && (standing.code === 'provider_paused') === isBusy;
  const counted = isBeside ? settings : isBusy ? withBusy(settings) : withFailure(settings);
  const until = nowMicros + pauseAfter(request, counted) * 1_000;
  if (standing !== null && standing.until >= until) return { ...counted, hold: standing };
  const code = isBusy ? 'provider_paused' : (`provider_${request.kind}` as const);
  return { ...counted, hold: { code, message: request.message, until } };
}

function withBusy(settings: EnrichmentSettings): EnrichmentSettings {
  return { ...settings, busyRequests: settings.busyRequests + 1 };
}

function withFailure(settings: EnrichmentSettings): EnrichmentSettings {
  const { failedRequests, lift } = settings;
  return { ...settings, failedRequests: failedRequests + 1, lift: lift === 'granted' ? 'spent' : 'free' };
}

function pauseAfter(request: FailedRequest, { failedRequests, busyRequests }: EnrichmentSettings): number {
  const { id, kind, retryAfterMs } = request;
  if (kind !== 'busy') return pauseMsOf(limits.enrichmentHoldSeconds, failedRequests, id);
  return retryAfterMs ?? pauseMsOf(limits.enrichmentBusySeconds, busyRequests, id);
}

/** Handles an answer: it ends holds of the kinds `refused` and `away`, but not the time for which the provider said that it is busy. */
export function withAnswer(settings: EnrichmentSettings, nowMicros: number): EnrichmentSettings {
  const { hold } = settings;
  const isBusy = hold?.code === 'provider_paused' && hold.until > nowMicros;
  return {
    ...{ ...settings, failedRequests: 0, busyRequests: 0, lift: 'free' },
    hold: isBusy || hold?.code === 'budget_spent' ? hold : null,
  };
}

/** Ends the hold, if that is allowed, for a caller that asks the queue to continue. */
export function withoutHold(settings: EnrichmentSettings, nowMicros: number): EnrichmentSettings {
  const { hold, lift } = settings;
  if (hold?.code === 'budget_spent') return { ...settings, hold: null };
  if (hold === null || hold.until <= nowMicros) return settings;
  if (lift === 'free' && hold.code !== 'provider_paused')
    return { ...settings, lift: 'granted', hold: { ...hold, until: nowMicros } };
  // After a clock was set back, the hold would end too late.
  const latest = nowMicros + longestPauseMsOf(limits.enrichmentHoldSeconds) * 1_000;
  return { ...settings, hold: { ...hold, until: Math.min(hold.until, latest) } };
}

/** Whether the store's requests are sent one by one: a request failed since the last answered one. */
export function isOnTrial(settings: EnrichmentSettings): boolean {
  return settings.failedRequests > 0;
}

/**
 * The maximum number of parallel requests of a store. If there are other stores, it leaves one of several slots to them, so hanging
 * requests of one store never use all slots.
 */
export function mostRequests(slots: number, hasOthers: boolean): number {
  return hasOthers ? Math.max(1, slots - 1) : slots;
}

/** A quarter more or less: what failed together does not come again together. */
const jitterShare = 0.25;

/** The pause after the n-th failure, doubled with each up to the longest; the id's random end decides the jitter. */
export function pauseMsOf(
  { first, longest }: { readonly first: number; readonly longest: number },
  failures: number,
  id: string,
): number {
  const seconds = Math.min(longest, first * 2 ** Math.min(failures - 1, 30));
  const random = Number.parseInt(id.slice(-8), 16) / 2 ** 32;
  return Math.round(seconds * 1_000 * (1 - jitterShare + 2 * jitterShare * random));
}

/** No pause is longer. */
function longestPauseMsOf({ longest }: { readonly longest: number }): number {
  return longest * 1_000 * (1 + jitterShare);
}

/** The next attempt of a product after a failure. */
export interface NextAttempt {
  readonly state: 'waiting' | 'failed';
  readonly attempts: number;
  readonly delayMs: number;
}

/**
 * Decides the next attempt. `attempts`: the number of earlier ones. Null if the failure is not an attempt (the provider is busy or
 * refuses).
 */
export function nextAttempt(kind: GeneratorErrorKind, attempts: number, id: string): NextAttempt | null {
  if (kind === 'busy' || kind === 'refused') return null;
  const [most, pauses] =
    kind === 'away'
      ? [limits.enrichmentAttempts, limits.enrichmentAwayRetrySeconds]
      : [limits.enrichmentUnusableAttempts, limits.enrichmentRetrySeconds];
  const count = attempts + 1;
  if (count >= most) return { state: 'failed', attempts: count, delayMs: 0 };
  return { state: 'waiting', attempts: count, delayMs: pauseMsOf(pauses, count, id) };
}

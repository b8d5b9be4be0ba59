/**
 * What holds a store's queue, and what ends that: requests that fail, answers, and people who ask. Pure.
 *
 * The pauses after requests that the provider refused or did not answer grow until it answers. A caller may end such a
 * hold at once, and the store's next request goes out alone; where that fails too, the next hold keeps its time. So calls
 * in a loop ask a failing provider at most twice a pause. No call and no other answer
 * shortens the pause after a 429; a 429 neither counts as a failure nor makes up for one.
 */
import { limits } from '../../contract/limits.ts';
import type { EnrichmentSettings } from '../storage/enrichment.ts';
import { longestPauseMsOf, pauseMsOf } from './retry.ts';

/** A request that the provider refused, did not answer, or was too busy for. */
export interface FailedRequest {
  /** Its random end decides the jitter. */
  readonly id: string;
  readonly kind: 'refused' | 'away' | 'busy';
  readonly message: string;
  /** What the provider asked for. */
  readonly retryAfterMs: number | null;
}

/** Holds the queue, where it is not held for longer. Requests that fail beside each other in one way count as one. */
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

/** A provider that answers neither refuses nor is away any longer; until when it is busy, it has said itself. */
export function withAnswer(settings: EnrichmentSettings, nowMicros: number): EnrichmentSettings {
  const { hold } = settings;
  const isBusy = hold?.code === 'provider_paused' && hold.until > nowMicros;
  return {
    ...{ ...settings, failedRequests: 0, busyRequests: 0, lift: 'free' },
    hold: isBusy || hold?.code === 'budget_spent' ? hold : null,
  };
}

/** Lifts the hold, as far as it may be lifted, for a caller that asks the queue to go on. */
export function lifted(settings: EnrichmentSettings, nowMicros: number): EnrichmentSettings {
  const { hold, lift } = settings;
  if (hold?.code === 'budget_spent') return { ...settings, hold: null };
  if (hold === null || hold.until <= nowMicros) return settings;
  if (lift === 'free' && hold.code !== 'provider_paused')
    return { ...settings, lift: 'granted', hold: { ...hold, until: nowMicros } };
  // After a clock was set back, the hold would end too late.
  const latest = nowMicros + longestPauseMsOf(limits.enrichmentHoldSeconds) * 1_000;
  return { ...settings, hold: { ...hold, until: Math.min(hold.until, latest) } };
}

/** Whether the store's requests go out one by one: since the last that was answered, one failed. */
export function isOnTrial(settings: EnrichmentSettings): boolean {
  return settings.failedRequests > 0;
}

/**
 * Requests that a store has under way at most: of several slots it leaves one to others, where there are any, so that no
 * store whose requests hang holds them all.
 */
export function mostRequests(slots: number, hasOthers: boolean): number {
  return hasOthers ? Math.max(1, slots - 1) : slots;
}

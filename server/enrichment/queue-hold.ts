/**
 * What holds a store's queue, and what ends that: requests that fail, answers, and people who ask. Pure.
 *
 * The pauses after requests that the provider refused or did not answer grow until it answers. A caller may end a hold at
 * once, and the store's next request goes out alone; where that fails too, the next hold keeps its time. So calls in a
 * loop ask a failing provider at most twice a pause.
 */
import { limits } from '../../contract/limits.ts';
import type { EnrichmentSettings } from '../storage/enrichment.ts';
import { longestPauseMsOf, pauseMsOf } from './retry.ts';

/** A request that the provider refused or did not answer. */
export interface FailedRequest {
  /** Its random end decides the jitter. */
  readonly id: string;
  readonly kind: 'refused' | 'away';
  readonly message: string;
}

/** Holds the queue, unless it was so already: requests that fail beside each other count as one. */
export function holdAfter(
  { id, kind, message }: FailedRequest,
  settings: EnrichmentSettings,
  nowMicros: number,
): EnrichmentSettings {
  const { hold, lift } = settings;
  if (hold !== null && hold.code !== 'budget_spent' && hold.until > nowMicros) return settings;
  const failedRequests = settings.failedRequests + 1;
  const until = nowMicros + pauseMsOf(limits.enrichmentHoldSeconds, failedRequests, id) * 1_000;
  return {
    ...settings,
    failedRequests,
    lift: lift === 'granted' ? 'spent' : 'free',
    hold: { code: `provider_${kind}`, message, until },
  };
}

/** A provider that answers neither refuses nor is away any longer. */
export function withAnswer(settings: EnrichmentSettings): EnrichmentSettings {
  const { hold } = settings;
  return { ...settings, failedRequests: 0, lift: 'free', hold: hold?.code === 'budget_spent' ? hold : null };
}

/** Lifts the hold, as far as it may be lifted, for a caller that asks the queue to go on. */
export function lifted(settings: EnrichmentSettings, nowMicros: number): EnrichmentSettings {
  const { hold, lift } = settings;
  if (hold?.code === 'budget_spent') return { ...settings, hold: null };
  if (hold === null || hold.until <= nowMicros) return settings;
  if (lift === 'free') return { ...settings, lift: 'granted', hold: { ...hold, until: nowMicros } };
  // After a clock was set back, the hold would end too late.
  const latest = nowMicros + longestPauseMsOf(limits.enrichmentHoldSeconds) * 1_000;
  return { ...settings, hold: { ...hold, until: Math.min(hold.until, latest) } };
}

/** Whether the store's requests go out one by one: since the last that was answered, one was not. */
export function isOnTrial({ hold, failedRequests }: EnrichmentSettings): boolean {
  return hold !== null || failedRequests > 0;
}

/**
 * Requests that a store has under way at most: of several slots it leaves one to others, where there are any, so that no
 * store whose requests hang holds them all.
 */
export function mostRequests(slots: number, hasOthers: boolean): number {
  return hasOthers ? Math.max(1, slots - 1) : slots;
}

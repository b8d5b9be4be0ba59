/**
 * Finds the evidence of clicks: that their queries were answered lately to the network that they come from. If other nodes may have
 * answered them, a request waits for their notes, at most 2 s (`limits.shownWaitMs`). One look serves all waiting requests, and
 * neither a store nor a network gets more than its part of the places (fair- shares.ts): beyond it clicks do not wait, and count as
 * without evidence. At most 1,000 clicks wait. It writes nothing.
 */
// Tests: ./evidence-search.test.ts.
import { setTimeout as pause } from 'node:timers/promises';
import { limits } from '../../../contract/limits.ts';
import type { Clock } from '../../clock.ts';
import type { ShownEvidence } from '../../events/event-batch.ts';
import { nestedPrefixes } from '../../structures/network-prefix.ts';
import { createCounters } from '../../threads/fairness/counters.ts';
import { giveBackShares, networkShares, takeShares } from '../../threads/fairness/fair-shares.ts';
import type { Services } from '../services.ts';

/** The services that a search needs. */
export interface EvidenceParts extends Pick<Services, 'clock' | 'shown'> {
  readonly pipeline: Pick<Services['pipeline'], 'loadShown'>;
}

/** Milliseconds between two looks for questions of other nodes. Chosen. */
const lookMs = 250;
const places = { name: 'all', most: limits.shownWaitsMax };

/** Finds the evidence of typed queries; queries without any are absent. Rejects if the notes of other nodes cannot be read. */
export function createEvidenceSearch({ clock, pipeline, shown }: EvidenceParts) {
  const counts = createCounters();
  const nextLook = shareLooks(() => pipeline.loadShown(), clock);
  return async (
    queries: Iterable<string>,
    { storeId, address }: { readonly storeId: string; readonly address: string },
  ): Promise<ReadonlyMap<string, ShownEvidence>> => {
    const found = new Map<string, ShownEvidence>();
    const missing = new Set(queries);
    const look = () => {
      for (const typed of missing) {
        const evidence = shown.find({ storeId, address, typed });
        if (evidence === null) continue;
        found.set(typed, evidence);
        missing.delete(typed);
      }
    };
    look();
    const amount = missing.size;
    if (!shown.areSeveralNodes || amount === 0) return found;
    const networks = networkShares(nestedPrefixes(address), limits.eventNetworkParts);
    const shares = [{ name: storeId, parts: 1 }, ...networks];
    if (!takeShares(counts, places, shares, amount)) return found;
    try {
      const untilMs = clock.monotonicMs() + limits.shownWaitMs;
      do {
        await nextLook();
        look();
      } while (missing.size > 0 && clock.monotonicMs() < untilMs);
      return found;
    } finally {
      giveBackShares(counts, places, shares, amount);
    }
  };
}

/** Resolves after a look that begins from now on. All who wait share it, and none begins sooner than `lookMs` after another. */
function shareLooks(look: () => Promise<void>, clock: Pick<Clock, 'monotonicMs'>): () => Promise<void> {
  let begunMs = Number.NEGATIVE_INFINITY;
  let last = Promise.resolve();
  let next: Promise<void> | null = null;
  const lookInTime = async () => {
    const waitMs = begunMs + lookMs - clock.monotonicMs();
    if (waitMs > 0) await pause(waitMs);
    next = null;
    begunMs = clock.monotonicMs();
    await look();
  };
  return () => {
    next ??= last.then(lookInTime, lookInTime);
    last = next;
    return next;
  };
}

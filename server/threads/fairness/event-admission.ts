/**
 * Bounds the events that wait to be written: beyond it a batch is refused with 503 and Retry-After 1 s instead of held in memory.
 * Neither a store nor a network gets more than its part of what is free (fair-shares.ts), so that others still find room. Events of
 * secret and of storefront keys are counted apart. 20,000 events may wait of each kind of key. Networks get a quarter, a half and all
 * of what is free, from the narrowest on. It never drops an event that was admitted.
 */
// Tests: ./event-admission.test.ts.
import { limits } from '../../../contract/limits.ts';
import { unavailable } from '../../errors.ts';
import type { EventBatch } from '../../events/event-batch.ts';
import { createCounters } from './counters.ts';
import { giveBackShares, networkShares, takeShares } from './fair-shares.ts';

/** Counts waiting events, those of strangers apart: by a storefront key they must not keep out a store's own servers. */
export interface EventAdmission {
  /** Runs the task that has the batch written. Rejects with `unavailable` where too many events wait. */
  run<Result>(batch: EventBatch, task: () => Promise<Result>): Promise<Result>;
}

/**
 * Creates the counter of waiting events, empty; at most `limits.eventsWaiting` wait for each of the two kinds of
 * keys.
 */
export function createEventAdmission(): EventAdmission {
  const counts = createCounters();
  return {
    async run({ storeId, networks, events }, task) {
      const pool = { name: networks === null ? 'secret' : 'storefront', most: limits.eventsWaiting };
      const around = networkShares(networks ?? [], limits.eventNetworkParts);
      const shares = [{ name: storeId, parts: 1 }, ...around];
      if (!takeShares(counts, pool, shares, events.length)) {
        throw unavailable('Too many events are waiting to be written. Send them again in a moment.', 1);
      }
      try {
        return await task();
      } finally {
        giveBackShares(counts, pool, shares, events.length);
      }
    },
  };
}

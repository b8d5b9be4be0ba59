/**
 * Bounds the events of a store that are kept in a day (UTC), counted by this process: a flood must not fill the disk. Events that are
 * rejected, that come again or that count for nothing are not kept and cost nothing. Secret and storefront keys have a quota each, so
 * that the public key cannot use up what the store's own servers need; of the storefront's quota a network, and each wider one around
 * it, may have no more than a part of the rest (fair- shares.ts). Beyond it: 429 with Retry-After 1 h. A store keeps at most 5,000,000
 * events a day for each kind of key (`limits.eventsPerDay`). It never reads an event.
 */
// Tests: test/api/event-quota.test.ts, test/api/events.test.ts.
import { limits } from '../../../contract/limits.ts';
import { type Clock, dayMicros } from '../../clock.ts';
import { AppError } from '../../errors.ts';
import type { EventOutcome, SenderNetworks } from '../../events/event-batch.ts';
import { createCounters } from '../../threads/fairness/counters.ts';
import {
  giveBackShares,
  networkShares,
  type Pool,
  type Share,
  takeShares,
} from '../../threads/fairness/fair-shares.ts';

/** The sender of events. */
export interface EventSender {
  readonly storeId: string;
  /** Null where a secret key was used. */
  readonly networks: SenderNetworks | null;
}

/** Counts the events of a day. */
export interface EventQuota {
  /**
   * Writes events; at most `count` of them are kept. Rejects with `rate_limited`, and writes nothing, if the sender has not that
   * many left today.
   */
  spend(sender: EventSender, count: number, write: () => Promise<EventOutcome>): Promise<EventOutcome>;
}

/** Added for each day, so that a day's counts exceed those of the day before and old ones count as nothing. */
const countsPerDay = 1e10;

/** `perDay`: events of one store and kind of key. */
export function createEventQuota(clock: Pick<Clock, 'nowMicros'>, perDay: number): EventQuota {
  const counts = createCounters();

  return {
    async spend({ storeId, networks }, count, write) {
      const kind = networks === null ? 'secret' : 'storefront';
      const floor = Math.floor(clock.nowMicros() / dayMicros) * countsPerDay;
      const pool: Pool = { name: `${storeId} ${kind}`, most: perDay, floor };
      const shares: readonly Share[] =
        networks === null ? [] : networkShares(networks, limits.eventNetworkParts);
      if (count > 0 && !takeShares(counts, pool, shares, count)) throw tooManyToday(kind, perDay);
      let keptCount = 0;
      try {
        const outcome = await write();
        keptCount = outcome.kept;
        return outcome;
      } finally {
        if (keptCount < count) giveBackShares(counts, pool, shares, count - keptCount);
      }
    },
  };
}

function tooManyToday(kind: 'secret' | 'storefront', perDay: number): AppError {
  const events = `the ${perDay.toLocaleString('en')} events that a store may send a day with ${kind} keys`;
  const message =
    kind === 'secret'
      ? `The store has too few left of ${events}. Try again tomorrow.`
      : `This network, or a wider one around it, has used up its share of ${events}. Try again tomorrow.`;
  return new AppError('rate_limited', message, { retryAfterSeconds: 3_600 });
}

/** A bound on events that wait to be written, so that a flood is put off instead of held in memory. */
import { limits } from '../../contract/limits.ts';
import { unavailable } from '../errors.ts';
import { createNumbers, giveBack, type Numbers, take } from './numbers.ts';

/** Whose events they are: those of strangers, by a storefront key, must not keep out the store's own servers. */
export interface EventSource {
  readonly storeId: string;
  /** Sent with a secret key. */
  readonly isTrusted: boolean;
}

/** Counts waiting events, of all stores and of each, by the two kinds of key apart. */
export interface EventAdmission {
  /** Runs the task. Rejects with `unavailable` where too many events wait. */
  run<Result>(source: EventSource, count: number, task: () => Promise<Result>): Promise<Result>;
}

export function createEventAdmission(counts: Numbers = createNumbers()): EventAdmission {
  return {
    async run({ storeId, isTrusted }, count, task) {
      const kind = isTrusted ? 'secret' : 'storefront';
      const ofStore = `${storeId} ${kind}`;
      // No store has this name.
      const ofAll = kind;
      if (!take(counts, ofStore, count, limits.eventsWaitingPerStore)) throw tooMany();
      try {
        if (!take(counts, ofAll, count, limits.eventsWaiting)) throw tooMany();
        try {
          return await task();
        } finally {
          giveBack(counts, ofAll, count);
        }
      } finally {
        giveBack(counts, ofStore, count);
      }
    },
  };
}

function tooMany(): Error {
  return unavailable('Too many events are waiting to be written. Send them again in a moment.', 1);
}

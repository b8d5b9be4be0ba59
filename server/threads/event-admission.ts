/** A bound on events that wait to be written, so that a flood is put off instead of held in memory. */
import { limits } from '../../contract/limits.ts';
import { unavailable } from '../errors.ts';
import { createNumbers, giveBack, type Numbers, take } from './numbers.ts';

/** Counts waiting events, of all stores and of each. */
export interface EventAdmission {
  /** Runs the task. Rejects with `unavailable` where too many events wait. */
  run<Result>(storeId: string, count: number, task: () => Promise<Result>): Promise<Result>;
}

/** No store has this id. */
const allStores = '';

export function createEventAdmission(counts: Numbers = createNumbers()): EventAdmission {
  return {
    async run(storeId, count, task) {
      if (!take(counts, storeId, count, limits.eventsWaitingPerStore)) throw tooMany();
      try {
        if (!take(counts, allStores, count, limits.eventsWaiting)) throw tooMany();
        try {
          return await task();
        } finally {
          giveBack(counts, allStores, count);
        }
      } finally {
        giveBack(counts, storeId, count);
      }
    },
  };
}

function tooMany(): Error {
  return unavailable('Too many events are waiting to be written. Send them again in a moment.', 1);
}

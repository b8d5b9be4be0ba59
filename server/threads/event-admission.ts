/** A bound on events that wait to be written, so that a flood is put off instead of held in memory. */
import { limits } from '../../contract/limits.ts';
import { unavailable } from '../errors.ts';

/** Counts waiting events, of all stores and of each. */
export interface EventAdmission {
  /** Runs the task. Rejects with `unavailable` where too many events wait. */
  run<Result>(storeId: string, count: number, task: () => Promise<Result>): Promise<Result>;
}

export function createEventAdmission(): EventAdmission {
  const countByStore = new Map<string, number>();
  let waiting = 0;
  return {
    async run(storeId, count, task) {
      const ofStore = (countByStore.get(storeId) ?? 0) + count;
      if (ofStore > limits.eventsWaitingPerStore || waiting + count > limits.eventsWaiting) {
        throw unavailable('Too many events are waiting to be written. Send them again in a moment.', 1);
      }
      countByStore.set(storeId, ofStore);
      waiting += count;
      try {
        return await task();
      } finally {
        waiting -= count;
        const left = (countByStore.get(storeId) ?? count) - count;
        if (left === 0) countByStore.delete(storeId);
        else countByStore.set(storeId, left);
      }
    },
  };
}

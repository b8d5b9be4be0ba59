/** A bound on what each store has under way: the rest is refused, instead of waiting in memory. */
import { unavailable } from '../errors.ts';

/** Counts tasks by store. */
export interface Admission {
  /** Runs the task. Rejects with `unavailable` where the store has as many under way as it may. */
  run<Result>(storeId: string, task: () => Promise<Result>): Promise<Result>;
}

/** `refusal` tells a caller what to do. */
export function createAdmission(tasksPerStore: number, refusal: string): Admission {
  const countByStore = new Map<string, number>();
  return {
    async run(storeId, task) {
      const count = countByStore.get(storeId) ?? 0;
      if (count >= tasksPerStore) throw unavailable(refusal, 1);
      countByStore.set(storeId, count + 1);
      try {
        return await task();
      } finally {
        const left = (countByStore.get(storeId) ?? 1) - 1;
        if (left === 0) countByStore.delete(storeId);
        else countByStore.set(storeId, left);
      }
    },
  };
}

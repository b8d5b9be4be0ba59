/**
 * Bounds what each store has under way: beyond it a task is refused with 503 and Retry-After 1 s, instead of waiting in memory. Units
 * are tasks under way, counted by store id; the caller gives the bound (1,024 for reads and for writes). It never queues, and a task
 * that rejects is counted off like any other.
 */
// Tests: server/threads/pipeline-thread/pipeline-client.live.test.ts.
import { unavailable } from '../../errors.ts';
import { createCounters, release, reserve } from './counters.ts';

/** Counts tasks by store. */
export interface Admission {
  /** Runs the task. Rejects with `unavailable` where the store has as many under way as it may. */
  run<Result>(storeId: string, task: () => Promise<Result>): Promise<Result>;
}

/** `refusal` says what the caller can do. */
export function createAdmission(tasksPerStore: number, refusal: string): Admission {
  const counts = createCounters();
  return {
    async run(storeId, task) {
      if (!reserve(counts, storeId, 1, tasksPerStore)) throw unavailable(refusal, 1);
      try {
        return await task();
      } finally {
        release(counts, storeId, 1);
      }
    },
  };
}

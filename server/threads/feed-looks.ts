/**
 * Looks at addresses of feeds while somebody waits. A preview reads a whole document and may hold some megabytes of it, so a
 * few are made at a time in a process, one of each store, and stores take turns.
 */
import { limits } from '../../contract/limits.ts';
import { createAdmission } from './admission.ts';
import { createFairQueue } from './fair-queue.ts';

/** Does the task; rejects with `unavailable` where the store has too many looks under way. */
type Look = <Result>(storeId: string, task: () => Promise<Result>) => Promise<Result>;

/** See the head of the file. */
export interface FeedLooks {
  /** Reads no more than the beginning of a document. */
  readonly lookAt: Look;
  readonly preview: Look;
}

/** Those of one process. */
export function createFeedLooks(): FeedLooks {
  const refusal = 'Too many addresses of feeds are being looked at. Wait for their answers, and try again.';
  const { run } = createAdmission(limits.feedCallsPerStore, refusal);
  const turns = createFairQueue(limits.feedPreviewsAtOnce);
  return {
    lookAt: run,
    preview: (storeId, task) => run(storeId, () => turns.run(storeId, task)),
  };
}

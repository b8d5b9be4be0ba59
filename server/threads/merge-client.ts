/**
 * The index thread's hand on the merge thread, which runs only while it is needed: it starts with the first large
 * merge, and ends after one that needed much memory, since that is given back only so.
 */
import type { MergePlan } from '../search/engine.ts';
import { startThread, type Thread } from './start-thread.ts';
import { niceness } from './thread-priority.ts';

/** Calls of the merge thread. */
export interface MergeMethods {
  /** The merged segment of the plan. */
  readonly merge: { readonly request: MergePlan; readonly response: SharedArrayBuffer };
}

/** Starting a thread costs 0.1 s; the drafts of a merge of this size take about 100 MB. Chosen. */
const keepThreadMaxDocuments = 50_000;

/** Merges in a thread of its own. */
export interface MergeClient {
  /** Rejects where the merge fails, or the thread ends in the midst of it (out of memory). */
  merge(plan: MergePlan): Promise<SharedArrayBuffer>;
  /** Ends the thread, if there is one; the next merge starts another. */
  close(): Promise<void>;
}

/** See {@link MergeClient}. */
export function createMergeClient(): MergeClient {
  let thread: Thread<MergeMethods> | null = null;
  let death: Error | null = null;

  function start(): Thread<MergeMethods> {
    const listener = {
      onDeath(error: Error) {
        death = error;
        thread = null;
      },
    };
    const file = new URL('./merge-thread.ts', import.meta.url);
    return startThread<MergeMethods>(file, null, listener, niceness.merging);
  }

  async function close(): Promise<void> {
    const ended = thread;
    thread = null;
    await ended?.terminate();
  }

  return {
    async merge(plan) {
      death = null;
      thread ??= start();
      try {
        return await thread.call('merge', plan);
      } catch (error) {
        // Why the thread ended says more than that it did.
        throw death ?? error;
      } finally {
        if (plan.documentCount > keepThreadMaxDocuments) await close();
      }
    },
    close,
  };
}

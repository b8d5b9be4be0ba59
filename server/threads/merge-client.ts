/**
 * The RPC client of the merge thread, which runs only while it is needed: it starts with a large merge and ends
 * some time after the last, since what it needed is given back only so.
 */
import type { MergePlan } from '../search/engine.ts';
import { startThread, type Thread } from './start-thread.ts';
import { niceness } from './thread-priority.ts';

/** Calls of the merge thread. */
export interface MergeMethods {
  /** The merged segment of the plan. */
  readonly merge: { readonly request: MergePlan; readonly response: SharedArrayBuffer };
}

/**
 * A thread waits so long for its next merge. Until the code of a new one runs fast it costs 0.7 s of processor time
 * (measured), half of what merging 256,000 products costs; a long import merges every few seconds. Chosen.
 */
const usualIdleMs = 10_000;

/** Merges in a thread of its own. */
export interface MergeClient {
  /** Rejects where the merge fails, or the thread ends in the midst of it (out of memory). */
  merge(plan: MergePlan): Promise<SharedArrayBuffer>;
  /** Ends the thread, if there is one; the next merge starts another. */
  close(): Promise<void>;
}

/** See {@link MergeClient}. */
export function createMergeClient(idleMs = usualIdleMs): MergeClient {
  let thread: Thread<MergeMethods> | null = null;
  let death: Error | null = null;
  let underWay = 0;
  let ending: NodeJS.Timeout | undefined;

  function start(): Thread<MergeMethods> {
    const listener = {
      onDeath(error: Error) {
        death = error;
        thread = null;
      },
    };
    const file = new URL('./merge-thread.ts', import.meta.url);
    return startThread<MergeMethods>(file, null, listener, { steps: niceness.merging });
  }

  async function close(): Promise<void> {
    clearTimeout(ending);
    const ended = thread;
    thread = null;
    await ended?.terminate();
  }

  return {
    async merge(plan) {
      death = null;
      clearTimeout(ending);
      underWay += 1;
      thread ??= start();
      try {
        return await thread.call('merge', plan);
      } catch (error) {
        // Why the thread ended says more than that it did.
        throw death ?? error;
      } finally {
        underWay -= 1;
        if (underWay === 0 && thread !== null) ending = setTimeout(() => void close(), idleMs).unref();
      }
    },
    close,
  };
}

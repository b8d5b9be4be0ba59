/**
 * The RPC client of the merge thread, which runs only while it is needed: it starts with a large merge and ends 10 s after the last,
 * since only the end of the thread gives its memory back. A merge that fails, or whose thread ended, rejects, and nothing is retried
 * here; the old segments stay as they are. Sizes are bytes; merges have no time limit.
 */
// Tests: ./merge-client.test.ts.
import type { MergePlan } from '../../search/engine.ts';
import { startThread, type Thread } from '../lifecycle/start-thread.ts';
import { niceness } from '../lifecycle/thread-priority.ts';

/** Calls of the merge thread. */
export interface MergeMethods {
  /** The merged segment of the plan. */
  readonly merge: { readonly request: MergePlan; readonly response: SharedArrayBuffer };
}

/**
 * Milliseconds that an idle thread waits for its next merge. Chosen: a long import merges every few seconds, and a new thread
 * costs 0.7 s of processor time until its code runs fast (measured), half of what merging 256,000 products costs.
 */
const usualIdleMs = 10_000;

/** Merges in a thread of its own. */
export interface MergeClient {
  /** Merges segments. Rejects if the merge fails or the thread ends meanwhile (out of memory). */
  merge(plan: MergePlan): Promise<SharedArrayBuffer>;
  /** Ends the thread, if there is one; the next merge starts another. */
  close(): Promise<void>;
}

/** Creates the client; the thread starts with the first merge. */
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

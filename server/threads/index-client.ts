/** The HTTP thread's hand on the index thread: published indexes arrive in the registry before calls are answered. */
import { setTimeout as pause } from 'node:timers/promises';
import type { IndexRegistry } from '../autocomplete/index-registry.ts';
import { unavailable } from '../errors.ts';
import { repeat } from '../jobs/repeat.ts';
import type { IndexMethods, IndexNotice, IndexThreadData } from './index-methods.ts';
import { weighSegments } from './shared-weight.ts';
import { startThread } from './start-thread.ts';

/** Asks the index thread to bring indexes up to date. */
export interface IndexClient {
  /**
   * After a write. Resolves when no answer from the registry shows less of the store than what was committed before
   * the call: either its index is published, or there is none until somebody asks.
   */
  follow(storeId: string): Promise<void>;
  /**
   * For a question. Resolves when the registry has the index of the store, if there is such a store; callers who
   * wait for one store share one load. Rejects with `unavailable` when that takes longer than a shopper waits; the
   * load goes on.
   */
  load(storeId: string): Promise<void>;
  /** Resolves when every store for which there is memory was loaded once. */
  ready(): Promise<void>;
  /** Saves what is not saved yet, as far as the time allows, and ends the thread. */
  close(): Promise<void>;
}

/** Who is told what. */
export interface IndexListener {
  readonly registry: IndexRegistry;
  /** The thread ended unasked: indexes would go stale. */
  readonly onDeath: (error: Error) => void;
  /** A line for the log. */
  readonly onWarning: (message: string) => void;
}

/** How long a keystroke waits for an index: after that the next one is being typed. Chosen. */
const loadWaitMs = 1_500;

/** How often it is told which stores were asked. */
const usesMs = 1_000;

/** A stop has ten seconds; whatever is not saved by then costs time at the next start, and nothing else. */
const closeWaitMs = 2_000;

/** Starts the thread. */
export function startIndex(data: IndexThreadData, listener: IndexListener): IndexClient {
  const { registry, onDeath, onWarning } = listener;
  const thread = startThread<IndexMethods>(new URL('./index-thread.ts', import.meta.url), data, {
    onNotice: (notice) => receive(notice as IndexNotice, registry, onWarning),
    onDeath,
  });
  const loads = new Map<string, Promise<unknown>>();
  const telling = repeat(
    async () => {
      const uses = registry.takeUses();
      if (uses.length > 0) await thread.call('noteUses', uses);
    },
    usesMs,
    // Only a thread that ended rejects, and then somebody has heard of it.
    { failed: () => {} },
  );

  function sharedLoad(storeId: string): Promise<unknown> {
    const underWay = loads.get(storeId);
    if (underWay !== undefined) return underWay;
    const load = thread.call('load', { storeId }).finally(() => loads.delete(storeId));
    loads.set(storeId, load);
    return load;
  }

  return {
    async follow(storeId) {
      await thread.call('follow', { storeId });
    },
    load: (storeId) =>
      within(loadWaitMs, sharedLoad(storeId), () => {
        throw unavailable('The index of this store is being loaded. Try again in a moment.', 1);
      }),
    async ready() {
      await thread.call('ready', null);
    },
    async close() {
      await telling.stop();
      await within(closeWaitMs, thread.call('close', null), () => {}).catch(() => {});
      await thread.terminate();
    },
  };
}

function receive(notice: IndexNotice, registry: IndexRegistry, onWarning: (message: string) => void): void {
  if (notice.kind === 'published') {
    weighSegments(notice.index.snapshot);
    registry.publish(notice.index);
  } else if (notice.kind === 'signals') registry.tellSignals(notice.signals);
  else if (notice.kind === 'rules') registry.tellRules(notice.rules);
  else if (notice.kind === 'dropped') registry.drop(notice.storeId);
  else onWarning(notice.message);
}

/** Waits for `work`, and for `limitMs` at most; then does `otherwise`. What `work` does later is its own matter. */
async function within(limitMs: number, work: Promise<unknown>, otherwise: () => void): Promise<void> {
  const over = new AbortController();
  const { signal } = over;
  const isLate = await Promise.race([
    work.then(() => false),
    pause(limitMs, true, { signal, ref: false }),
  ]).finally(() => over.abort());
  if (isLate) otherwise();
}

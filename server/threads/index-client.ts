/** The HTTP threads' hands on the index thread: published indexes arrive in a registry before calls are answered. */
import { type MessagePort, receiveMessageOnPort } from 'node:worker_threads';
import type { IndexRegistry } from '../autocomplete/index-registry.ts';
import { within } from '../autocomplete/within.ts';
import { unavailable } from '../errors.ts';
import { repeat } from '../jobs/repeat.ts';
import type { IndexMethods, IndexNotice, IndexThreadData, NoticeCount } from './index-methods.ts';
import { createRpcClient, type RpcClient } from './rpc.ts';
import { weighPopularity, weighSegments } from './shared-weight.ts';
import { startThread } from './start-thread.ts';

/** Asks the index thread to bring indexes up to date. */
export interface IndexClient {
  /**
   * After a write. Resolves when no answer from the registry of any thread shows less of the store than what was
   * committed before the call: either its index is published, or there is none until somebody asks.
   */
  follow(storeId: string): Promise<void>;
  /**
   * For a question. Resolves when the registry has the index of the store, if there is such a store; callers who
   * wait for one store share one load. Rejects with `unavailable` when that takes longer than a shopper waits; the
   * load goes on.
   */
  load(storeId: string): Promise<void>;
  /** A page of the store's segment is gone from the database or damaged: the index is to be renewed. */
  noteLostPages(storeId: string, segmentId: number): void;
}

/** The hand of one HTTP thread. */
export interface IndexHand extends IndexClient {
  /** What this thread is to ask. */
  readonly registry: IndexRegistry;
  /** Ends what it does unasked. */
  stop(): Promise<void>;
}

/** The hand of the thread that started it. */
export interface RunningIndex extends IndexHand {
  /** For the other HTTP threads, one each. */
  readonly ways: readonly MessagePort[];
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

/** Starts the thread. `users`: that so many more threads answer, which count notices in that memory. */
export function startIndex(
  data: IndexThreadData,
  { registry, onDeath, onWarning }: IndexListener,
  users: { readonly otherThreads: number; readonly notices: SharedArrayBuffer } | null = null,
): RunningIndex {
  const notices = users?.notices ?? null;
  const thread = startThread<IndexMethods>(
    new URL('./index-thread.ts', import.meta.url),
    { ...data, notices } satisfies IndexThreadData & NoticeCount,
    { onNotice: (notice) => receive(notice as IndexNotice, registry, onWarning), onDeath },
    { wayCount: users === null ? 0 : users.otherThreads + 1 },
  );
  const [own, ...ways] = thread.ways;
  const hand =
    own === undefined || notices === null
      ? createHand(thread.call, registry)
      : connectIndex(own, notices, registry);
  return {
    ...hand,
    ways,
    async ready() {
      await thread.call('ready', null);
    },
    async close() {
      await hand.stop();
      await within(closeWaitMs, thread.call('close', null), () => {}).catch(() => {});
      await thread.terminate();
    },
  };
}

/**
 * Takes a way to the thread, where several threads answer. Of two notices to two threads one is read first: so each
 * thread looks before it asks its registry whether there are notices that it has not read, and reads them then.
 */
export function connectIndex(
  way: MessagePort,
  notices: SharedArrayBuffer,
  registry: IndexRegistry,
): IndexHand {
  const sentCount = new Int32Array(notices);
  let takenCount = 0;
  const rpc = createRpcClient<IndexMethods>(way, (notice) => {
    // As the other side counts, beyond 31 bits too.
    takenCount = (takenCount + 1) | 0;
    receive(notice as IndexNotice, registry, () => {});
  });
  function catchUp(): void {
    for (let next = receiveMessageOnPort(way); next !== undefined; next = receiveMessageOnPort(way)) {
      try {
        rpc.receive(next.message);
      } catch (error) {
        // A defect, which ends the process as it does where the port itself delivers.
        queueMicrotask(() => {
          throw error;
        });
      }
    }
  }
  const hand = createHand(rpc.call, registry);
  const current: IndexRegistry = {
    ...registry,
    find(storeId) {
      if (Atomics.load(sentCount, 0) !== takenCount) catchUp();
      return registry.find(storeId);
    },
  };
  return { ...hand, registry: current };
}

function createHand(call: RpcClient<IndexMethods>['call'], registry: IndexRegistry): IndexHand {
  const loads = new Map<string, Promise<unknown>>();
  const telling = repeat(
    async () => {
      const uses = registry.takeUses();
      if (uses.length > 0) await call('noteUses', uses);
    },
    usesMs,
    // Only a thread that ended rejects, and then somebody has heard of it.
    { failed: () => {} },
  );

  function sharedLoad(storeId: string): Promise<unknown> {
    const underWay = loads.get(storeId);
    if (underWay !== undefined) return underWay;
    const load = call('load', { storeId }).finally(() => loads.delete(storeId));
    loads.set(storeId, load);
    return load;
  }

  return {
    registry,
    async follow(storeId) {
      await call('follow', { storeId });
    },
    load: (storeId) =>
      within(loadWaitMs, sharedLoad(storeId), () => {
        throw unavailable('The index of this store is being loaded. Try again in a moment.', 1);
      }),
    noteLostPages(storeId, segmentId) {
      // A thread that ended is told of; whoever meets the page again tells again.
      call('noteLostPages', { storeId, segmentId }).catch(() => {});
    },
    stop: () => telling.stop(),
  };
}

function receive(notice: IndexNotice, registry: IndexRegistry, onWarning: (message: string) => void): void {
  if (notice.kind === 'published') {
    weighSegments(notice.index.snapshot);
    weighPopularity(notice.index);
    registry.publish(notice.index);
  } else if (notice.kind === 'signals') {
    weighPopularity(notice.signals);
    registry.tellSignals(notice.signals);
  } else if (notice.kind === 'rules') registry.tellRules(notice.rules);
  else if (notice.kind === 'dropped') registry.drop(notice.storeId);
  else onWarning(notice.message);
}

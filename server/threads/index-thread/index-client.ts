/**
 * The RPC client of the index thread. Published indexes arrive in the registry of this thread before the calls that wait for them are
 * answered. It builds nothing and reads no database; while the thread is being restarted, indexes that were published go on answering.
 * A keystroke waits at most 1,500 ms for an index and is then answered 503; uses are reported once a second. A version that cannot be
 * opened is skipped with a warning.
 */
// Tests: ./index-client.live.test.ts.
import { limits } from '../../../contract/limits.ts';
import type { IndexRegistry } from '../../autocomplete/answering/index-registry.ts';
import type { ShownIndex } from '../../autocomplete/popularity/store-popularity.ts';
import { unavailable } from '../../errors.ts';
import type { QuarantineNotice, StoreWork } from '../../jobs/quarantine.ts';
import { repeat } from '../../jobs/repeat.ts';
import { within } from '../../within.ts';
import { createAdmission } from '../fairness/admission.ts';
import {
  countIndexMemory,
  countPopularityMemory,
  countSharedMemory,
  noteReleased,
} from '../lifecycle/external-memory.ts';
import {
  describeRestart,
  type KeptThread,
  keepThread,
  reportHeld,
  type ThreadStarter,
} from '../lifecycle/keep-thread.ts';
import type { RpcClient } from '../lifecycle/rpc.ts';
import { startThread } from '../lifecycle/start-thread.ts';
import type {
  IndexMethods,
  IndexNotice,
  IndexThreadData,
  IndexThreadStart,
  TriedBoosts,
} from './index-methods.ts';
import { OrphanedIndexes } from './orphaned-indexes.ts';

/** Asks the index thread to bring indexes up to date. */
export interface IndexClient {
  /**
   * Brings an index up to date after a write. Resolves when no answer from the registry shows less of the store than what was
   * committed before the call: either its index is published, or there is none until somebody asks.
   */
  follow(storeId: string): Promise<void>;
  /**
   * Loads an index for a question. Resolves when the registry has the index of the store, if there is such a store; callers who
   * wait for one store share one load. Rejects with `unavailable` when that takes longer than a shopper waits, and then the
   * load goes on; or where the index has no place in memory.
   */
  load(storeId: string): Promise<void>;
  /**
   * Finds what boosts would do to the popularity of a loaded store's products. It reads the catalog; once `hungUp` is aborted no
   * more is read. Rejects with `unavailable` where too many previews of the store are under way.
   */
  tryBoosts(request: IndexMethods['tryBoosts']['request'], hungUp: AbortSignal): Promise<TriedBoosts>;
}

/** The client of the thread that started it. */
export interface RunningIndex extends IndexClient {
  /** Resolves when every store for which there is memory was loaded once. */
  ready(): Promise<void>;
  /** Saves what is not saved yet, within `shutdownIndexMs`, and ends the thread. */
  close(): Promise<void>;
}

/** Listeners. */
export interface IndexListener {
  readonly registry: IndexRegistry;
  /** The thread ended unasked: indexes would go stale. */
  readonly onDeath: (error: Error) => void;
  /** A line for the log. */
  readonly onWarning: (message: string) => void;
  readonly onQuarantine: (notice: QuarantineNotice) => void;
  /** The thread starts again, and finds out for itself which stores cannot be read. */
  readonly onForget: (works: readonly StoreWork[]) => void;
}

/** Milliseconds that a keystroke waits for an index; then it is answered 503, and the load goes on. Chosen: the next key is being typed. */
const loadWaitMs = 1_500;

/** Milliseconds between two reports of the stores that were asked. Chosen. */
const usesMs = 1_000;

const tooManyPreviews =
  'Too many previews of this store are being made. Wait for their answers, and try again.';

/** Starts the thread. */
export function startIndex(
  data: IndexThreadData,
  { registry, onDeath, onWarning, onQuarantine, onForget }: IndexListener,
): RunningIndex {
  const receive = createReceiver(registry, {
    onWarning,
    onQuarantine(notice) {
      thread.hear(notice);
      onQuarantine(notice);
    },
  });
  let isSuccessor = false;
  const launch: ThreadStarter<IndexMethods> = (died, held) => {
    const started = startThread<IndexMethods>(
      new URL('./index-thread.ts', import.meta.url),
      { ...data, isSuccessor } satisfies IndexThreadData & IndexThreadStart,
      { onNotice: (notice) => receive(notice as IndexNotice), onDeath: died },
      { held },
    );
    isSuccessor = true;
    return started;
  };
  const ready = Promise.withResolvers<void>();
  ready.promise.catch(() => {});
  const awaitReady = () =>
    // The thread ended before it answered: the next one is asked again.
    thread.call('ready', null).then(
      () => ready.resolve(),
      () => {},
    );
  const gone = (error: Error) => {
    ready.reject(unavailable('The indexes are not there any more.', 1, error));
    onDeath(error);
  };
  const thread: KeptThread<IndexMethods> = keepThread(launch, {
    onDeath: gone,
    onRestart(error, pauseMs) {
      onWarning(describeRestart('index', error, pauseMs));
      onForget(['index', 'memory', 'popularity']);
    },
    onHeld: reportHeld(onQuarantine),
  });
  void awaitReady();
  thread.onStartedAgain(() => void awaitReady());
  const { stop, ...client } = createClient(thread.call, registry);
  return {
    ...client,
    ready: () => ready.promise,
    async close() {
      thread.retire();
      ready.reject(unavailable('The service is stopping.', 1));
      await stop();
      await within(limits.shutdownIndexMs, thread.call('close', null), () => {}).catch(() => {});
      await thread.terminate();
    },
  };
}

/** Creates the client; `stop` ends its reports of use. */
function createClient(
  call: RpcClient<IndexMethods>['call'],
  registry: IndexRegistry,
): IndexClient & { stop(): Promise<void> } {
  const loads = new Map<string, Promise<unknown>>();
  const previews = createAdmission(limits.rulePreviewsPerStore, tooManyPreviews);
  const telling = repeat(
    async () => {
      const uses = registry.takeUses();
      if (uses.length > 0) await call('noteUses', uses);
    },
    usesMs,
    // Only a thread that ended rejects, and its end is reported elsewhere.
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
    async follow(storeId) {
      await call('follow', { storeId });
    },
    load: (storeId) =>
      within(loadWaitMs, sharedLoad(storeId), () => {
        throw unavailable('The index of this store is being loaded. Try again in a moment.', 1);
      }),
    tryBoosts: (request, hungUp) =>
      previews.run(request.storeId, () => call('tryBoosts', request, [], hungUp)),
    stop: () => telling.stop(),
  };
}

/** Brings notices into the registry, those of one index thread after the other. */
function createReceiver(
  registry: IndexRegistry,
  { onWarning, onQuarantine }: Pick<IndexListener, 'onWarning' | 'onQuarantine'>,
): (notice: IndexNotice) => void {
  const orphans = new OrphanedIndexes(registry);
  return (notice) => {
    if (notice.kind === 'published') {
      orphans.noteShown(notice.index.storeId);
      publish(notice.index, registry, onWarning);
    } else if (notice.kind === 'signals') {
      countPopularityMemory(notice.signals);
      registry.announceSignals(notice.signals);
    } else if (notice.kind === 'rules') {
      if (notice.rules.rules !== null) countSharedMemory(notice.rules.rules.products);
      registry.announceRules(notice.rules);
    } else if (notice.kind === 'dropped') {
      orphans.noteShown(notice.storeId);
      registry.drop(notice.storeId);
      noteReleased(notice.byteLength);
    } else if (notice.kind === 'begun') orphans.orphanAll();
    else if (notice.kind === 'loaded') orphans.drop(notice.unloadable);
    else if (notice.kind === 'quarantine') onQuarantine(notice.notice);
    else onWarning(notice.message);
  };
}

/** Publishes an index. A version that cannot be opened is skipped with a warning: the one before goes on answering. */
function publish(index: ShownIndex, registry: IndexRegistry, onWarning: (message: string) => void): void {
  countIndexMemory(index.snapshot);
  countPopularityMemory(index);
  try {
    registry.publish(index);
  } catch (error) {
    onWarning(`A version of the index of store ${index.storeId} cannot be opened: ${String(error)}`);
  }
}

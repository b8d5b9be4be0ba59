/**
 * Runs the loop that follows the collections of all stores, in turns: a round for each, for as long as there is work. It serves no
 * request, and holds no lock between rounds. A store that fails is put in quarantine and the others continue; a database that is away
 * is asked again. It looks every 500 ms, and at most every 150 ms at a store that is written to.
 */
// Tests: test/api/collections.test.ts.
import { setTimeout as pause } from 'node:timers/promises';
import { limits } from '../../../contract/limits.ts';
import type { Quarantine } from '../../jobs/quarantine.ts';
import type { Storage } from '../../storage/storage.ts';
import { type FollowingDependencies, followCollections } from './follow-collections.ts';

/** Work that goes on until it is stopped. */
export interface CollectionFollower {
  /** Something was written in this process: to be followed soon, not at the next look only. */
  wake(): void;
  /** Resolves when the round under way is over; none begins after it. */
  stop(): Promise<void>;
}

/** The parts that the loop works with. */
export interface FollowerDependencies extends FollowingDependencies {
  /** The first failure of a streak, and each that differs from the one before. */
  readonly failed: (error: unknown) => void;
  /** Stores whose collections cannot be followed. */
  readonly quarantine: Quarantine;
  /** Notes that this thread works on the store until the task is over. */
  readonly during?: <Result>(storeId: string, task: () => Promise<Result>) => Promise<Result>;
}

/** Begins to follow. Only stores that have collections are looked at, and only when they moved. */
export function startCollectionFollower(
  storage: Storage,
  dependencies: FollowerDependencies,
): CollectionFollower {
  const stopping = new AbortController();
  let sleep = new AbortController();
  let isAwake = false;
  let failure: string | null = null;

  /** True where there is nothing more to do at once. */
  async function lookAtAll(): Promise<boolean> {
    let isAllDone = true;
    let problem: unknown = null;
    const { quarantine, during = (_storeId, task) => task() } = dependencies;
    const retried = new Set(quarantine.takeDue());
    for (const due of await storage.directory.storesToCollect()) {
      if (stopping.signal.aborted) return true;
      const { id } = due.store;
      if (quarantine.isFailing(id) && !retried.has(id)) continue;
      retried.delete(id);
      try {
        if (!(await during(id, () => followCollections(storage, due, dependencies)))) isAllDone = false;
        quarantine.end(id);
      } catch (error) {
        // The collections of other stores go on.
        if (!quarantine.fail(id, error)) problem ??= error;
      }
    }
    // There is nothing to follow any more.
    for (const storeId of retried) quarantine.end(storeId);
    if (problem !== null) throw problem;
    return isAllDone;
  }

  async function tryAll(): Promise<boolean> {
    try {
      const isAllDone = await lookAtAll();
      failure = null;
      return isAllDone;
    } catch (error) {
      if (failure !== String(error)) dependencies.failed(error);
      failure = String(error);
      return true;
    }
  }

  const { collectionsPollMs, collectionsPauseMs } = limits;
  const over = (async () => {
    while (!stopping.signal.aborted) {
      isAwake = false;
      if (!(await tryAll())) continue;
      // A store that is written to all the time is followed a few times a second, not after each write.
      await rest(collectionsPauseMs, [stopping.signal]);
      sleep = new AbortController();
      if (!isAwake) await rest(collectionsPollMs - collectionsPauseMs, [sleep.signal, stopping.signal]);
    }
  })();

  return {
    wake() {
      isAwake = true;
      sleep.abort();
    },
    async stop() {
      stopping.abort();
      await over;
    },
  };
}

/** Waits for so long, or until one of the signals is aborted. */
async function rest(ms: number, signals: AbortSignal[]): Promise<void> {
  await pause(ms, undefined, { signal: AbortSignal.any(signals) }).catch(() => {});
}

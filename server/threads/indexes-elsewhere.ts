/**
 * What a worker has in place of an index thread: other nodes build the indexes and answer from them. A worker asks them
 * through the database to say when they show a change (record 0058).
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { IndexRegistry } from '../autocomplete/index-registry.ts';
import { newId } from '../ids.ts';
import type { Directory } from '../storage/storage.ts';
import type { RunningIndex } from './index-client.ts';

/** How often it is looked whether a node shows the change. Chosen. */
const lookMs = 250;

/** Nodes say once a second that they work on a change: without any for so long, no node is there. Chosen. */
const idleMaxMs = 15_000;

/** `registry` stays empty. A database that is away rejects `follow`. */
export function startIndexesElsewhere(
  directory: Pick<Directory, 'findStore' | 'awaitChange' | 'idleWaitMs' | 'stopAwaiting'>,
  registry: IndexRegistry,
): RunningIndex {
  const closing = new AbortController();
  const { signal } = closing;
  return {
    registry,
    async follow(storeId) {
      const store = await directory.findStore(storeId);
      if (store === null) return;
      const { changeNumber } = store;
      const owner = newId();
      if (!(await directory.awaitChange({ owner, storeId, changeNumber }))) return;
      for (;;) {
        const idleMs = await directory.idleWaitMs({ owner, storeId });
        if (idleMs === null) return;
        if (idleMs > idleMaxMs || signal.aborted) break;
        await pause(lookMs, undefined, { signal }).catch(() => {});
      }
      await directory.stopAwaiting({ owner, storeId });
    },
    load: async () => {},
    noteLostPages() {},
    ready: async () => {},
    stop: async () => {},
    openWay() {
      throw new Error('a worker has one HTTP thread');
    },
    onStartedAgain() {},
    close: async () => closing.abort(),
  };
}

/**
 * Replaces the index thread in a worker: other nodes build the indexes and answer from them. A worker asks them through the database
 * to say when they show a change (record 0058). It loads and publishes no index. It looks every 250 ms, and no longer waits once no
 * node gave a sign for 15 s: the change is durable all the same. It never answers a keystroke. A database that is away rejects.
 */
// Tests: test/storage/awaited-changes.test.ts.
import { setTimeout as pause } from 'node:timers/promises';
import { newId } from '../../ids.ts';
import type { Directory } from '../../storage/storage.ts';
import type { RunningIndex } from './index-client.ts';

/** Milliseconds between two looks whether a node shows the change. Chosen. */
const lookMs = 250;

/** Milliseconds without a sign of work after which no node is running. Chosen: nodes give one each second. */
const idleMaxMs = 15_000;

/** No index comes to memory. A database that is away rejects `follow`. */
export function startRemoteIndexes(
  directory: Pick<Directory, 'findStore' | 'awaitChange' | 'idleWaitMs' | 'stopAwaiting'>,
): RunningIndex {
  const closing = new AbortController();
  const { signal } = closing;
  return {
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
    tryBoosts: async () => ({ popularity: [], counts: [] }),
    ready: async () => {},
    close: async () => closing.abort(),
  };
}

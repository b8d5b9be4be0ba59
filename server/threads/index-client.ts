/** The HTTP thread's hand on the index thread: published indexes arrive in the registry before calls are answered. */
import { Worker } from 'node:worker_threads';
import type { PublishedIndex } from '../autocomplete/index-follower.ts';
import type { IndexRegistry } from '../autocomplete/index-registry.ts';
import type { IndexMethods, IndexThreadData } from './index-methods.ts';
import { createRpcClient } from './rpc.ts';

export interface IndexClient {
  /** Resolves when the registry shows everything of the store that was committed before the call. */
  follow(storeId: string): Promise<void>;
  /** Resolves when every store was loaded once. */
  ready(): Promise<void>;
  close(): Promise<void>;
}

/** Starts the thread. `onDeath` is told when it ends unasked: indexes would go stale. */
export function startIndex(
  data: IndexThreadData,
  registry: IndexRegistry,
  onDeath: (error: Error) => void,
): IndexClient {
  const worker = new Worker(new URL('./index-thread.ts', import.meta.url), { workerData: data });
  const rpc = createRpcClient<IndexMethods>(worker, (notice) => registry.publish(notice as PublishedIndex));
  let closing = false;
  worker.on('error', onDeath);
  worker.on('exit', () => {
    rpc.abandon();
    if (!closing) onDeath(new Error('the index thread ended'));
  });
  return {
    async follow(storeId) {
      await rpc.call('follow', { storeId });
    },
    async ready() {
      await rpc.call('ready', null);
    },
    async close() {
      closing = true;
      await rpc.call('close', null);
      await worker.terminate();
    },
  };
}

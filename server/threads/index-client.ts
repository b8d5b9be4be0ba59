/** The HTTP thread's hand on the index thread: published indexes arrive in the registry before calls are answered. */
import type { PublishedIndex } from '../autocomplete/index-follower.ts';
import type { IndexRegistry } from '../autocomplete/index-registry.ts';
import type { IndexMethods, IndexThreadData } from './index-methods.ts';
import { startThread } from './start-thread.ts';

/** Asks the index thread to bring indexes up to date. */
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
  const thread = startThread<IndexMethods>(new URL('./index-thread.ts', import.meta.url), data, {
    onNotice: (notice) => registry.publish(notice as PublishedIndex),
    onDeath,
  });
  return {
    async follow(storeId) {
      await thread.call('follow', { storeId });
    },
    async ready() {
      await thread.call('ready', null);
    },
    // It only reads, so there is nothing to finish.
    close: () => thread.terminate(),
  };
}

/** The indexes that this thread can ask, one a store, each replaced as a whole when a newer version arrives. */
import type { IndexReader } from '../search/engine.ts';
import { openIndex } from '../search/index-reader.ts';
import type { PublishedIndex } from './index-follower.ts';

/** An index in memory, and the change of its store up to which it shows everything. */
export interface LoadedIndex {
  readonly reader: IndexReader;
  readonly changeNumber: number;
}

/** The newest index of each loaded store. */
export interface IndexRegistry {
  /** The newest version, or undefined while the store's index is not loaded. Counts as a use of it. */
  find(storeId: string): LoadedIndex | undefined;
  publish(index: PublishedIndex): void;
  /** The store's index leaves memory. */
  drop(storeId: string): void;
  /** Stores that were asked since the last call. */
  takeUses(): string[];
  /** Loaded stores and live documents over all of them. */
  size(): { readonly stores: number; readonly documents: number };
}

/** An empty registry; publications fill it. */
export function createIndexRegistry(): IndexRegistry {
  const indexes = new Map<string, LoadedIndex>();
  const uses = new Set<string>();
  return {
    find(storeId) {
      uses.add(storeId);
      return indexes.get(storeId);
    },
    publish({ storeId, changeNumber, snapshot }) {
      const reader = openIndex(snapshot, indexes.get(storeId)?.reader);
      indexes.set(storeId, { reader, changeNumber });
    },
    drop(storeId) {
      indexes.delete(storeId);
    },
    takeUses() {
      const taken = [...uses];
      uses.clear();
      return taken;
    },
    size() {
      let documents = 0;
      for (const { reader } of indexes.values()) documents += reader.documentCount;
      return { stores: indexes.size, documents };
    },
  };
}

/** The indexes that this thread can ask, one a store, each replaced as a whole when a newer version arrives. */
import { bytesOf, type IndexReader } from '../search/engine.ts';
import { openIndex } from '../search/index-reader.ts';
import type { PublishedIndex } from './index-follower.ts';

/** An index in memory, and the change of its store up to which it shows everything. */
export interface LoadedIndex {
  readonly reader: IndexReader;
  readonly changeNumber: number;
  /** Of its segments and tombstones. */
  readonly bytes: number;
}

/** What indexes in memory amount to. */
export interface IndexSize {
  readonly stores: number;
  readonly documents: number;
  readonly bytes: number;
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
  /** Loaded stores, and live documents and bytes over all of them. */
  size(): IndexSize;
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
      indexes.set(storeId, { reader, changeNumber, bytes: bytesOf(snapshot) });
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
      const loaded = [...indexes.values()];
      return {
        stores: indexes.size,
        documents: loaded.reduce((sum, { reader }) => sum + reader.documentCount, 0),
        bytes: loaded.reduce((sum, index) => sum + index.bytes, 0),
      };
    },
  };
}

/**
 * Keeps the index of each store equal to its products by following the store's change numbers: whatever committed,
 * here or on another machine, is read back in the order of its change, turned into a small segment and published.
 * There is no second way into an index, so a start, a local write and a write elsewhere cannot disagree.
 */
import { setImmediate as turnOfOthers } from 'node:timers/promises';
import type { IndexSnapshot, IndexWriter } from '../search/engine.ts';
import { createIndexWriter } from '../search/index-writer.ts';
import type { ChangePosition, Store } from '../storage/records.ts';
import type { Storage } from '../storage/storage.ts';
import { toDocument } from './to-document.ts';

/** A version of a store's index that shows every change up to its number. */
export interface PublishedIndex {
  readonly storeId: string;
  readonly changeNumber: number;
  readonly snapshot: IndexSnapshot;
}

/** Keeps indexes equal to what is committed. Its calls may overlap; reads of one store take turns. */
export interface IndexFollower {
  /** Brings the store's index to what is committed now; publishes it if it moved or was not there. */
  follow(storeId: string): Promise<void>;
  /** Follows every store whose change number moved, and loads those that are new. */
  followAll(): Promise<void>;
  /** Merges small segments of stores that changed; publishes them. Returns whether there may be more to do. */
  mergeOnce(): boolean;
}

interface FollowedStore {
  readonly writer: IndexWriter;
  readonly currency: string;
  position: ChangePosition | null;
  changeNumber: number;
  /** The read under way; later ones wait for it. */
  reading: Promise<void>;
  mergeDue: boolean;
}

/** A page is applied in one go: chosen so that a call for another store waits for a tenth of a second at most. */
const productsPerRead = 2_000;

/** `publish` is called in order, each time with a newer version of that store. */
export function createIndexFollower(
  storage: Storage,
  publish: (index: PublishedIndex) => void,
): IndexFollower {
  const followed = new Map<string, FollowedStore>();

  /**
   * Reads everything that had committed when `store` was read, and publishes it. What commits meanwhile belongs to
   * the next call: under constant writing no call waits for more than its own changes. Two reads of one store at
   * the same time would apply changes out of order.
   */
  async function catchUp(store: Store, entry: FollowedStore): Promise<void> {
    if (entry.changeNumber >= store.changeNumber) return;
    const reader = storage.reader(store.id);
    let complete = false;
    while (!complete) {
      const products = await reader.changedProducts({ after: entry.position, limit: productsPerRead });
      entry.writer.apply(products.map((product) => toDocument(product, entry.currency)));
      const last = products.at(-1);
      if (last !== undefined)
        entry.position = { changeNumber: last.changeNumber, externalId: last.externalId };
      complete = products.length < productsPerRead || (last?.changeNumber ?? 0) > store.changeNumber;
      // A long first read merges as it goes, or thousands of segments would pile up.
      while (!complete && entry.writer.merge()) await turnOfOthers();
      await turnOfOthers();
    }
    entry.changeNumber = store.changeNumber;
    entry.mergeDue = true;
    publish({ storeId: store.id, changeNumber: entry.changeNumber, snapshot: entry.writer.snapshot() });
  }

  function followStore(store: Store): Promise<void> {
    const entry = followed.get(store.id) ?? emptyEntry(store);
    followed.set(store.id, entry);
    const reading = entry.reading.then(() => catchUp(store, entry));
    // A failed read is retried by the next one; it must not fail those that wait behind it.
    entry.reading = reading.catch(() => {});
    return reading;
  }

  return {
    async follow(storeId) {
      const store = await storage.directory.findStore(storeId);
      if (store !== null) await followStore(store);
    },
    async followAll() {
      const known = new Map([...followed].map(([storeId, entry]) => [storeId, entry.changeNumber]));
      for (const store of await storage.directory.changedStores(known)) await followStore(store);
    },
    mergeOnce() {
      for (const [storeId, entry] of followed) {
        if (!entry.mergeDue) continue;
        entry.mergeDue = entry.writer.merge();
        if (!entry.mergeDue) continue;
        publish({ storeId, changeNumber: entry.changeNumber, snapshot: entry.writer.snapshot() });
        return true;
      }
      return false;
    },
  };
}

/** A store of which nothing was read yet: even change number 0 is news. */
function emptyEntry({ locale, currency }: Store): FollowedStore {
  return {
    writer: createIndexWriter({ locale }),
    currency,
    position: null,
    changeNumber: -1,
    reading: Promise.resolve(),
    mergeDue: false,
  };
}

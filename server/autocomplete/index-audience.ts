/** Who hears of indexes, and what. */
import type { IndexSnapshot } from '../search/engine.ts';
import type { IndexOrigin } from './saved-indexes.ts';
import type { RulesNotice } from './store-rules.ts';

/** A version of a store's index that shows every change up to its number. */
export interface PublishedIndex {
  readonly storeId: string;
  readonly changeNumber: number;
  readonly snapshot: IndexSnapshot;
  readonly origin: IndexOrigin;
}

/** Who holds indexes to ask them, and hears of what happens to them. */
export interface IndexAudience {
  /** Called in order, each time with a newer version of that store, until it is dropped. */
  readonly publish: (index: PublishedIndex) => void;
  /** Rules of a store, before the index that shows what they name. */
  readonly tellRules: (notice: RulesNotice) => void;
  /** The store's index leaves memory: those that hold it release it. `byteLength`: what it takes. */
  readonly drop: (storeId: string, byteLength: number) => void;
  /** Indexes wait to be saved, so that they can leave memory: `saveLeaving` is to be called. */
  readonly mustSave: () => void;
  /** A line for the log. */
  readonly warn: (message: string) => void;
}

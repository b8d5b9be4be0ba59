/**
 * What the follower of indexes works with, and who is informed about indexes.
 */
import type { Clock } from '../clock.ts';
import type { IndexFiles } from '../index-files/index-files.ts';
import type { SharedIndexFiles } from '../index-files/shared-index-files.ts';
import type { Quarantine } from '../jobs/quarantine.ts';
import type { IndexSnapshot } from '../search/engine.ts';
import type { Storage } from '../storage/storage.ts';
import type { MergeElsewhere } from './index-merging.ts';
import type { PagingBounds } from './index-paging.ts';
import type { RulesNotice } from './index-settings.ts';
import type { IndexOrigin } from './saved-indexes.ts';

/** With what a follower works. */
export interface FollowerSettings {
  readonly storage: Storage;
  readonly clock: Clock;
  /** Stores whose products cannot be read or indexed. */
  readonly quarantine: Quarantine;
  /** Stores whose index was put out of memory while they were asked. */
  readonly putOut: Quarantine;
  /** Null: nothing is saved. `pauseMs`: the least time between two saves of one store. */
  readonly saving: { readonly files: IndexFiles; readonly pauseMs: number } | null;
  /** The same for indexes that all nodes share, and from which size on. */
  readonly sharing: {
    readonly files: SharedIndexFiles;
    readonly pauseMs: number;
    readonly minBytes: number;
    /** Null: all segments are in memory as a whole. */
    readonly paging: PagingBounds | null;
  } | null;
  /** Bound on all indexes together; one stays in any case. */
  readonly memoryMaxBytes: number;
  /** At a start the next store is loaded after so long, whether the one before is there or not. */
  readonly loadMaxMs: number;
  readonly mergeElsewhere: MergeElsewhere;
  /** Notes that this thread works on the store until the task is over. */
  readonly during?: <Result>(storeId: string, task: () => Promise<Result>) => Promise<Result>;
  /** The least time between two polls that read changes of one store. */
  readonly pollsApartMs: number;
}

/** A version of a store's index that shows every change up to its number. */
export interface PublishedIndex {
  readonly storeId: string;
  readonly changeNumber: number;
  readonly snapshot: IndexSnapshot;
  readonly origin: IndexOrigin;
}

/** The holders of indexes, which are informed about what happens to them. */
export interface IndexAudience {
  /** Called in order, each time with a newer version of that store, until it is dropped. */
  readonly publish: (index: PublishedIndex) => void;
  /** Rules of a store, before the index that shows what they name. */
  readonly announceRules: (notice: RulesNotice) => void;
  /** The store's index leaves memory: those that hold it release it. `byteLength`: what it takes. */
  readonly drop: (storeId: string, byteLength: number) => void;
  /** Indexes wait to be saved, so that they can leave memory: `saveLeaving` is to be called. */
  readonly mustSave: () => void;
  /** A line for the log. */
  readonly warn: (message: string) => void;
}

/**
 * Declares the settings of the index follower, and its listeners. Times are milliseconds, sizes bytes. It declares only: defaults and
 * checks stand with those who start the follower, and listeners may not throw.
 */
// Tests: server/threads/index-thread/index-client.live.test.ts.
import type { Clock } from '../../clock.ts';
import type { IndexFiles } from '../../index-files/index-files.ts';
import type { SharedIndexFiles } from '../../index-files/shared-index-files.ts';
import type { Quarantine } from '../../jobs/quarantine.ts';
import type { IndexSnapshot } from '../../search/engine.ts';
import type { Storage } from '../../storage/storage.ts';
import type { MergeElsewhere } from '../upkeep/index-merging.ts';
import type { IndexOrigin } from '../upkeep/saved-indexes.ts';
import type { BoostNews } from './followed-ranking.ts';
import type { RulesNotice } from './index-settings.ts';

/** The settings of a follower. */
export interface FollowerSettings {
  readonly storage: Storage;
  readonly clock: Clock;
  /** Stores whose products cannot be read or indexed. */
  readonly quarantine: Quarantine;
  /** Stores whose index was evicted from memory while they had queries. */
  readonly putOut: Quarantine;
  /** Null: nothing is saved. `pauseMs`: the shortest time between two saves of one store. */
  readonly saving: { readonly files: IndexFiles; readonly pauseMs: number } | null;
  /** The same for shared indexes, with their minimum size. */
  readonly sharing: {
    readonly files: SharedIndexFiles;
    readonly pauseMs: number;
    readonly minBytes: number;
  } | null;
  /** Memory limit of all indexes together; one index always stays. */
  readonly memoryMaxBytes: number;
  /** The time after which the next store begins to load at a start, even if the previous one has not finished. */
  readonly loadMaxMs: number;
  readonly mergeElsewhere: MergeElsewhere;
  /** Notes that this thread works on the store until the task is over. */
  readonly during?: <Result>(storeId: string, task: () => Promise<Result>) => Promise<Result>;
  /** The shortest time between two polls that read changes of one store. */
  readonly pollsApartMs: number;
}

/** A version of a store's index that shows every change up to its number. */
export interface PublishedIndex {
  readonly storeId: string;
  readonly changeNumber: number;
  readonly snapshot: IndexSnapshot;
  readonly origin: IndexOrigin;
}

/** Listeners that hold indexes and are informed about changes to them. */
export interface FollowerListeners {
  /** Called with each newer version of a store's index, in order, until it is dropped. */
  readonly publish: (index: PublishedIndex) => void;
  /** Rules of a store, sent before the index that has the products they name. */
  readonly announceRules: (notice: RulesNotice) => void;
  /** Boosts of a store, before the index whose products they raise or lower. */
  readonly announceBoosts: (news: BoostNews) => void;
  /** The store's index leaves memory: release it. `byteLength`: its size. */
  readonly drop: (storeId: string, byteLength: number) => void;
  /** Indexes must be saved before they can leave memory: call `saveLeaving`. */
  readonly mustSave: () => void;
  /** A line for the log. */
  readonly warn: (message: string) => void;
}

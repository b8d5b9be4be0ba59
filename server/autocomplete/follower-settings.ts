/** What the follower of indexes is made of. */
import type { Clock } from '../clock.ts';
import type { IndexFiles } from '../index-files/index-files.ts';
import type { SharedIndexFiles } from '../index-files/shared-index-files.ts';
import type { Quarantine } from '../jobs/quarantine.ts';
import type { Storage } from '../storage/storage.ts';
import type { MergeElsewhere } from './index-merging.ts';
import type { PagingBounds } from './index-paging.ts';

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

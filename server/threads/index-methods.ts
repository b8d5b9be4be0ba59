/** The calls that the index thread takes, the data that it starts with, and the notices that it sends. */
import type { PagingBounds } from '../autocomplete/index-paging.ts';
import type { RulesNotice } from '../autocomplete/index-settings.ts';
import type { ShownIndex, ShownSignals } from '../autocomplete/store-popularity.ts';
import type { QuarantineNotice } from '../jobs/quarantine.ts';
import type { StorageTarget } from '../storage/open-storage.ts';

/** With what the thread starts. */
export interface IndexThreadData {
  readonly target: StorageTarget;
  /** Where indexes are saved, and the least time between two saves of one; null: they are not. */
  readonly saving: { readonly folder: string; readonly pauseMs: number } | null;
  /** The same for indexes in a PostgreSQL database that all nodes share, and the size from which on one is. */
  readonly sharing?: {
    readonly pauseMs: number;
    readonly minBytes: number;
    readonly paging: PagingBounds | null;
  } | null;
  /** Bound on all indexes together. */
  readonly memoryMaxBytes: number;
}

/** Notices that the thread gets. */
export interface IndexThreadStart {
  /** Another thread ended before it: HTTP threads still ask what that one published. */
  readonly isSuccessor: boolean;
}

/** Where several threads answer: what is published goes to all of them, through their ways. */
export interface NoticeCount {
  /** One 32-bit integer: how many notices were sent to each of them so far. Null where one thread answers. */
  readonly notices: SharedArrayBuffer | null;
}

/** Calls of the index thread. */
export interface IndexMethods {
  /** Answered when the store's index holds everything that was committed before the call. */
  readonly follow: { readonly request: { readonly storeId: string }; readonly response: null };
  /** Answered after the store's index was published, if there is such a store. */
  readonly load: { readonly request: { readonly storeId: string }; readonly response: null };
  /** Stores that were asked since the last call. */
  readonly noteUses: { readonly request: readonly string[]; readonly response: null };
  /** A page of a store's segment is gone from the database or damaged. */
  readonly noteLostPages: {
    readonly request: { readonly storeId: string; readonly segmentId: number };
    readonly response: null;
  };
  /** Answered when every store for which there is room was loaded once. */
  readonly ready: { readonly request: null; readonly response: null };
  /** Answered when everything is saved. */
  readonly close: { readonly request: null; readonly response: null };
}

/** Notices that the thread sends. */
export type IndexNotice =
  /** The first to each HTTP thread: all that is published from now on. So many notices it counts as taken. */
  | { readonly kind: 'begun'; readonly takenCount: number }
  /** Every store for which there is room was loaded once, but for those that cannot be: their indexes of before stay. */
  | { readonly kind: 'loaded'; readonly unloadable: ReadonlySet<string> }
  | { readonly kind: 'published'; readonly index: ShownIndex }
  | { readonly kind: 'signals'; readonly signals: ShownSignals }
  | { readonly kind: 'rules'; readonly rules: RulesNotice }
  | { readonly kind: 'dropped'; readonly storeId: string; readonly byteLength: number }
  | { readonly kind: 'warning'; readonly message: string }
  | { readonly kind: 'quarantine'; readonly notice: QuarantineNotice };

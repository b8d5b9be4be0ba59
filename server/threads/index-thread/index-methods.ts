/**
 * Declares the calls that the index thread takes, the data that it starts with, and the notices that it sends. Values are plain data;
 * an unknown store is answered like any other and changes nothing. Times are milliseconds, sizes bytes. It declares only; nothing is
 * checked here, since both ends are our own threads.
 */
// Tests: ./index-client.live.test.ts.

import type { StoreBoost } from '../../../contract/words/ranking.ts';
import type { RulesNotice } from '../../autocomplete/following/index-settings.ts';
import type { ShownIndex, ShownSignals } from '../../autocomplete/popularity/store-popularity.ts';
import type { QuarantineNotice } from '../../jobs/quarantine.ts';
import type { PlacedPopularity } from '../../search/engine.ts';
import type { StorageTarget } from '../../storage/open-storage.ts';

/** The data with which the thread starts. */
export interface IndexThreadData {
  readonly target: StorageTarget;
  /** The folder of saved indexes, and the least milliseconds between two saves of one; null: none is saved. */
  readonly saving: { readonly folder: string; readonly pauseMs: number } | null;
  /** The same for indexes that all nodes share in a PostgreSQL database, and the size from which an index is shared. */
  readonly sharing?: { readonly pauseMs: number; readonly minBytes: number } | null;
  /** Bound on all indexes together. */
  readonly memoryMaxBytes: number;
}

/** The settings of the thread's start. */
export interface IndexThreadStart {
  /** Whether another thread ended before it: the HTTP thread still asks the indexes that it published. */
  readonly isSuccessor: boolean;
}

/** Calls of the index thread. */
export interface IndexMethods {
  /** Answered when the store's index holds everything that was committed before the call. */
  readonly follow: { readonly request: { readonly storeId: string }; readonly response: null };
  /** Answered after the store's index was published, if there is such a store. */
  readonly load: { readonly request: { readonly storeId: string }; readonly response: null };
  /** The scores of a store's products if it had these boosts, and how many products meet each; nothing changes. */
  readonly tryBoosts: {
    readonly request: { readonly storeId: string; readonly boosts: readonly StoreBoost[] };
    readonly response: TriedBoosts;
  };
  /** Stores that were asked since the last call. */
  readonly noteUses: { readonly request: readonly string[]; readonly response: null };
  /** Answered when every store for which there is room was loaded once. */
  readonly ready: { readonly request: null; readonly response: null };
  /** Answered when everything is saved. */
  readonly close: { readonly request: null; readonly response: null };
}

/** The effect that boosts would have. */
export interface TriedBoosts {
  readonly popularity: readonly PlacedPopularity[];
  readonly counts: readonly number[];
}

/** Notices that the thread sends. */
export type IndexNotice =
  /** The first notice of a thread: everything that follows is its own. */
  | { readonly kind: 'begun' }
  /** Every store that fits into memory was loaded once, except `unloadable` ones, whose previous indexes stay. */
  | { readonly kind: 'loaded'; readonly unloadable: ReadonlySet<string> }
  | { readonly kind: 'published'; readonly index: ShownIndex }
  | { readonly kind: 'signals'; readonly signals: ShownSignals }
  | { readonly kind: 'rules'; readonly rules: RulesNotice }
  | { readonly kind: 'dropped'; readonly storeId: string; readonly byteLength: number }
  | { readonly kind: 'warning'; readonly message: string }
  | { readonly kind: 'quarantine'; readonly notice: QuarantineNotice };

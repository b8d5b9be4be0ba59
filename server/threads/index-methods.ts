/** What the index thread can be asked to do, and what it tells unasked: a {@link PublishedIndex} as a notice. */
import type { StorageTarget } from '../storage/open-storage.ts';

/** With what the thread starts. */
export interface IndexThreadData {
  readonly target: StorageTarget;
}

/** Calls of the index thread. */
export interface IndexMethods {
  /** Answered after the index that shows everything committed before the call was published. */
  readonly follow: { readonly request: { readonly storeId: string }; readonly response: null };
  /** Answered when every store was loaded once. */
  readonly ready: { readonly request: null; readonly response: null };
}

/**
 * Declares the context from which operations of the reader thread read: one store, and the clock (microseconds). It gives no way to
 * write. A store that is gone was refused before (`not_found`).
 */
// Tests: server/resources/collections/read-collections.live.test.ts.
import type { Clock } from '../clock.ts';
import type { Accounts } from '../storage/accounts/tables.ts';
import type { StoreDeletions } from '../storage/products/erasure-tables.ts';
import type { Store } from '../storage/records.ts';
import type { Directory, StoreReader } from '../storage/storage.ts';

/** The context of a call that reads one store. */
export interface ReadContext {
  readonly clock: Clock;
  readonly store: Store;
  readonly reader: StoreReader;
  readonly accounts: Pick<Accounts, 'members' | 'invitations'>;
  readonly deletions: Pick<StoreDeletions, 'count'>;
  readonly directory: Pick<Directory, 'listApiKeys' | 'allowancePausedUntil' | 'hasOtherStores'>;
  /**
   * Reads much of a store, for an operation that is declared as long: each statement waits for its own turn, so that other
   * stores read in between. `isShared`: other callers wait for the result too, so it goes on when this caller hangs up.
   */
  inTurns<Result>(
    task: (reader: StoreReader) => Promise<Result>,
    options?: { readonly isShared?: boolean },
  ): Promise<Result>;
}

/**
 * Table and interface of changes that a process without indexes waits for: it writes down the change, and a node that answers removes
 * it once its index shows the change. A row needs no durability of its own: if it is lost, its owner stops waiting. An unknown store
 * is answered false; times are microseconds by the database's clock. It never makes an index build anything itself.
 */
// Tests: test/storage/awaited-changes.test.ts.
import { integer, text, time } from '../column.ts';
import { type RecordOf, table } from '../table.ts';

/** One row for each wait of a process. */
export const awaitedChanges = table('awaited_changes', {
  key: ['owner', 'store_id'],
  columns: {
    /** The process that waits, with a name of its own for each wait. */
    owner: text(),
    store_id: text(),
    change_number: integer(),
    /** The last time a node worked on it, by the database's clock. */
    worked_at: time(),
  },
});

/** The columns of {@link AwaitedChange}. */
export const awaitedChange = awaitedChanges.omit('worked_at');

/** A process waits until a node's index of the store shows this change. */
export type AwaitedChange = RecordOf<typeof awaitedChange>;

/** Changes that are waited for, of all stores. */
export interface AwaitedDirectory {
  /** Begins to wait, and wakes the nodes. False, and nothing is written, where there is no such store. */
  awaitChange(awaited: AwaitedChange): Promise<boolean>;
  /**
   * Returns the milliseconds since a node last worked on the change that the owner waits for, by the database's clock;
   * null once a node shows the change.
   */
  idleWaitMs(awaited: Omit<AwaitedChange, 'changeNumber'>): Promise<number | null>;
  /** Ends the owner's wait. */
  stopAwaiting(awaited: Omit<AwaitedChange, 'changeNumber'>): Promise<void>;
  /** Returns all awaited changes. There are few: one for each store into which a command imports. */
  awaitedChanges(): Promise<AwaitedChange[]>;
  /** Notes that a node works on these stores' indexes. */
  noteWork(storeIds: readonly string[]): Promise<void>;
  /** Notes that a node's index shows the store up to this change. */
  noteShown(shown: Omit<AwaitedChange, 'owner'>): Promise<void>;
}

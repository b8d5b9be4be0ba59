/**
 * Types of a whole database as rows, the same for both engines: backups, restores and repairs are made of them. Which tables a backup
 * leaves out is declared here. Nothing here reads or writes. Times are microseconds since 1970, waits milliseconds. A value that
 * cannot be read is a loss, by table and row, never an error.
 */
// Tests: test/storage/backup.test.ts, test/storage/repair.test.ts.

/** Tables that others refer to, so they are filled first. */
export const referredTables: readonly string[] = ['stores', 'users'];
/** Tables that are rebuilt from the products, so they are neither saved nor repaired. */
export const rebuiltTables: readonly string[] = ['shared_indexes', 'shared_segments', 'shared_segment_pages'];
/** Tables that no backup holds, each with the reason. */
export const unsavedTables: Readonly<Record<string, string>> = {
  migrations: 'a backup lists them in its first line',
  shown_answers: 'questions of the last minutes are old by the time of a restore',
  awaited_changes: 'no import is under way in a restored database',
  ...Object.fromEntries(rebuiltTables.map((table) => [table, 'indexes are built again from the products'])),
};
/** Tables whose rows stay when their store is deleted. A row of any other tenant table belongs to an existing store. */
export const retainedTables: readonly string[] = ['store_deletions'];

/** A value of a column; flags of SQLite are 0 and 1. */
export type StoredValue = string | number | boolean | null | Uint8Array;

/** Whether a value is an infinity or NaN. No column of ours has such a number, and JSON, so a backup, holds none. */
export function isNotFinite(value: unknown): boolean {
  return typeof value === 'number' && !Number.isFinite(value);
}

/** A table as the database itself describes it. */
export interface TableShape {
  readonly name: string;
  readonly columns: readonly { readonly name: string; readonly kind: ColumnKind }[];
  /** The columns of its primary key, in order. */
  readonly key: readonly string[];
  /** Its key begins with an existing store, so its rows are read and written store by store. */
  readonly isByStore: boolean;
}

/** Something in a database that cannot be read. */
export interface Loss {
  readonly table: string;
  /** Null in a table of the directory, and where it is not known whose rows they were. */
  readonly storeId: string | null;
  /** The row's key within its store, the parts joined by "/"; null where neither keys nor number of the rows are known. */
  readonly id: string | null;
  /** Null where the fault is not one column's. */
  readonly column: string | null;
  /** The fault, without the content. */
  readonly error: string;
  /** The values of the row's key, in the order of {@link TableShape.key}; null where they are not known. */
  readonly key: readonly StoredValue[] | null;
  /** The row was kept, with another value in that column. */
  readonly isKept?: true;
}

/** `shared`: tables that all stores share; `owned`: the indexes of those whose rows belong to one store each. */
export type TableOwners = 'shared' | 'owned';

/** Something wrong with a table that all stores share, or with an index of any. */
export interface TableFault {
  readonly table: string;
  /** `index`: all rows can be read, and an index of them is damaged. */
  readonly part: 'rows' | 'index';
  /** The database's own message. */
  readonly error: string;
}

/** The columns of `stores` that say how many products of some kind the store has. */
export const storeCounters = ['product_count', 'in_stock_count', 'enrichment_count'] as const;

/** A counter of a store that its products do not confirm. */
export interface WrongCounter {
  readonly storeId: string;
  readonly counter: (typeof storeCounters)[number];
  readonly stored: number;
  readonly counted: number;
}

/** Called for each row or page that cannot be read. */
export type OnLoss = (loss: Loss) => void;

/** The kind of a column, named alike on both engines; SQLite does not distinguish flags from counts. */
export type ColumnKind = 'text' | 'count' | 'real' | 'flag' | 'bytes';

/** Rows of one table; of a table that is by store, of one store. */
export interface RowBatch {
  readonly table: string;
  /** The order of the values in each row. */
  readonly columns: readonly string[];
  readonly rows: readonly (readonly StoredValue[])[];
}

/** The health of a database. */
export interface StorageHealth {
  /** The time by the database's own clock. */
  readonly nowMicros: number;
  /** The faults of its settings, for people. */
  readonly faults: readonly string[];
  /** Damaged tables that were left out of this report. */
  readonly unreadable: readonly string[];
  /** False in a database that no migration was ever applied to. */
  readonly hasTables: boolean;
  readonly pendingMigrations: readonly number[];
  /** Applied by a newer version of the program: this one refuses to start. */
  readonly newerMigrations: readonly number[];
  /** Transactions of this database that are open for long or hold others up, the oldest first; none on SQLite. */
  readonly transactions: readonly LongTransaction[];
  /**
   * The jobs of each kind: how many wait for a worker, how long the first has waited, and how many were begun more than
   * once.
   */
  readonly jobs: readonly {
    readonly kind: string;
    readonly due: number;
    readonly oldestDueMs: number;
    readonly retried: number;
  }[];
}

/** A transaction that is open for long or holds others up. */
export interface LongTransaction {
  /** The id of its process at the server. */
  readonly pid: number;
  /** The name that its client gave. */
  readonly application: string;
  readonly openMs: number;
  /** Whether its client keeps it open without asking anything. */
  readonly isIdle: boolean;
  /** Processes that wait for a lock of it. */
  readonly holdsUp: readonly number[];
}

/** A whole database as of one moment, while others continue to write. */
export interface Snapshot {
  /** Numbers of the migrations that made its tables. */
  readonly migrations: readonly number[];
  /** An estimate for people who wait. */
  readonly productCount: number;
  /**
   * Every row of every table but {@link unsavedTables}; tables that others refer to come first. Rows of stores that are being
   * deleted are left out, readable or not. With `onLoss`, rows that cannot be read are reported and left out, and a store whose
   * own row is lost gets one that replaces it. Without `onLoss`, damaged pages reject, and values are passed on unchecked.
   */
  batches(onLoss?: OnLoss): AsyncIterable<RowBatch>;
  /** Returns faults that the engine's own check of its pages finds, at most some of them; PostgreSQL has no such check. */
  checkPages(): Promise<readonly string[]>;
}

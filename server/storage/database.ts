/**
 * The interface that SQLite and PostgreSQL implement (sqlite/, postgres/), so that every query above it is written once, in Kysely. A
 * query runs for one store or, with the store `null`, for the directory; PostgreSQL's row-level security keeps tenant statements
 * within that store. Times are microseconds by the database's clock. Unknown ids give undefined or no row. A page has at most 500 rows
 * or 4 MiB. A statement that takes too long is ended by the engine with `unavailable`; only `exclusive` and `snapshot` have no such
 * limit.
 */
// Tests: test/storage/store-deletions.test.ts, test/storage/member-places.test.ts.
import type { Compilable, Kysely, RawBuilder } from 'kysely';
import type { EnrichmentName, PhraseSet, PhraseWrite } from './enrichment/tables.ts';
import type { EnrichmentJob, ExistingProduct, ProductChange, ProductWrite } from './records.ts';
import type { Schema, StoreRow } from './schema.ts';
import type { LongTransaction, OnLoss, StoredValue, TableFault, TableShape } from './snapshots/snapshot.ts';
import type { ChangeListener, Listening } from './storage.ts';

/** The two databases that the service can run on. */
export type StorageEngine = 'sqlite' | 'postgres';

/** Runs a query and returns its rows. Within a transaction statements are planned as that says. */
export type Query = <Row>(query: Compilable<Row>, planning?: Planning) => Promise<Row[]>;

/** An engine as the shared queries need it: building, reading, writing and the few statements that must differ. */
export interface Database {
  readonly engine: StorageEngine;
  /** Builds queries; it has no connection and can run none. */
  readonly builder: Kysely<Schema>;
  /** The database's own clock, microseconds: leases are compared by it, never by the clocks of workers. */
  readonly now: RawBuilder<number>;
  /** Runs one statement that sees committed rows only. */
  read<Row>(storeId: string | null, query: Compilable<Row>, planning?: Planning): Promise<Row[]>;
  /** Commits when `work` resolves, rolls back and rejects with its error when it rejects. Must not be nested. */
  transaction<Result>(
    storeId: string | null,
    work: (transaction: Transaction) => Promise<Result>,
    options?: Planning & {
      /** The work does nothing but run statements, so it may run again if it was certainly rolled back. */
      readonly isRepeatable?: boolean;
    },
  ): Promise<Result>;
  /** A transaction that runs alone in all processes, without the usual time limits. */
  exclusive<Result>(work: (transaction: Transaction) => Promise<Result>): Promise<Result>;
  /** Reads of one moment while others continue to write; without the usual time limits. */
  snapshot<Result>(work: (reads: SnapshotReads) => Promise<Result>): Promise<Result>;
  /** Its tables, as it describes them itself. */
  describe(query: Query): Promise<TableShape[]>;
  /** Whether it has exactly the tables that `make` creates in an empty database; false where that cannot be tried. */
  isMadeBy(make: (empty: Database) => Promise<void>): Promise<boolean>;
  /** Faults of its server's settings, in words for people. */
  settingFaults(query: Query): Promise<readonly string[]>;
  /** Transactions that are open for long or hold others up. */
  longTransactions(query: Query): Promise<readonly LongTransaction[]>;
  /** Makes the rest of the transaction read and write this store's rows. */
  enterStore(query: Query, storeId: string): Promise<void>;
  /** Rebuilds the damaged indexes of a table from its rows. Null on PostgreSQL, where the operator of the database does so. */
  readonly rebuildIndexes: ((table: string) => Promise<void>) | null;
  /** Calls `ear` with what other processes announce, if the engine supports it. */
  listen(ear: ChangeListener): Listening;
  close(): Promise<void>;
}

/** The planning of statements. */
export interface Planning {
  /**
   * Each step reads the rows by an index in the wanted order and sorts nothing: for tables that grow by thousands of rows
   * before PostgreSQL counts them again. SQLite does so anyway, since it plans without counts.
   */
  readonly inIndexOrder?: boolean;
}

/** The reads of a snapshot. */
export interface SnapshotReads {
  readonly query: Query;
  /** The rows of a table, page by page. Only one table may be read at a time. */
  rows(shape: TableShape, options: TableReading): AsyncIterable<TablePage>;
  /** Implements {@link Snapshot.checkPages}. */
  checkPages(): Promise<readonly string[]>;
  /** Reads all rows of a table, and on SQLite its indexes; null if they can be read, else the fault. */
  checkTable(shape: TableShape): Promise<TableFault | null>;
}

/** The way in which a table is read. */
export interface TableReading {
  /** The stores whose rows are wanted of a tenant table; other tables are read as a whole. */
  readonly storeIds: readonly string[];
  /** Called for pages that cannot be read, and the rest is read all the same; without it the read rejects. */
  readonly onLoss: OnLoss | undefined;
}

/** Rows of a page, at most; long rows end a page earlier, by {@link pageMaxBytes}. Chosen. */
export const tableRowsPerPage = 500;

/** Some rows of a table; in a tenant table, rows of one store. */
export interface TablePage {
  readonly storeId: string | null;
  readonly rows: readonly Readonly<Record<string, StoredValue>>[];
}

/**
 * An open transaction; using it after its end is a programmer's error and throws. A statement that fails dooms it:
 * it can only be rolled back, even if the error was caught.
 */
export interface Transaction {
  readonly query: Query;
  /** Runs a statement; returns how many rows it changed. */
  run(statement: Compilable): Promise<number>;
  /** Plans the transaction's further statements by {@link Planning.inIndexOrder}. */
  planInIndexOrder(): Promise<void>;
  /** Locks the store's row until the end of the transaction; undefined for an unknown store. */
  lockStore(storeId: string): Promise<StoreRow | undefined>;
  /**
   * Locks the members of the store's collections until the end of the transaction, and keeps the store from being deleted;
   * false for an unknown store. A transaction with both locks takes {@link Transaction.lockStore} first.
   */
  lockMembers(storeId: string): Promise<boolean>;
  /** Products by external id; unknown ids are absent. */
  existingProducts(storeId: string, externalIds: readonly string[]): Promise<Map<string, ExistingProduct>>;
  /** Reads as `existingProducts` does, and checks in the same statement whether usual rows can be read. */
  knownProducts(storeId: string, externalIds: readonly string[]): Promise<Map<string, ExistingProduct>>;
  /** Inserts jobs; the job of a product that has one already is replaced. */
  enqueueEnrichments(storeId: string, jobs: readonly EnrichmentJob[]): Promise<void>;
  /** Inserts, or replaces everything but the id, the creation time and the phrases. External ids are distinct. */
  upsertProducts(storeId: string, writes: readonly ProductWrite[], form: WriteForm): Promise<void>;
  /** Writes rows of any table, as fast as the engine can. */
  insertRows(insert: RowInsert): Promise<void>;
  /** Sets columns of all rows that are found by a column of their store, as fast as the engine can. */
  updateRows(update: RowUpdate): Promise<void>;
  /** Deletes rows of one store, as fast as the engine can. */
  deleteRows(removal: RowDelete): Promise<void>;
  /** Distinct products; of each only the newest `kept` changes stay. */
  insertProductChanges(storeId: string, changes: readonly ProductChange[], kept: number): Promise<void>;
  /** Announces to other processes, after the commit, the id of a store whose change number moved, or `jobsAnnouncement`. */
  announce(news: string): void;
  /** Ends the jobs that still have their hash; returns the ids of their products. */
  takeEnrichments(storeId: string, jobs: readonly EnrichmentName[]): Promise<Set<string>>;
  /** Writes phrases of products that still have the hash; returns the ids of those products. */
  writePhrases(storeId: string, writes: readonly PhraseWrite[], changeNumber: number): Promise<Set<string>>;
  writePhraseSets(storeId: string, sets: readonly PhraseSet[]): Promise<void>;
}

/** The form in which rows of products are written. */
export interface WriteForm {
  readonly changeNumber: number;
  /** Whether rows take the short form of record 0051. */
  readonly isShort: boolean;
}

/** A column with its PostgreSQL type. */
type TypedColumn = readonly [
  name: string,
  type: 'text' | 'bigint' | 'boolean' | 'double precision' | 'bytea',
];
type RowValues = readonly StoredValue[];

/** Rows of one table, all of one shape. */
export interface RowInsert {
  readonly table: keyof Schema;
  /** Names with their PostgreSQL types; the values of a row are in this order. */
  readonly columns: readonly TypedColumn[];
  readonly rows: readonly RowValues[];
  /** The columns of the key. Without one there must be no existing row. */
  readonly key: readonly string[];
  /** The columns that a row replaces in an existing row of its key; with none, the existing row stays as it is. */
  readonly replaces: readonly string[];
  /** Numeric columns whose value is added to that of the existing row instead. */
  readonly adds?: readonly string[];
}

/** New values for rows of one tenant table, found by the store and one column. */
export interface RowUpdate {
  readonly table: keyof Schema;
  readonly storeId: string;
  readonly find: TypedColumn;
  readonly sets: readonly TypedColumn[];
  /** The value to find, which is unique, then the values to set. */
  readonly rows: readonly RowValues[];
}

/** Rows of one tenant table to be deleted. */
export interface RowDelete {
  readonly table: keyof Schema;
  readonly storeId: string;
  /** The column that follows the store in the key, by which rows are looked up. */
  readonly find: TypedColumn;
  /** Further columns that identify a row. */
  readonly and: readonly TypedColumn[];
  /** Values of these columns, in their order. */
  readonly rows: readonly RowValues[];
}

/** The error of a write to a read-only storage: a fault of our code, never of a caller. */
export function readOnlyError(): Error {
  return new Error('This storage was opened read-only and cannot write.');
}

/** The error of a transaction in which a statement failed, instead of a commit. */
export function rolledBackError(): Error {
  return new Error('The transaction was rolled back: one of its statements failed.');
}

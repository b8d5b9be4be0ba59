/**
 * The seam under the queries: what SQLite and PostgreSQL each implement (sqlite/, postgres/), so that every query
 * above it is written once, in Kysely, and only compiled here. A query runs for one store or, with the store
 * `null`, for the directory; PostgreSQL's row-level security holds tenant statements to that store.
 */
import type { Compilable, Kysely, RawBuilder } from 'kysely';
import type { EnrichmentName, PhraseSet, PhraseWrite } from './enrichment.ts';
import type { EnrichmentJob, ExistingProduct, ProductChange, ProductWrite } from './records.ts';
import type { Schema, StoreRow } from './schema.ts';
import type { LongTransaction, OnLoss, StoredValue, TableFault, TableShape } from './snapshot.ts';
import type { Ear, Listening } from './storage.ts';

export type StorageEngine = 'sqlite' | 'postgres';

/** Runs a query and returns its rows. Within a transaction statements are planned as that says. */
export type Query = <Row>(query: Compilable<Row>, planning?: Planning) => Promise<Row[]>;

/** What the shared queries need of an engine: building, reading, writing and the few statements that must differ. */
export interface Database {
  readonly engine: StorageEngine;
  /** Builds queries; it has no connection and can run none. */
  readonly builder: Kysely<Schema>;
  /** The database's own clock, microseconds: leases are compared by it, never by the clocks of workers. */
  readonly now: RawBuilder<number>;
  /** One statement that sees committed rows only. */
  read<Row>(storeId: string | null, query: Compilable<Row>, planning?: Planning): Promise<Row[]>;
  /** Commits when `work` resolves, rolls back and rejects with its error when it rejects. Must not be nested. */
  transaction<Result>(
    storeId: string | null,
    work: (transaction: Transaction) => Promise<Result>,
    options?: Planning & {
      /** The work does nothing but run statements: it may run again where it was undone for sure. */
      readonly isRepeatable?: boolean;
    },
  ): Promise<Result>;
  /** A transaction that no second one of its kind runs beside, in any process; without the usual time limits. */
  exclusive<Result>(work: (transaction: Transaction) => Promise<Result>): Promise<Result>;
  /** Reads of one moment, while others write on; without the usual time limits. */
  snapshot<Result>(work: (reads: SnapshotReads) => Promise<Result>): Promise<Result>;
  /** Its tables, as it describes them itself. */
  describe(query: Query): Promise<TableShape[]>;
  /** Whether it has just the tables that are made in an empty one; false where that cannot be tried. */
  isMadeBy(make: (empty: Database) => Promise<void>): Promise<boolean>;
  /** What is wrong with the settings of its server, for people. */
  settingFaults(query: Query): Promise<readonly string[]>;
  /** Transactions that are open for long or hold others up. */
  longTransactions(query: Query): Promise<readonly LongTransaction[]>;
  /** From here on the transaction sees and writes this store's rows. */
  enterStore(query: Query, storeId: string): Promise<void>;
  /** Makes the damaged indexes of a table again of its rows. Null where that is for the operator of the database. */
  readonly rebuildIndexes: ((table: string) => Promise<void>) | null;
  /** Is called with what other processes announce, where the engine supports it. */
  listen(ear: Ear): Listening;
  close(): Promise<void>;
}

/** How statements are planned. */
export interface Planning {
  /**
   * Each step takes the rows by an index that has them in the order wanted, and sorts nothing: for tables that grow by
   * thousands of rows before PostgreSQL counts them again. SQLite, whose plans do not go by counts, does so in any case.
   */
  readonly inIndexOrder?: boolean;
}

/** What a snapshot is read by. */
export interface SnapshotReads {
  readonly query: Query;
  /** The rows of a table, some at a time; one table after the other. */
  rows(shape: TableShape, options: TableReading): AsyncIterable<TablePage>;
  /** As of {@link Snapshot.checkPages}. */
  checkPages(): Promise<readonly string[]>;
  /** Whether its rows can be read, and on SQLite its indexes, of a table by store these alone; null where they can. */
  checkTable(shape: TableShape): Promise<TableFault | null>;
}

/** How a table is read. */
export interface TableReading {
  /** The stores whose rows are wanted of a table that is by store; others are read as a whole. */
  readonly storeIds: readonly string[];
  /** Hears of pages that cannot be read, and what can is read all the same; without it they reject. */
  readonly onLoss: OnLoss | undefined;
}

/** Rows of a table that are read together where they are short; else those that {@link pageMaxBytes} allow. Chosen. */
export const tableRowsPerPage = 500;

/** Some rows of a table; of one that is by store, of one store. */
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
  /** From here on statements are planned as of {@link Planning.inIndexOrder}. */
  planInIndexOrder(): Promise<void>;
  /** Locks the store's row until the end of the transaction; undefined for an unknown store. */
  lockStore(storeId: string): Promise<StoreRow | undefined>;
  /**
   * Locks who is a member of the store's collections until the end of the transaction, and keeps the store itself from being
   * deleted; false for an unknown store. After {@link Transaction.lockStore}, where it is both.
   */
  lockMembers(storeId: string): Promise<boolean>;
  /** By external id; unknown ids are absent. */
  existingProducts(storeId: string, externalIds: readonly string[]): Promise<Map<string, ExistingProduct>>;
  knownProducts(storeId: string, externalIds: readonly string[]): Promise<Map<string, ExistingProduct>>;
  /** Inserts, or replaces everything but the id, the creation time and the phrases. External ids are distinct. */
  enqueueEnrichments(storeId: string, jobs: readonly EnrichmentJob[]): Promise<void>;
  upsertProducts(storeId: string, writes: readonly ProductWrite[], form: WriteForm): Promise<void>;
  /** Writes rows, whichever table they are of, as fast as the engine can. */
  insertRows(insert: RowInsert): Promise<void>;
  /** Sets columns of all rows that are found by a column of their store, as fast as the engine can. */
  updateRows(update: RowUpdate): Promise<void>;
  /** Deletes rows of one store, as fast as the engine can. */
  deleteRows(removal: RowDelete): Promise<void>;
  /** Distinct products; of each only the newest `kept` changes stay. */
  insertProductChanges(storeId: string, changes: readonly ProductChange[], kept: number): Promise<void>;
  /** Announces to other processes, after the commit, the id of a store whose change number moved, or `jobsNews`. */
  announce(news: string): void;
  /** Ends the jobs that still have their hash; gives the ids of their products. */
  takeEnrichments(storeId: string, jobs: readonly EnrichmentName[]): Promise<Set<string>>;
  /** Of products that still have the hash; gives the ids of those that were written. */
  writePhrases(storeId: string, writes: readonly PhraseWrite[], changeNumber: number): Promise<Set<string>>;
  writePhraseSets(storeId: string, sets: readonly PhraseSet[]): Promise<void>;
}

/** How rows of products are written. */
export interface WriteForm {
  readonly changeNumber: number;
  /** As of record 0051. */
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
  /**
   * The key, and what a row replaces of one with the same key; none: such a row is left as it is. Without a key there
   * must be no such row.
   */
  readonly key: readonly string[];
  readonly replaces: readonly string[];
  /** What a row adds to that of one with the same key instead: numbers. */
  readonly adds?: readonly string[];
}

/** New values for rows of one tenant table, found by the store and one column. */
export interface RowUpdate {
  readonly table: keyof Schema;
  readonly storeId: string;
  readonly find: TypedColumn;
  readonly sets: readonly TypedColumn[];
  /** What is found, each once, then what is set. */
  readonly rows: readonly RowValues[];
}

/** Rows of one tenant table that go. */
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

/** What a read-only storage says to a writer: a programmer's error, never a caller's. */
export function readOnlyError(): Error {
  return new Error('This storage was opened read-only and cannot write.');
}

/** What a doomed transaction says instead of a commit. */
export function rolledBackError(): Error {
  return new Error('The transaction was rolled back: one of its statements failed.');
}

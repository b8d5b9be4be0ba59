/**
 * SQLite behind the queries, with two connections: a writer whose transactions take turns, and a reader that sees only committed rows
 * and never holds a transaction beyond a statement (a long reader would keep the log from being checkpointed). Statements block their
 * thread, so imports run in a thread of their own. A database that is busy, full or away becomes `unavailable`. A writer waits at most
 * 5 s for the lock of another process. It never creates tables.
 */
// Tests: test/storage/sqlite.test.ts.
import { accessSync, constants, existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Compilable, sql } from 'kysely';
import { createSystemClock } from '../../clock.ts';
import { DamageError } from '../damage/damage.ts';
import { countDamage, type DamageCount } from '../damage/damage-count.ts';
import {
  type Database,
  readOnlyError,
  rolledBackError,
  type SnapshotReads,
  type Transaction,
} from '../database.ts';
import { checkPages } from './check-pages.ts';
import { checkIndexes, checkTable } from './check-table.ts';
import { hasSchemaOf } from './compare-schema.ts';
import { describeTables } from './describe-tables.ts';
import { takeEnrichments, writePhraseSets, writePhrases } from './enrichment-statements.ts';
import { deleteRows, insertRows, updateRows } from './insert-rows.ts';
import {
  enqueueEnrichments,
  existingProducts,
  insertProductChanges,
  knownProducts,
  upsertProducts,
} from './product-statements.ts';
import { ReadAround } from './read-around.ts';
import { readTable } from './read-table.ts';
import { indexesToRebuild, rebuildIndex } from './rebuild-indexes.ts';
import { sqliteBuilder as builder } from './sqlite-builder.ts';
import { openSqliteConnection, type SqliteConnection } from './sqlite-connection.ts';
import { isBusy, translateSqliteError } from './sqlite-errors.ts';

/** The place of an SQLite database; plain data. */
export interface SqliteTarget {
  readonly engine: 'sqlite';
  readonly file: string;
  /** Opens an existing file for reading only; writing calls then throw. */
  readonly readOnly?: boolean;
  /** Counts pages that cannot be read; without it they are not counted. */
  readonly damageMet?: DamageCount;
}

/**
 * Milliseconds that a transaction waits for a writer of another connection. The wait is a timer, not SQLite's own: that
 * one blocks the thread, and in vain if the other writer needs this very thread to finish.
 */
const lockWaitDefaultMs = 5_000;
/** Pauses between tries to get the lock, in milliseconds, doubled from `first` to `last`. Chosen. */
const lockPauseMs = { first: 1, last: 16 };

/** Opens the file with a writing and a reading connection. Throws a plain error that names the file. */
export function openSqliteDatabase(target: SqliteTarget): Database {
  if (target.readOnly !== true) refuseReadOnlyFile(target.file);
  const writer = target.readOnly === true ? null : openSqliteConnection(target.file, 'writer');
  try {
    const database = createSqliteDatabase(writer, () => openSqliteConnection(target.file, 'reader'));
    return target.damageMet === undefined ? database : countingDamage(database, target.damageMet);
  } catch (error) {
    writer?.close();
    throw error;
  }
}

/** Counts calls that end at a page which cannot be read, of whichever table and store. */
function countingDamage(database: Database, met: DamageCount): Database {
  const count = (error: unknown) => countDamage(met, error);
  return {
    ...database,
    read: (...call) => database.read(...call).catch(count),
    transaction: (...call) => database.transaction(...call).catch(count),
    snapshot: (work) => database.snapshot(work).catch(count),
  };
}

/** Throws for a file that cannot be written: SQLite would open it without an error, and every later write would fail. */
function refuseReadOnlyFile(file: string): void {
  if (!existsSync(file)) return;
  try {
    accessSync(file, constants.W_OK);
  } catch (cause) {
    throw new Error(`${file} cannot be written by this user: change its mode or owner.`, { cause });
  }
}

/** A database over connections to one file; it closes them. Without a writer it is read-only. */
export function createSqliteDatabase(
  writer: SqliteConnection | null,
  openReader: () => SqliteConnection,
  lockWaitMs = lockWaitDefaultMs,
): Database {
  const reader = openReader();
  const around = new ReadAround(openReader, createSystemClock());
  let lastTurn: Promise<unknown> = Promise.resolve();
  function transaction<Result>(work: (transaction: Transaction) => Promise<Result>): Promise<Result> {
    const turn = lastTurn.then(async () => {
      if (writer === null) throw readOnlyError();
      return await runTransaction(writer, lockWaitMs, work);
    });
    lastTurn = turn.catch(() => {});
    return turn;
  }
  return {
    engine: 'sqlite',
    builder,
    now: sql<number>`cast(unixepoch('subsec') * 1000 as integer) * 1000 + 999`,
    read: async (_storeId, query) => readSoundly(reader, around, query),
    transaction: (_storeId, work) => transaction(work),
    exclusive: transaction,
    snapshot: (work) => readSnapshot(openReader(), around, work),
    describe: (query) => describeTables(builder, query),
    isMadeBy: (make) => isMadeBy(reader, make),
    settingFaults: async () => [],
    longTransactions: async () => [],
    enterStore: async () => {},
    async rebuildIndexes(table) {
      const connection = writer;
      if (connection === null) throw readOnlyError();
      // One transaction for each, so that other writers need not wait for all of them.
      for (const index of indexesToRebuild(connection, table)) {
        await transaction(async () => rebuildIndex(connection, table, index));
      }
    },
    // One process serves the file, and it need not notify itself.
    listen: () => ({ isAlive: () => false, async close() {} }),
    async close() {
      await lastTurn;
      reader.close();
      around.close();
      // Last, so that SQLite folds the log into the file.
      writer?.close();
    },
  };
}

/** Reads rows; of a damaged table that all stores share, the rows that can be reached. */
function readSoundly<Row>(connection: SqliteConnection, around: ReadAround, query: Compilable<Row>): Row[] {
  try {
    return connection.all(query);
  } catch (error) {
    if (!(error instanceof DamageError)) throw error;
    return around.all(connection, query, error);
  }
}

/** Reads one moment by a connection of its own, and closes it. */
async function readSnapshot<Result>(
  connection: SqliteConnection,
  around: ReadAround,
  work: (reads: SnapshotReads) => Promise<Result>,
): Promise<Result> {
  try {
    connection.database.exec('begin');
    return await work({
      query: async (query) => readSoundly(connection, around, query),
      async *rows(shape, reading) {
        yield* readTable(connection, shape, reading);
      },
      checkPages: async () => checkPages(connection),
      checkTable: async ({ name, isByStore }) =>
        isByStore ? checkIndexes(connection, name) : checkTable(connection, name),
    });
  } catch (error) {
    throw translateSqliteError(error);
  } finally {
    connection.close();
  }
}

/** Implements {@link Database.isMadeBy}. */
function isMadeBy(connection: SqliteConnection, make: (empty: Database) => Promise<void>): Promise<boolean> {
  return hasSchemaOf(connection, async (file) => {
    const empty = openSqliteDatabase({ engine: 'sqlite', file });
    try {
      await make(empty);
    } finally {
      await empty.close();
    }
  });
}

async function runTransaction<Result>(
  connection: SqliteConnection,
  lockWaitMs: number,
  work: (transaction: Transaction) => Promise<Result>,
): Promise<Result> {
  await begin(connection, lockWaitMs);
  const { transaction, end } = openTransaction(connection);
  try {
    const result = await work(transaction);
    if (end() !== null) throw rolledBackError();
    connection.database.exec('commit');
    return result;
  } catch (error) {
    end();
    // A full disk has rolled back already, and a second rollback would hide its error.
    if (connection.database.isTransaction) connection.database.exec('rollback');
    throw translateSqliteError(error);
  }
}

/**
 * IMMEDIATE: the lock comes first. A deferred transaction that reads and then writes fails at once when another
 * writer committed in between, however long the timeout (measured: 600 of 800).
 */
async function begin(connection: SqliteConnection, lockWaitMs: number): Promise<void> {
  let pauseMs = lockPauseMs.first;
  for (let waitedMs = 0; ; waitedMs += pauseMs) {
    try {
      connection.database.exec('begin immediate');
      return;
    } catch (error) {
      if (!isBusy(error) || waitedMs >= lockWaitMs) throw translateSqliteError(error);
    }
    await sleep(pauseMs);
    pauseMs = Math.min(pauseMs * 2, lockPauseMs.last);
  }
}

/** Returns the transaction, and a function that forbids its further use and returns the error of a failed statement, or null. */
function openTransaction(connection: SqliteConnection): {
  transaction: Transaction;
  end: () => unknown;
} {
  let isOpen = true;
  let failure: unknown = null;
  async function inside<Result>(statement: () => Result): Promise<Result> {
    if (!isOpen) throw new Error('The transaction has ended; await every statement inside it.');
    // SQLite would go on and commit the rest; PostgreSQL would not, so neither does.
    if (failure !== null) throw failure;
    try {
      return statement();
    } catch (error) {
      failure = translateSqliteError(error);
      throw failure;
    }
  }
  const storeById = (id: string) => builder.selectFrom('stores').selectAll().where('id', '=', id);
  const transaction: Transaction = {
    query: (query) => inside(() => connection.all(query)),
    run: (statement) => inside(() => connection.run(statement)),
    planInIndexOrder: async () => {},
    // `begin immediate` holds the lock already.
    lockStore: (storeId) => inside(() => connection.all(storeById(storeId))[0]),
    lockMembers: (storeId) => inside(() => connection.all(storeById(storeId)).length > 0),
    existingProducts: (storeId, externalIds) =>
      inside(() => existingProducts(connection, storeId, externalIds)),
    knownProducts: (storeId, externalIds) => inside(() => knownProducts(connection, storeId, externalIds)),
    upsertProducts: (storeId, writes, form) =>
      inside(() => upsertProducts(connection, storeId, writes, form)),
    enqueueEnrichments: (storeId, jobs) => inside(() => enqueueEnrichments(connection, storeId, jobs)),
    insertRows: (insert) => inside(() => insertRows(connection, insert)),
    updateRows: (update) => inside(() => updateRows(connection, update)),
    deleteRows: (removal) => inside(() => deleteRows(connection, removal)),
    insertProductChanges: (storeId, changes, kept) =>
      inside(() => insertProductChanges(connection, storeId, changes, kept)),
    announce() {},
    takeEnrichments: (storeId, jobs) => inside(() => takeEnrichments(connection, storeId, jobs)),
    writePhrases: (storeId, writes, changeNumber) =>
      inside(() => writePhrases(connection, storeId, writes, changeNumber)),
    writePhraseSets: (storeId, sets) => inside(() => writePhraseSets(connection, storeId, sets)),
  };
  return {
    transaction,
    end() {
      isOpen = false;
      return failure;
    },
  };
}

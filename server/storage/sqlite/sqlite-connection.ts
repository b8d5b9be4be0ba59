/**
 * One connection to an SQLite file: opened with the settings that make it safe (write-ahead log, a synchronous commit), and prepared
 * statements kept for reuse. It must never be shared between threads. At most 150 prepared statements and 16 MiB of pages (a reader 4
 * MiB) are kept; a wait for a lock is 5 s. A value that cannot be bound throws a plain error.
 */
// Tests: test/storage/sqlite.test.ts.
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import type { Compilable } from 'kysely';
import { LRUCache } from 'lru-cache';
import { calculated, guardIntegers, unnamedIntegerError } from '../damage/stored-integers.ts';
import { howToRestore } from './database-files.ts';
import { isDamage, isLargeInteger, translateSqliteError } from './sqlite-errors.ts';
import { assertSafeVersion } from './sqlite-version.ts';

/** Wait of an opening, and of a reader's statement, for a lock; it blocks the thread. Chosen. */
const busyTimeoutMs = 5_000;
/** Prepared statements kept by a connection; about 60 shapes are in use, batches of odd sizes add some. */
const statementsKept = 150;
/**
 * Page cache of one connection, which a long import fills and which is kept: chosen to hold the inner pages of the indexes of
 * a million products. Other pages are in the system's cache.
 */
const cacheKibibytes = { writer: 16_384, reader: 4_096 };
/** Bytes of a page in a new file. Measured with rows of 1 KiB: a fifth more upserts a second than with SQLite's 4 KiB. */
export const pageSizeBytes = 8_192;
/**
 * Pages after which a commit copies the log into the file. Above SQLite's 1,000, so that an import rewrites a hot
 * index page less often; the log stays near 32 MiB.
 */
const checkpointPages = 4_000;
/** Bytes to which a log that grew behind a long reader is cut back. Chosen. */
const logSizeLimitBytes = 64 * 1024 * 1024;

export type SqliteRole = 'writer' | 'reader';

export interface SqliteConnection {
  readonly database: DatabaseSync;
  /** A prepared statement, kept by its text. */
  prepare(sql: string): StatementSync;
  all<Row>(query: Compilable<Row>): Row[];
  /** Returns how many rows changed. */
  run(statement: Compilable): number;
  close(): void;
}

/**
 * Opens a connection. A writer creates the file if there is none; a reader cannot write. Throws a plain error
 * that names the file when it cannot be opened, is damaged or is no database.
 */
export function openSqliteConnection(file: string, role: SqliteRole): SqliteConnection {
  try {
    const database = new DatabaseSync(file, { timeout: busyTimeoutMs, readOnly: role === 'reader' });
    try {
      assertSafeVersion(database);
      configure(database, role);
    } catch (error) {
      database.close();
      throw error;
    }
    return wrap(database);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    // By its first pages, which say what tables there are.
    const help = isDamage(error)
      ? ` It is damaged. Try "foretype repair"; where it can read nothing, ${howToRestore(file)}.`
      : '';
    throw new Error(`The database ${file} cannot be opened: ${reason}.${help}`, { cause: error });
  }
}

function configure(database: DatabaseSync, role: SqliteRole): void {
  if (role === 'writer') {
    database.exec(`pragma page_size = ${pageSizeBytes}`);
    const mode = database.prepare('pragma journal_mode = wal').get()?.journal_mode;
    if (mode !== 'wal') throw new Error(`its file system has no write-ahead log (journal mode ${mode})`);
    // A commit is acknowledged to merchants, so it must survive a power cut: FULL, not NORMAL.
    database.exec(`
      pragma synchronous = full;
      pragma wal_autocheckpoint = ${checkpointPages};
      pragma journal_size_limit = ${logSizeLimitBytes};
    `);
  } else {
    // The first page shows whether this is a database at all; opening alone does not read it.
    database.prepare('select count(*) from sqlite_schema').get();
  }
  database.exec(`
    pragma foreign_keys = on;
    pragma cache_size = -${cacheKibibytes[role]};
    pragma temp_store = memory;
  `);
  // From here on a writer waits in open-sqlite-database.ts, without blocking its thread.
  if (role === 'writer') database.exec('pragma busy_timeout = 0');
}

function wrap(database: DatabaseSync): SqliteConnection {
  const statements = new LRUCache<string, StatementSync>({ max: statementsKept });
  function prepare(sql: string): StatementSync {
    const kept = statements.get(sql);
    if (kept !== undefined) return kept;
    const statement = database.prepare(sql);
    statements.set(sql, statement);
    return statement;
  }
  return {
    database,
    prepare,
    all<Row>(query: Compilable<Row>) {
      const { sql, parameters } = query.compile();
      // The query's type describes its rows; the driver cannot know it.
      return translated(() => readAll(prepare(sql), parameters.map(toSqliteValue))) as Row[];
    },
    run(statement) {
      const { sql, parameters } = statement.compile();
      return Number(translated(() => prepare(sql).run(...parameters.map(toSqliteValue))).changes);
    },
    close() {
      statements.clear();
      database.close();
    },
  };
}

/** Reads rows. If an integer is beyond a number's range, reads again and makes its column throw when it is read. */
function readAll(statement: StatementSync, values: readonly SQLInputValue[]): object[] {
  try {
    return statement.all(...values);
  } catch (error) {
    if (!isLargeInteger(error)) throw error;
    // What writes has written.
    if (!/^\s*(select|with)\b/i.test(statement.sourceSQL)) throw unnamedIntegerError(error);
  }
  const origins = new Map(statement.columns().map(({ name, table, column }) => [name, { table, column }]));
  statement.setReadBigInts(true);
  try {
    const rows = statement.all(...values);
    for (const row of rows) {
      guardIntegers(row, (name) => {
        const { table = null, column = null } = origins.get(name) ?? {};
        return { table: table ?? calculated, column: column ?? name };
      });
    }
    return rows;
  } finally {
    statement.setReadBigInts(false);
  }
}

function translated<Result>(work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    throw translateSqliteError(error);
  }
}

/** SQLite has no truth values; 0 and 1 stand for them. */
export function toSqliteValue(value: unknown): SQLInputValue {
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (value === null || typeof value === 'string' || typeof value === 'number') return value;
  if (value instanceof Uint8Array || typeof value === 'bigint') return value;
  throw new Error(`A value of type ${typeof value} cannot be bound to a statement.`);
}

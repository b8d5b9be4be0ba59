/**
 * Copies everything that can be saved of a damaged SQLite file into a new one: its tables as the file itself describes them, every row
 * that can be reached and decoded, indexes made of those rows, and triggers. The damaged file is only read. Nothing is replaced here
 * (replace-file.ts). Rows that cannot be saved are reported, never guessed; at most 100 findings of the check are listed. No other
 * process may have the file open.
 */
// Tests: test/storage/repair.test.ts.
import { closeSync, fsyncSync, openSync } from 'node:fs';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import type { RawBuilder } from 'kysely';
import { completionsOf, directoryCompletion } from '../damage/complete-rows.ts';
import { replaceDamaged } from '../damage/replace-damaged.ts';
import { findDamage } from '../schema.ts';
import {
  type Loss,
  type OnLoss,
  rebuiltTables,
  referredTables,
  retainedTables,
  storeCounters,
  type WrongCounter,
} from '../snapshots/snapshot.ts';
import { howToRestore } from './database-files.ts';
import { createRepairedStores, type LeftOutStore, type RepairedStores } from './repaired-stores.ts';
import { isReadFault, type NumberedRow, RowNumbers, salvageRows } from './salvage-rows.ts';
import { sqliteBuilder } from './sqlite-builder.ts';
import { pageSizeBytes, toSqliteValue } from './sqlite-connection.ts';

/** Callbacks of a repair. */
export interface RepairWatch {
  readonly onLoss: OnLoss;
  /** Receives each table, and the rows saved so far. */
  readonly onRows: (table: string, rows: number) => void;
}

/** The outcome of a repair. */
export interface RepairedFile {
  readonly rows: number;
  /** Findings of SQLite's whole check of the damaged file; none where only rows are damaged, or nothing is. */
  readonly findings: readonly string[];
  /** Stores whose deletion was not finished, where rows of theirs were left. */
  readonly leftOut: readonly LeftOutStore[];
  readonly recounted: readonly WrongCounter[];
  /** Rows that counted or named missing rows: they were corrected or removed. */
  readonly completedRows: number;
}

interface SchemaEntry {
  readonly type: string;
  readonly name: string;
  readonly sql: string;
}

/** Findings of the check, at most. Chosen. */
const findingsMax = 100;
/** The result code SQLITE_CONSTRAINT. */
const constraint = 19;

/**
 * Writes a new file, which must not exist. Throws a plain error if nothing of the damaged file can be read, or if it was
 * written to meanwhile.
 */
export function repairFile(damaged: string, repaired: string, watch: RepairWatch): RepairedFile {
  const source = new DatabaseSync(damaged, { readOnly: true, defensive: false });
  // It holds hashes of passwords and keys.
  closeSync(openSync(repaired, 'wx', 0o600));
  const target = new DatabaseSync(repaired);
  try {
    // Without it a file that is shorter than it says cannot be read at all.
    source.exec('pragma writable_schema = on');
    const schema = readSchema(source, damaged);
    const version = dataVersion(source);
    source.exec('begin');
    target.exec(`
      pragma page_size = ${pageSizeBytes}; pragma journal_mode = off; pragma synchronous = off;
      pragma foreign_keys = on; begin`);
    const copied = copyTables(source, target, schema, watch);
    const findings = checkAll(source);
    target.exec('commit; pragma journal_mode = wal');
    source.exec('rollback');
    if (dataVersion(source) !== version) {
      throw new Error(`Somebody wrote to ${damaged} meanwhile: end all commands on it and try again.`);
    }
    return { ...copied, findings };
  } finally {
    source.close();
    target.close();
    sync(repaired);
  }
}

function dataVersion(database: DatabaseSync): unknown {
  return database.prepare('pragma data_version').get()?.data_version;
}

function readSchema(database: DatabaseSync, file: string): SchemaEntry[] {
  try {
    const entries = database
      .prepare('select type, name, sql from sqlite_schema where sql is not null order by rowid')
      .all();
    const schema = entries.map(({ type, name, sql }) => ({
      type: String(type),
      name: String(name),
      sql: String(sql),
    }));
    if (schema.some(({ name }) => name === 'stores')) return schema;
  } catch (error) {
    if (!isReadFault(error)) throw error;
  }
  throw new Error(
    `${file} does not say any more which tables it has: nothing can be read. So ${howToRestore(file)}.`,
  );
}

function copyTables(
  source: DatabaseSync,
  target: DatabaseSync,
  schema: readonly SchemaEntry[],
  watch: RepairWatch,
): Omit<RepairedFile, 'findings'> {
  const tables = schema.filter(({ type, name }) => type === 'table' && !name.startsWith('sqlite_'));
  for (const { sql } of tables) target.exec(sql);
  const names = tables.map(({ name }) => name).filter((name) => !rebuiltTables.includes(name));
  // Which stores are there, and which were deleted, is known before the rows of stores.
  const first = [...referredTables, ...retainedTables].filter((name) => names.includes(name));
  let rows = 0;
  const stores = createRepairedStores(target, watch.onLoss);
  for (const name of [...first, ...names.filter((other) => !first.includes(other))]) {
    for (const row of copyTable(source, target, name, stores)) {
      stores.noteRow(name, row);
      rows += 1;
      watch.onRows(name, rows);
    }
  }
  // Triggers after the rows, which are saved as they are.
  for (const { type, sql } of schema) if (type !== 'table') target.exec(sql);
  return { rows, ...completeRows(target), leftOut: stores.finishDeletions() };
}

/** Gives each row that was written. */
function* copyTable(
  source: DatabaseSync,
  target: DatabaseSync,
  table: string,
  stores: RepairedStores,
): Generator<NumberedRow> {
  const columns = source.prepare('select name, pk from pragma_table_info(?) order by cid').all(table);
  const names = columns.map(({ name }) => String(name));
  const key = columns
    .filter(({ pk }) => Number(pk) > 0)
    .sort((left, right) => Number(left.pk) - Number(right.pk))
    .map(({ name }) => String(name));
  const insert = target.prepare(
    `insert into "${table}" (${names.map((name) => `"${name}"`).join(', ')}) values (${names.map(() => '?').join(', ')})`,
  );
  for (const row of salvageRows(source, table, new RowNumbers(), stores.onLoss)) {
    const storeId = typeof row.store_id === 'string' ? row.store_id : null;
    const isOwn = storeId === null || retainedTables.includes(table);
    const state = isOwn ? 'kept' : stores.stateOf(storeId);
    if (state === 'deleted' && storeId !== null) {
      stores.leaveOut(storeId, table);
      continue;
    }
    const lossOf = ({ column, error }: Pick<Loss, 'column' | 'error'>) => {
      const own = key.filter((name) => name !== 'store_id' || key.length === 1);
      const id = own.map((name) => row[name]).join('/');
      const owner = table === 'stores' ? id : storeId;
      return { table, storeId: owner, id, column, error, key: key.map((name) => row[name] ?? null) };
    };
    const damage =
      replaceDamaged(table, row, (kept) => stores.onLoss({ ...lossOf(kept), isKept: true })) ??
      findDamage(table, row) ??
      (state === 'kept' ? write(insert, names, row) : orphan);
    if (damage === null) yield row;
    else stores.onLoss(lossOf(damage));
  }
}

const orphan = { column: null, error: 'belongs to a store that is not there' };

/** Inserts a row. Returns what is wrong with it if the table does not take it, else null. */
function write(
  insert: StatementSync,
  names: readonly string[],
  row: NumberedRow,
): { column: null; error: string } | null {
  try {
    insert.run(...names.map((name) => toSqliteValue(row[name] ?? null)));
    return null;
  } catch (error) {
    const code = error instanceof Error && 'errcode' in error ? Number(error.errcode) : 0;
    if (!(error instanceof Error) || (code & 0xff) !== constraint) throw error;
    return { column: null, error: `is no row that the table takes (${error.message})` };
  }
}

function completeRows(target: DatabaseSync): Pick<RepairedFile, 'recounted' | 'completedRows'> {
  const run = (statement: RawBuilder<unknown>) => {
    const { sql, parameters } = statement.compile(sqliteBuilder);
    return Number(target.prepare(sql).run(...parameters.map(toSqliteValue)).changes);
  };
  const select = target.prepare(`select id, ${storeCounters.join(', ')} from stores order by id`);
  const before = select.all();
  const statements = [...before.flatMap(({ id }) => completionsOf(String(id))), directoryCompletion];
  const completedRows = statements.map(run).reduce((sum, count) => sum + count, 0);
  const recounted = select.all().flatMap((row, index) =>
    storeCounters
      .map((counter) => ({
        storeId: String(row.id),
        counter,
        counted: Number(row[counter]),
        stored: Number(before[index]?.[counter]),
      }))
      .filter(({ stored, counted }) => stored !== counted),
  );
  return { recounted, completedRows };
}

function checkAll(database: DatabaseSync): string[] {
  try {
    const rows = database.prepare(`pragma integrity_check(${findingsMax})`).all();
    const lines = rows.flatMap(({ integrity_check: text }) => String(text).split('\n'));
    return lines.filter((line) => line !== 'ok' && !line.startsWith('*** in database'));
  } catch (error) {
    if (isReadFault(error)) return [error.message];
    throw error;
  }
}

function sync(file: string): void {
  const handle = openSync(file, 'r+');
  fsyncSync(handle);
  closeSync(handle);
}

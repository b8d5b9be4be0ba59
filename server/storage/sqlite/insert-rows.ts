/**
 * Inserts, updates and deletes rows of one shape on SQLite, by a statement that is prepared once and run a row at a time. The caller's
 * transaction makes them one; names of tables and columns come from our code only. It blocks its thread for all rows; values are
 * trusted. It has no limit of rows (callers keep to some thousands) and begins no transaction. A row that breaks a constraint throws,
 * and the caller's transaction is rolled back.
 */
// Tests: test/storage/sqlite.test.ts, test/storage/storage.test.ts.
import type { RowDelete, RowInsert, RowUpdate } from '../database.ts';
import { conflictText } from '../snapshots/insert-rows.ts';
import { type SqliteConnection, toSqliteValue } from './sqlite-connection.ts';

export function insertRows(connection: SqliteConnection, insert: RowInsert): void {
  const { table, columns, rows } = insert;
  const names = columns.map(([name]) => `"${name}"`).join(', ');
  const places = columns.map(() => '?').join(', ');
  const statement = connection.prepare(
    `insert into ${table} (${names}) values (${places}) ${conflictText(insert)}`,
  );
  for (const row of rows) statement.run(...row.map(toSqliteValue));
}

export function deleteRows(
  connection: SqliteConnection,
  { table, storeId, find, and, rows }: RowDelete,
): void {
  const named = [find, ...and].map(([name]) => `and ${name} = ?`).join(' ');
  const statement = connection.prepare(`delete from ${table} where store_id = ? ${named}`);
  for (const row of rows) statement.run(storeId, ...row.map(toSqliteValue));
}

export function updateRows(
  connection: SqliteConnection,
  { table, storeId, find: [find], sets, rows }: RowUpdate,
): void {
  const changes = sets.map(([name]) => `${name} = ?`).join(', ');
  const statement = connection.prepare(`update ${table} set ${changes} where store_id = ? and ${find} = ?`);
  for (const [found = null, ...values] of rows) {
    statement.run(...values.map(toSqliteValue), storeId, toSqliteValue(found));
  }
}

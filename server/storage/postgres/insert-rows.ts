/**
 * Inserts, updates and deletes rows of one shape on PostgreSQL: many in each statement, as one JSON parameter or as arrays. Statements
 * of a call may be several; the caller's transaction makes them one. Inputs are trusted: names of tables and columns come from our
 * code only. A statement takes at most 1,000 rows (updates 100). A row that breaks a constraint rejects, and the caller's transaction
 * is rolled back. It never commits.
 */
// Tests: test/storage/postgres.test.ts, test/storage/storage.test.ts.
import type { ClientBase } from 'pg';
import type { RowDelete, RowInsert, RowUpdate } from '../database.ts';
import { conflictText } from '../snapshots/insert-rows.ts';
import type { StoredValue } from '../snapshots/snapshot.ts';

/** Rows of one insert or delete. Measured for products: 1,000 are faster than 5,000. */
const rowsPerStatement = 1_000;
/** Rows of one update: fewer, since the array is searched for each row. Chosen. */
const updatesPerStatement = 100;

export async function insertRows(client: ClientBase, insert: RowInsert): Promise<void> {
  const { table, columns, rows } = insert;
  const names = columns.map(([name]) => `"${name}"`).join(', ');
  const types = columns.map(([name, type]) => `"${name}" ${type}`).join(', ');
  const statement = `
    insert into ${table} (${names}) select ${names} from json_to_recordset($1::json) as added(${types})
    ${conflictText(insert)}`;
  for (let start = 0; start < rows.length; start += rowsPerStatement) {
    const records = rows
      .slice(start, start + rowsPerStatement)
      .map((row) =>
        Object.fromEntries(columns.map(([name], index) => [name, toJsonValue(row[index] ?? null)])),
      );
    await client.query(statement, [JSON.stringify(records)]);
  }
}

/** Deletes rows that an array names. A join without statistics would read all rows of the store for each of them. */
export async function deleteRows(
  client: ClientBase,
  { table, storeId, find, and, rows }: RowDelete,
): Promise<void> {
  const columns = [find, ...and];
  const names = columns.map(([name]) => name).join(', ');
  const values = columns.map(([, type], index) => `$${index + 2}::${type}[]`).join(', ');
  const statement = `
    delete from ${table} where store_id = $1 and ${find[0]} = any($2)
      and (${names}) in (select * from unnest(${values}))`;
  for (let start = 0; start < rows.length; start += rowsPerStatement) {
    const some = rows.slice(start, start + rowsPerStatement);
    await client.query(statement, [
      storeId,
      ...columns.map((_, index) => some.map((row) => row[index] ?? null)),
    ]);
  }
}

/** Updates rows that an array names. A join without statistics would read all rows of the store for each of them. */
export async function updateRows(
  client: ClientBase,
  { table, storeId, find: [find, findType], sets, rows }: RowUpdate,
): Promise<void> {
  const places = `array_position($2::${findType}[], ${find})`;
  const changes = sets.map(([name, type], index) => `${name} = ($${index + 3}::${type}[])[${places}]`);
  const statement = `update ${table} set ${changes.join(', ')} where store_id = $1 and ${find} = any($2)`;
  for (let start = 0; start < rows.length; start += updatesPerStatement) {
    const some = rows.slice(start, start + updatesPerStatement);
    const columns = [find, ...sets].map((_, index) => some.map((row) => row[index] ?? null));
    await client.query(statement, [storeId, ...columns]);
  }
}

/** JSON has no bytes; the database reads them from hexadecimal text. */
function toJsonValue(value: StoredValue): Exclude<StoredValue, Uint8Array> {
  return value instanceof Uint8Array ? `\\x${Buffer.from(value).toString('hex')}` : value;
}

/** Rows of one shape, as one JSON parameter for as many rows as a statement takes well. */
import type { PoolClient } from 'pg';
import type { RowInsert, RowUpdate } from '../database.ts';
import { conflictText } from '../insert-rows.ts';

const rowsPerStatement = 1_000;

export async function insertRows(client: PoolClient, insert: RowInsert): Promise<void> {
  const { table, columns, rows } = insert;
  const names = columns.map(([name]) => name).join(', ');
  const statement = `
    insert into ${table} (${names}) select ${names} from ${recordset('added', columns)} ${conflictText(insert)}`;
  await sendRows(client, statement, columns, rows);
}

export async function updateRows(client: PoolClient, { table, sets, finds, rows }: RowUpdate): Promise<void> {
  const columns = [...sets, ...finds];
  const changes = sets.map(([name]) => `${name} = changed.${name}`).join(', ');
  const found = finds.map(([name]) => `${table}.${name} = changed.${name}`).join(' and ');
  const statement = `update ${table} set ${changes} from ${recordset('changed', columns)} where ${found}`;
  await sendRows(client, statement, columns, rows);
}

function recordset(name: string, columns: RowInsert['columns']): string {
  return `json_to_recordset($1::json) as ${name}(${columns.map((column) => column.join(' ')).join(', ')})`;
}

async function sendRows(
  client: PoolClient,
  statement: string,
  columns: RowInsert['columns'],
  rows: RowInsert['rows'],
): Promise<void> {
  for (let start = 0; start < rows.length; start += rowsPerStatement) {
    const records = rows
      .slice(start, start + rowsPerStatement)
      .map((row) => Object.fromEntries(columns.map(([name], index) => [name, row[index] ?? null])));
    await client.query(statement, [JSON.stringify(records)]);
  }
}

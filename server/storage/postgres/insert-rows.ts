/** Rows of one shape, as one JSON parameter for as many rows as a statement takes well. */
import type { PoolClient } from 'pg';
import type { RowInsert } from '../database.ts';
import { conflictText } from '../insert-rows.ts';

const rowsPerStatement = 1_000;

export async function insertRows(client: PoolClient, insert: RowInsert): Promise<void> {
  const { table, columns, rows } = insert;
  const names = columns.map(([name]) => name).join(', ');
  const types = columns.map((column) => column.join(' ')).join(', ');
  const statement = `
    insert into ${table} (${names}) select ${names} from json_to_recordset($1::json) as added(${types})
    ${conflictText(insert)}`;
  for (let start = 0; start < rows.length; start += rowsPerStatement) {
    const records = rows
      .slice(start, start + rowsPerStatement)
      .map((row) => Object.fromEntries(columns.map(([name], index) => [name, row[index] ?? null])));
    await client.query(statement, [JSON.stringify(records)]);
  }
}

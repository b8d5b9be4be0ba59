/** The rows of a table of PostgreSQL, store by store, by a cursor of SQL, which needs no session beyond its transaction. */
import { type ClientBase, escapeIdentifier, escapeLiteral } from 'pg';
import { DamageError } from '../damage.ts';
import type { TablePage, TableReading } from '../database.ts';
import type { TableShape } from '../snapshot.ts';
import { translatePostgresError } from './postgres-errors.ts';

/** Where somebody hears of damage, a store's rows of the table end at the first page that cannot be read. */
export async function* readTable(
  client: ClientBase,
  shape: TableShape,
  { storeIds, rowsPerPage, onLoss }: TableReading,
): AsyncGenerator<TablePage> {
  for (const storeId of shape.isByStore ? storeIds : [null]) {
    await client.query(`select set_config('foretype.store', $1, true)`, [storeId ?? '']);
    await client.query('savepoint a_table');
    try {
      yield* readRows(client, shape, storeId, rowsPerPage);
      await client.query('release savepoint a_table');
    } catch (cause) {
      const error = translatePostgresError(cause);
      if (onLoss === undefined || !(error instanceof DamageError)) throw error;
      await client.query('rollback to savepoint a_table');
      const words = cause instanceof Error ? cause.message : String(cause);
      onLoss({ table: shape.name, storeId, id: null, column: null, error: words, key: null });
    }
  }
}

async function* readRows(
  client: ClientBase,
  { name, columns }: TableShape,
  storeId: string | null,
  rowsPerPage: number,
): AsyncGenerator<TablePage> {
  const list = columns.map((column) => escapeIdentifier(column.name)).join(', ');
  const condition = storeId === null ? '' : ` where store_id = ${escapeLiteral(storeId)}`;
  await client.query(
    `declare pages no scroll cursor for select ${list} from ${escapeIdentifier(name)}${condition}`,
  );
  for (;;) {
    const { rows } = await client.query<TablePage['rows'][number]>(`fetch ${rowsPerPage} from pages`);
    if (rows.length > 0) yield { storeId, rows };
    if (rows.length < rowsPerPage) break;
  }
  await client.query('close pages');
}

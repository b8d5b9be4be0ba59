/**
 * Reads the rows of a PostgreSQL table, store by store, by a cursor of SQL, which needs no session beyond its transaction. A page has
 * at most 500 rows and 4 MiB. It writes nothing.
 */
// Tests: test/storage/postgres.test.ts, test/storage/storage.test.ts.
import { type ClientBase, escapeIdentifier, escapeLiteral } from 'pg';
import { DamageError } from '../damage/damage.ts';
import { type TablePage, type TableReading, tableRowsPerPage } from '../database.ts';
import { fittingCounts } from '../read-page.ts';
import type { TableShape } from '../snapshots/snapshot.ts';
import { translatePostgresError } from './postgres-errors.ts';

/**
 * Reads a table page by page. With `onLoss`, a store's rows end at the first page that cannot be read, and the next
 * store is read; without it, damage rejects.
 */
export async function* readTable(
  client: ClientBase,
  shape: TableShape,
  { storeIds, onLoss }: TableReading,
): AsyncGenerator<TablePage> {
  for (const storeId of shape.isByStore ? storeIds : [null]) {
    await client.query(`select set_config('foretype.store', $1, true)`, [storeId ?? '']);
    // Two cursors give the same rows in the same order.
    await client.query('set local synchronize_seqscans = off');
    await client.query('savepoint a_table');
    try {
      yield* readRows(client, shape, storeId);
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
): AsyncGenerator<TablePage> {
  const list = columns.map((column) => escapeIdentifier(column.name)).join(', ');
  const condition = storeId === null ? '' : ` where store_id = ${escapeLiteral(storeId)}`;
  const from = `from ${escapeIdentifier(name)}${condition}`;
  await client.query(`declare pages no scroll cursor for select ${list} ${from}`);
  await client.query(`declare sizes no scroll cursor for select ${lengthsOf(columns)} as bytes ${from}`);
  for (;;) {
    const { rows: sizes } = await client.query<{ bytes: number }>(`fetch ${tableRowsPerPage} from sizes`);
    for (const count of fittingCounts(sizes.map(({ bytes }) => bytes))) {
      const { rows } = await client.query<TablePage['rows'][number]>(`fetch ${count} from pages`);
      yield { storeId, rows };
    }
    if (sizes.length < tableRowsPerPage) break;
  }
  await client.query('close pages; close sizes');
}

/** Returns SQL for the length of a row, which is known without reading it. */
function lengthsOf(columns: TableShape['columns']): string {
  const long = columns.filter(({ kind }) => kind === 'text' || kind === 'bytes');
  const lengths = long.map((column) => `coalesce(octet_length(${escapeIdentifier(column.name)}), 0)`);
  return ['0', ...lengths].join(' + ');
}

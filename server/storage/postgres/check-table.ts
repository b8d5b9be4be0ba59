/** Whether the rows of a table of PostgreSQL can be read: its indexes are for the server's own tools. */
import { type ClientBase, escapeIdentifier } from 'pg';
import { DamageError } from '../damage.ts';
import type { TableFault, TableShape } from '../snapshot.ts';
import { translatePostgresError } from './postgres-errors.ts';

/** Within a transaction, which goes on. */
export async function checkTable(client: ClientBase, { name }: TableShape): Promise<TableFault | null> {
  await client.query('savepoint a_check');
  try {
    // An index may answer the count without the rows.
    await client.query(
      'set local enable_indexscan = off; set local enable_indexonlyscan = off; set local enable_bitmapscan = off',
    );
    await client.query(`select count(*) from ${escapeIdentifier(name)}`);
    return null;
  } catch (cause) {
    const error = translatePostgresError(cause);
    if (!(error instanceof DamageError)) throw error;
    return { table: name, part: 'rows', error: cause instanceof Error ? cause.message : String(cause) };
  } finally {
    await client.query('rollback to savepoint a_check');
  }
}

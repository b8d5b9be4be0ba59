/**
 * Checks whether the rows of a PostgreSQL table can be read, by reading all of them. Indexes are not checked: the server has tools for
 * them. It changes nothing and repairs nothing. It runs inside the caller's transaction, takes as long as reading the table does, and
 * has the limit of a statement.
 */
// Tests: test/storage/postgres.test.ts, test/storage/storage.test.ts.
import { type ClientBase, escapeIdentifier } from 'pg';
import { DamageError } from '../damage/damage.ts';
import type { TableFault, TableShape } from '../snapshots/snapshot.ts';
import { translatePostgresError } from './postgres-errors.ts';

/** Returns the fault, or null. The transaction goes on in either case; errors other than damage are thrown. */
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

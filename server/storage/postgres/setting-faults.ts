/**
 * Finds settings of a PostgreSQL server that would cost data or the separation of stores, and describes them in words. It changes no
 * setting. A sound server gives an empty list. Messages say which setting to change and how. There are no limits here, only five
 * settings, each right or wrong; a query that fails rejects.
 */
// Tests: test/storage/postgres.test.ts, test/storage/storage.test.ts.
import { type Kysely, sql } from 'kysely';
import type { Query } from '../database.ts';
import type { Schema } from '../schema.ts';
import { compiled } from '../snapshots/table-shapes.ts';

interface SettingsRow {
  readonly passes_by: boolean;
  readonly fsync: string;
  readonly full_page_writes: string;
  readonly synchronous_commit: string;
  readonly encoding: string;
}

export async function settingFaults(builder: Kysely<Schema>, query: Query): Promise<string[]> {
  const [row] = await query(
    compiled(
      builder,
      sql<SettingsRow>`
        select roles.rolsuper or roles.rolbypassrls as passes_by, current_setting('fsync') as fsync,
          current_setting('full_page_writes') as full_page_writes,
          current_setting('synchronous_commit') as synchronous_commit,
          current_setting('server_encoding') as encoding
        from pg_roles as roles where roles.rolname = current_user`,
    ),
  );
  if (row === undefined) return [];
  const judged: readonly (readonly [isWrong: boolean, message: string])[] = [
    [row.passes_by, 'the role passes by row-level security: give the service an ordinary role'],
    [row.fsync !== 'on', 'fsync is off: a power cut can destroy the database'],
    [row.full_page_writes !== 'on', 'full_page_writes is off: a power cut can destroy pages'],
    [row.synchronous_commit === 'off', 'synchronous_commit is off: acknowledged writes can be lost'],
    [row.encoding !== 'UTF8', `server_encoding is ${row.encoding}: make the database with UTF8`],
  ];
  return judged.flatMap(([isWrong, message]) => (isWrong ? [message] : []));
}

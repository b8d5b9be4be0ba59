/**
 * Prepares the short form of product rows (record 0051): adds how far a store's rows are rewritten, and the time from which rows are
 * written short. On SQLite, and in a database without stores, no node of the version before can be running. It rewrites no row. Times
 * are microseconds (a day for the upgrade); a failure rolls all of it back.
 */
// Tests: test/storage/short-rows.test.ts.
import { sql } from 'kysely';
import { shortRowsMark } from '../products/row-form.ts';
import { compiled } from '../snapshots/table-shapes.ts';
import { addColumns } from './create-table.ts';
import type { MigrationStep } from './migration.ts';

/** Time within which an upgrade replaces all nodes. Chosen: a day. */
const upgradeMicros = 86_400_000_000;

/**
 * Adds the column and the mark of the short form. On PostgreSQL with stores, rows stay long for a day, until all old
 * nodes are replaced.
 */
export async function shortRows(step: MigrationStep): Promise<void> {
  const { builder, engine, transaction } = step;
  await addColumns(step, { name: 'stores', columns: ['shortened_to text?'] });
  const stores = await transaction.query(builder.selectFrom('stores').select('id').limit(1));
  const isAlone = engine === 'sqlite' || stores.length === 0;
  const now = sql`(extract(epoch from clock_timestamp()) * 1000000)::bigint`;
  const from = isAlone ? sql.lit('0') : sql`cast(${now} + ${sql.lit(upgradeMicros)} as text)`;
  await transaction.run(
    compiled(builder, sql`insert into marks (name, value) values (${shortRowsMark}, ${from})`),
  );
}

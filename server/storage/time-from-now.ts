/** Times that the database computes by its own clock, in microseconds. */
// Tests: test/storage/storage.test.ts.
import { type RawBuilder, sql } from 'kysely';
import type { Database } from './database.ts';

/**
 * The time `ms` milliseconds from now, or before now if negative. Rounded to whole microseconds: pauses may have fractions, and
 * SQLite stores no fraction in a column of times.
 */
export function timeFromNow({ now }: Pick<Database, 'now'>, ms: number): RawBuilder<number> {
  return sql<number>`${now} + ${sql.lit(Math.round(ms * 1_000))}`;
}

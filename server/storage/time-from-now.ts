/** Times that the database sets by its own clock. */
import { type RawBuilder, sql } from 'kysely';
import type { Database } from './database.ts';

/**
 * The time so many milliseconds from now, or before now where they are negative. In whole microseconds: pauses are what is
 * left of a time that has fractions, and SQLite writes no fraction into a column of times.
 */
export function timeFromNow({ now }: Pick<Database, 'now'>, ms: number): RawBuilder<number> {
  return sql<number>`${now} + ${sql.lit(Math.round(ms * 1_000))}`;
}

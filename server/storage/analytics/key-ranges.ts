/**
 * Splits sums over many days into ranges of keys. One statement over a large shop's rows takes seconds, and on SQLite its thread does
 * nothing else meanwhile. A range holds all days of its keys, so that the database sums them and memory stays bounded. Other work has
 * a turn between two ranges; no snapshot is held. A statement reads at most 20,000 rows of the store. It writes nothing; a span
 * without rows gives no range.
 */
// Tests: test/storage/search-statistics.test.ts.
import { setImmediate as turnOfOthers } from 'node:timers/promises';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Query } from '../database.ts';
import type { Schema } from '../schema.ts';
import { compiled } from '../snapshots/table-shapes.ts';
import type { DaySpan } from './tables.ts';

/** Rows that one statement reads at most: 20 to 50 ms on SQLite. Chosen. */
const rowsPerStatement = 20_000;

/** Rows of one store, in a table whose primary key is the store, the day and `key`. */
export interface DayRows {
  readonly builder: Kysely<Schema>;
  readonly query: Query;
  readonly storeId: string;
  readonly table: 'query_days' | 'product_days';
  readonly key: 'query' | 'product_id';
}

/** Conditions of ascending ranges of keys; at most {@link rowsPerStatement} rows of the store meet each of them. */
export async function* keyRanges(rows: DayRows, span: DaySpan): AsyncGenerator<RawBuilder<boolean>> {
  const days = await daysWithRows(rows, span);
  if (days.length === 0) return;
  const key = sql.ref(rows.key);
  let after = sql``;
  for (;;) {
    const from = sql<boolean>`day in (${sql.join(days)})${after}`;
    const last = await lastKeyOfRange(rows, days, after);
    if (last === null) {
      yield from;
      return;
    }
    yield sql<boolean>`${from} and ${key} <= ${last}`;
    after = sql` and ${key} > ${last}`;
    await turnOfOthers();
  }
}

/** Conditions of lists of these keys, for statements on no more than {@link rowsPerStatement} rows. */
export async function* keyLists(
  rows: DayRows,
  span: DaySpan,
  keys: readonly string[],
): AsyncGenerator<RawBuilder<boolean>> {
  const days = await daysWithRows(rows, span);
  if (days.length === 0) return;
  const step = Math.ceil(rowsPerStatement / days.length);
  for (let start = 0; start < keys.length; start += step) {
    if (start > 0) await turnOfOthers();
    const list = sql.join(keys.slice(start, start + step));
    yield sql<boolean>`day in (${sql.join(days)}) and ${sql.ref(rows.key)} in (${list})`;
  }
}

/** Finds the days that have rows. Goes from day to day by the primary key and reads no other rows. */
async function daysWithRows({ builder, query, storeId, table }: DayRows, { from, to }: DaySpan) {
  const first = (after: RawBuilder<unknown>) =>
    sql`(select min(day) from ${sql.table(table)} where store_id = ${storeId} and ${after} and day <= ${to})`;
  const days = await query(
    compiled(
      builder,
      sql<{ day: string }>`
        with recursive days(day) as (
          select ${first(sql`day >= ${from}`)}
          union all
          select ${first(sql`${sql.table(table)}.day > days.day`)} from days where days.day is not null)
        select day from days where day is not null`,
    ),
  );
  return days.map(({ day }) => day);
}

/**
 * Finds the last key of the next range: up to it, all days together have at most a statement's rows. Null where the rest
 * is smaller. Each day is read in the order of its keys, and the days are merged, so that no row is read twice.
 */
async function lastKeyOfRange(
  { builder, query, storeId, table, key: name }: DayRows,
  days: readonly string[],
  after: RawBuilder<unknown>,
): Promise<string | null> {
  const key = sql.ref(name);
  const ofDays = days.map(
    (day) => sql`select * from (select ${key} from ${sql.table(table)}
      where store_id = ${storeId} and day = ${day}${after} order by ${key}) as of_day`,
  );
  // The last key may have a row in each of the other days, too.
  const before = rowsPerStatement - days.length;
  const statement = sql<{ last: string }>`
    select ${key} as last from (${sql.join(ofDays, sql` union all `)}) as merged
    order by ${key} limit 1 offset ${before}`;
  // PostgreSQL must merge the days in index order, as SQLite does anyway: if it sorted, each range would read all rows behind it.
  const [found] = await query(compiled(builder, statement), { inIndexOrder: true });
  return found?.last ?? null;
}

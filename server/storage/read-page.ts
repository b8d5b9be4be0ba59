/**
 * The one way to read a page of rows that hold what merchants sent: as many as are asked for, and no more than
 * {@link pageMaxBytes} of text. A row may hold half a MiB, so that a page by its count alone would fill a thread's memory.
 */
import { type SelectQueryBuilder, sql } from 'kysely';
import type { Database, Query } from './database.ts';
import type { RowPage } from './records.ts';
import type { Schema } from './schema.ts';

/** Of what the long columns of a page hold; a row that is longer is a page by itself. Chosen: ten of the longest products. */
export const pageMaxBytes = 4 * 1024 * 1024;

/** Around a part of the file that cannot be read, where no statement gives the lengths of rows. Chosen: so few fit. */
export const rowsAroundDamage = 8;

/** How far a page goes. */
export interface PageBounds {
  readonly limit: number;
  /** Whose bytes count, `table.column` where several tables are read. */
  readonly texts: readonly string[];
}

/** Reads with which pages are read. */
export interface PageReads {
  readonly builder: Database['builder'];
  readonly query: Query;
}

/** The first rows of a query that has an order. One more statement, which reads no long value, says how many fit. */
export async function readPage<Tables extends keyof Schema, Row>(
  reads: PageReads,
  rows: SelectQueryBuilder<Schema, Tables, Row>,
  bounds: PageBounds,
): Promise<RowPage<Row>> {
  const limit = await countFitting(reads, rows, bounds);
  const found = await reads.query(rows.limit(limit));
  return { rows: found, isMore: found.length === limit };
}

/** Of usual rows all that are asked for, which their sum says; only where that is too much each row is looked at. */
async function countFitting<Tables extends keyof Schema, Row>(
  { builder, query }: PageReads,
  rows: SelectQueryBuilder<Schema, Tables, Row>,
  { limit, texts }: PageBounds,
): Promise<number> {
  const sized = rows.clearSelect().select(bytesIn(texts).as('bytes')).limit(limit);
  const [sum] = await query(
    builder.selectFrom(sized.as('sized')).select(sql<number | null>`sum(bytes)`.as('bytes')),
  );
  if (Number(sum?.bytes ?? 0) <= pageMaxBytes) return limit;
  const sizes = (await query(sized)).map((row) => Number(row.bytes));
  const [first = limit] = fittingCounts(sizes);
  return first;
}

/** Of rows with these bytes, in their order: how many fit into each page. */
export function* fittingCounts(sizes: readonly number[]): Generator<number> {
  let [count, bytes] = [0, 0];
  for (const size of sizes) {
    if (count > 0 && bytes + size > pageMaxBytes) {
      yield count;
      [count, bytes] = [0, 0];
    }
    count += 1;
    bytes += size;
  }
  if (count > 0) yield count;
}

/** Both databases know the length of a value in bytes without reading it. */
function bytesIn(texts: readonly string[]) {
  const lengths = texts.map((column) => sql`coalesce(octet_length(${sql.ref(column)}), 0)`);
  return sql<number>`${sql.join(lengths, sql` + `)}`;
}

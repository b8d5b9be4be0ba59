/**
 * Reads a page of rows with texts of merchants, bounded by count and by {@link pageMaxBytes}. A row may hold half a MiB, so a page by
 * count alone would fill a thread's memory. Such rows are read in no other way. It writes nothing. A page has at most 4 MiB, or one
 * row that is longer; near damage it has 8 rows.
 */
// Tests: test/storage/page-bytes.test.ts.
import { type SelectQueryBuilder, sql } from 'kysely';
import type { Database, Query } from './database.ts';
import type { RowPage } from './records.ts';
import type { Schema } from './schema.ts';

/** Bytes of a page's long columns; a longer row is a page by itself. Chosen: about ten of the longest products. */
export const pageMaxBytes = 4 * 1024 * 1024;

/** Rows of a page near damage, where no statement can give the lengths of rows. Chosen: 8 of any length fit into memory. */
export const rowsAroundDamage = 8;

/** The bounds of a page. */
export interface PageBounds {
  readonly limit: number;
  /** The columns whose bytes count, as `table.column` if several tables are read. */
  readonly texts: readonly string[];
}

/** The connection by which pages are read. */
export interface PageReads {
  readonly builder: Database['builder'];
  readonly query: Query;
}

/** Reads the first rows of an ordered query. A statement before it, which reads no long value, says how many fit. */
export async function readPage<Tables extends keyof Schema, Row>(
  reads: PageReads,
  rows: SelectQueryBuilder<Schema, Tables, Row>,
  bounds: PageBounds,
): Promise<RowPage<Row>> {
  const limit = await countFitting(reads, rows, bounds);
  const found = await reads.query(rows.limit(limit));
  return { rows: found, isMore: found.length === limit };
}

/** Counts the rows that fit: all of them if their sum fits, as usual; only otherwise is each row measured. */
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

/** Yields the number of rows that fit into each page, for rows of these sizes in order. */
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

/** The bytes of these columns; both databases know the length of a value without reading it. */
function bytesIn(texts: readonly string[]) {
  const lengths = texts.map((column) => sql`coalesce(octet_length(${sql.ref(column)}), 0)`);
  return sql<number>`${sql.join(lengths, sql` + `)}`;
}

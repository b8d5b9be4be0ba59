/**
 * Describes the tables of a PostgreSQL database, from its own catalog. Throws for a column whose type is not among the ones listed
 * here. It writes nothing and reads no row of a table. Kinds of columns are the storage's own.
 */
// Tests: test/storage/postgres.test.ts, test/storage/storage.test.ts.
import { type Kysely, sql } from 'kysely';
import type { Query } from '../database.ts';
import type { Schema } from '../schema.ts';
import type { ColumnKind, TableShape } from '../snapshots/snapshot.ts';
import { type ColumnRow, compiled, toShapes } from '../snapshots/table-shapes.ts';

const kinds: Readonly<Record<string, ColumnKind>> = {
  text: 'text',
  int4: 'count',
  int8: 'count',
  float8: 'real',
  bool: 'flag',
  bytea: 'bytes',
};

export async function describeTables(builder: Kysely<Schema>, query: Query): Promise<TableShape[]> {
  const rows = await query(
    compiled(
      builder,
      sql<ColumnRow>`
      select tables.relname as table_name, columns.attname as column_name, types.typname as type,
        coalesce(array_position(keys.indkey::int2[], columns.attnum) + 1, 0) as key_place
      from pg_class as tables
      join pg_attribute as columns
        on columns.attrelid = tables.oid and columns.attnum > 0 and not columns.attisdropped
      join pg_type as types on types.oid = columns.atttypid
      left join pg_index as keys on keys.indrelid = tables.oid and keys.indisprimary
      where tables.relkind in ('r', 'p') and tables.relnamespace = current_schema()::regnamespace
      order by tables.relname collate "C", columns.attnum`,
    ),
  );
  return toShapes(rows, kinds);
}

/**
 * Describes the tables of an SQLite file, from its own schema. Throws for a column whose type is not among the ones listed here. It
 * writes nothing and reads no row of a table. Kinds of columns are the storage's own.
 */
// Tests: test/storage/sqlite.test.ts, test/storage/storage.test.ts.
import { type Kysely, sql } from 'kysely';
import type { Query } from '../database.ts';
import type { Schema } from '../schema.ts';
import type { ColumnKind, TableShape } from '../snapshots/snapshot.ts';
import { type ColumnRow, compiled, toShapes } from '../snapshots/table-shapes.ts';

const kinds: Readonly<Record<string, ColumnKind>> = {
  TEXT: 'text',
  INTEGER: 'count',
  REAL: 'real',
  BLOB: 'bytes',
};

export async function describeTables(builder: Kysely<Schema>, query: Query): Promise<TableShape[]> {
  const rows = await query(
    compiled(
      builder,
      sql<ColumnRow>`
      select tables.name as table_name, columns.name as column_name, upper(columns.type) as type,
        columns.pk as key_place
      from sqlite_schema as tables, pragma_table_info(tables.name) as columns
      where tables.type = 'table' and tables.name not like 'sqlite%'
      order by tables.name, columns.cid`,
    ),
  );
  return toShapes(rows, kinds);
}

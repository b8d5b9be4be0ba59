/**
 * Brings the engines' descriptions of tables to one form. Throws for a column of an unknown type, since a backup could not hold it. It
 * reads no database; rows in another order would split a table in two.
 */
// Tests: test/storage/stored-databases.test.ts.
import type { Compilable, Kysely, RawBuilder } from 'kysely';
import type { Schema } from '../schema.ts';
import { type ColumnKind, retainedTables, type TableShape } from './snapshot.ts';

/** A column of a table. `key_place` counts from 1; 0: not in the key. */
export interface ColumnRow {
  readonly table_name: string;
  readonly column_name: string;
  readonly type: string;
  readonly key_place: number;
}

/** Compiles a statement in SQL, whose tables Kysely does not check. */
export function compiled<Row>(builder: Kysely<Schema>, statement: RawBuilder<Row>): Compilable<Row> {
  return { compile: () => statement.compile(builder) };
}

/** Groups columns to tables. Rows must be in the order of tables and, within a table, of columns. */
export function toShapes(
  rows: readonly ColumnRow[],
  kinds: Readonly<Record<string, ColumnKind>>,
): TableShape[] {
  const tables = Map.groupBy(rows, (row) => row.table_name);
  return [...tables].map(([name, columns]) => ({
    name,
    key: columns
      .filter(({ key_place }) => key_place > 0)
      .sort((left, right) => left.key_place - right.key_place)
      .map(({ column_name }) => column_name),
    isByStore:
      !retainedTables.includes(name) &&
      columns.some((column) => column.key_place === 1 && column.column_name === 'store_id'),
    columns: columns.map(({ column_name, type }) => ({ name: column_name, kind: kindOf(type, kinds) })),
  }));
}

function kindOf(type: string, kinds: Readonly<Record<string, ColumnKind>>): ColumnKind {
  const kind = kinds[type];
  if (kind === undefined) throw new Error(`A column has the type ${type}, which backups do not know.`);
  return kind;
}

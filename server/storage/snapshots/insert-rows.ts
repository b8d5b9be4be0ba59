/**
 * Builds inserts of many rows of a table, and what a row does if its key exists. It runs nothing; names of tables and columns come
 * from our code only. Inputs are trusted. A key that exists without a clause is an error of the database, which rolls the transaction
 * back.
 */
// Tests: test/storage/backup.test.ts.
import type { RowInsert } from '../database.ts';
import type { Schema } from '../schema.ts';
import type { Columns, Mapping, Table } from '../table.ts';

/** The clause `on conflict …`: an existing row stays, or its named columns are replaced or raised. Empty without a key. */
export function conflictText(insert: Pick<RowInsert, 'table' | 'key' | 'replaces' | 'adds'>): string {
  const { table, key, replaces, adds = [] } = insert;
  if (key.length === 0) return '';
  const sets = [
    ...replaces.map((name) => `${name} = excluded.${name}`),
    ...adds.map((name) => `${name} = ${table}.${name} + excluded.${name}`),
  ];
  const change = sets.length === 0 ? 'nothing' : `update set ${sets.join(', ')}`;
  return `on conflict (${key.join(', ')}) do ${change}`;
}

interface RecordInsert<Of extends Columns> {
  readonly storeId: string;
  readonly records: readonly Parameters<Mapping<Of>['values']>[0][];
  /** Columns that a record replaces of a row with the same key; none: that row stays as it is. */
  readonly replaces?: readonly (keyof Of & string)[];
  /** Columns that a record adds to instead: numbers. */
  readonly adds?: readonly (keyof Of & string)[];
}

/** The insert of records of one store into a table. */
export function insertOf<Of extends Columns, All extends Columns>(
  table: Table<Of, All> & { readonly name: keyof Schema },
  { storeId, records, replaces = [], adds = [] }: RecordInsert<Of>,
): RowInsert {
  return {
    table: table.name,
    columns: [['store_id', 'text'], ...table.typed],
    rows: records.map((record) => [storeId, ...table.values(record)]),
    key: table.key,
    replaces,
    adds,
  };
}

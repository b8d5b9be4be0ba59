/**
 * A table as a value: its columns define the type of its rows, the type of its records, the conversion between the two, and what
 * counts as damage. Migrations are written by hand; the storage suite compares the tables with them. A row that cannot be decoded
 * throws a DamageError that names table, key and column. It runs no statement. A number that is not finite is damage too; null is no
 * damage.
 */
// Tests: ./table.test.ts.
import { type Column, ColumnFault, type SqlType, text } from './column.ts';
import { closedColumns, type DamagedRow, damagedRowError, openedRow } from './damage/damage.ts';
import { isNotFinite, type StoredValue } from './snapshots/snapshot.ts';

/** Columns by their names. */
export type Columns = Readonly<Record<string, Column<unknown, unknown, unknown>>>;

type ValueOf<One> = One extends Column<infer Value, infer _Stored, infer _Inserted> ? Value : never;
type StoredOf<One> = One extends Column<infer _Value, infer Stored, infer _Inserted> ? Stored : never;

/** The value that an insert takes for a column; undefined is allowed if the column has a default. */
export type InsertedOf<One> =
  One extends Column<infer _Value, infer _Stored, infer Inserted> ? Inserted : never;

type CamelCase<Name extends string> = Name extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<CamelCase<Tail>>}`
  : Name;

type FieldOf<Name, One> = One extends { readonly field: infer Field extends string }
  ? Field
  : CamelCase<Name & string>;

/** A row as a select returns it. */
export type RowOf<Of extends Columns> = { readonly [Name in keyof Of]: StoredOf<Of[Name]> };

/** A row as inserts and updates take it. */
export type WrittenRow<Of extends Columns> = {
  [Name in keyof Of]: Exclude<InsertedOf<Of[Name]>, undefined>;
};

type FieldsOf<Of extends Columns> = {
  readonly [Name in keyof Of as FieldOf<Name, Of[Name]>]: ValueOf<Of[Name]>;
};

/** The record that a mapping decodes: names in camelCase, JSON parsed, flags as booleans. */
export type RecordOf<From extends Mapping<Columns>> = From extends Mapping<infer Of> ? FieldsOf<Of> : never;

/** Columns of a table, and the way between their rows and records. */
export interface Mapping<Of extends Columns> {
  /** Their names, in the order of the declaration. */
  readonly names: readonly (keyof Of & string)[];
  /** Their names with their PostgreSQL types. */
  readonly typed: readonly (readonly [name: keyof Of & string, type: SqlType])[];
  /** Throws a DamageError that names the row and the column which cannot be read. */
  decode(row: RowOf<Of>): FieldsOf<Of>;
  encode(record: FieldsOf<Of>): WrittenRow<Of>;
  /** Returns the values that {@link Mapping.encode} gives, in the order of {@link Mapping.names}. */
  values(record: FieldsOf<Of>): StoredValue[];
}

/** A table. `All` are its columns with `store_id`, which of a table by store no record holds. */
export interface Table<Of extends Columns, All extends Columns = Of, Name extends string = string>
  extends Mapping<Of> {
  readonly name: Name;
  readonly key: readonly string[];
  readonly columns: All;
  /** Some of its columns, in the order in which they are named. */
  pick<Picked extends keyof Of & string>(...names: readonly Picked[]): Mapping<Pick<Of, Picked>>;
  /** Returns a mapping of all columns but these. */
  omit<Left extends keyof Of & string>(...names: readonly Left[]): Mapping<Omit<Of, Left>>;
  /** Every damaged column of a row. Columns that the row lacks count as sound. */
  damageIn(row: Readonly<Record<string, unknown>>): DamagedRow[];
  /** Names a row by the parts of its key that it has. */
  nameRow(row: object, column: string | null, error: string): DamagedRow;
}

interface Declaration<Of extends Columns> {
  readonly key: readonly string[];
  readonly columns: Of;
  /** Columns that name a row to people instead of its key: the first group that the row has. */
  readonly rowNames?: readonly (readonly (keyof Of & string)[])[];
}

/** A table that is read before a store is known. */
export function table<const Of extends Columns, const Name extends string>(
  name: Name,
  declaration: Declaration<Of>,
): Table<Of, Of, Name> {
  const { key, columns, rowNames = [key] } = declaration;
  return createTable({ name, key, rowNames, of: columns, columns });
}

/** A table whose rows belong to a store each: `store_id` leads its key, and is no part of its records. */
export function storeTable<const Of extends Columns, const Name extends string>(
  name: Name,
  { key, columns, rowNames = [key] }: Declaration<Of>,
): Table<Of, Of & { readonly store_id: Column<string> }, Name> {
  const all = { store_id: text(), ...columns };
  return createTable({ name, key: ['store_id', ...key], rowNames, of: columns, columns: all });
}

interface TableParts<Of extends Columns, All extends Columns, Name extends string> {
  readonly name: Name;
  readonly key: readonly string[];
  readonly rowNames: readonly (readonly string[])[];
  readonly of: Of;
  readonly columns: All;
}

function createTable<Of extends Columns, All extends Columns, Name extends string>({
  name,
  key,
  rowNames,
  of,
  columns,
}: TableParts<Of, All, Name>): Table<Of, All, Name> {
  const nameRow = (row: object, column: string | null, error: string): DamagedRow => ({
    table: name,
    id: nameOf(row, rowNames),
    column,
    error,
  });
  const faults = Object.entries(columns).flatMap(([column, { fault }]) =>
    fault === undefined ? [] : [{ column, fault }],
  );
  return {
    ...createMapping(of, nameRow),
    name,
    key,
    columns,
    pick: (...names) => {
      const picked = names.map((one) => [one, of[one]]);
      return createMapping(Object.fromEntries(picked) as Pick<Of, (typeof names)[number]>, nameRow);
    },
    omit: (...names) => {
      const rest = Object.entries(of).filter(([one]) => !names.some((other) => other === one));
      return createMapping(Object.fromEntries(rest) as Omit<Of, (typeof names)[number]>, nameRow);
    },
    nameRow,
    damageIn(row) {
      const damaged = [...closedColumns(row)];
      for (const { column, fault } of faults) {
        const value = row[column] ?? null;
        const error = value === null ? null : fault(value, row);
        if (error !== null) damaged.push(nameRow(row, column, error));
      }
      for (const [column, value] of Object.entries(openedRow(row))) {
        if (isNotFinite(value)) damaged.push(nameRow(row, column, 'is no finite number'));
      }
      return damaged;
    },
  };
}

/** The first name whose columns are there, as far as they are; else that of the store. */
export function nameOf(row: object, names: readonly (readonly string[])[]): string {
  const fields = new Map(Object.entries(openedRow(row)));
  const found = [...names, ['store_id']].map((columns) =>
    columns
      .map((column) => fields.get(column))
      .filter(isNamePart)
      .join('/'),
  );
  return found.find((name) => name !== '') ?? 'unknown';
}

function isNamePart(value: unknown): boolean {
  return ['string', 'number', 'bigint'].includes(typeof value);
}

function createMapping<Of extends Columns>(columns: Of, nameRow: Table<Of>['nameRow']): Mapping<Of> {
  const { decode, values, encode } = compileMapping<Of>(columns);
  const names: (keyof Of & string)[] = Object.keys(columns);
  return {
    names,
    typed: Object.entries(columns).map(([name, { sqlType }]) => [name, sqlType] as const),
    encode,
    values,
    decode(row) {
      try {
        return decode(row);
      } catch (error) {
        if (!(error instanceof ColumnFault)) throw error;
        throw damagedRowError(nameRow(row, faultyColumn(columns, row), error.message));
      }
    },
  };
}

/** The column whose decoding failed: the first, as they are decoded in their order. */
function faultyColumn(columns: Columns, row: Readonly<Record<string, unknown>>): string | null {
  const isFaulty = ([name, { fault }]: [string, Columns[string]]) =>
    row[name] !== null && fault !== undefined && fault(row[name], row) !== null;
  return Object.entries(columns).find(isFaulty)?.[0] ?? null;
}

/**
 * Writes a function for the columns like hand-written code: measured on products, a loop over the columns takes
 * three times as long. Nothing but names of our own columns gets into its text.
 */
function compileMapping<Of extends Columns>(columns: Of): Pick<Mapping<Of>, 'decode' | 'encode' | 'values'> {
  const parts = Object.entries(columns).map(([name, column], index) => {
    const field = column.field ?? toCamelCase(name);
    if (!/^\w+$/.test(`${name}${field}`)) throw new Error(`A column cannot be called ${name}.`);
    const decoded = `row.${name} === null ? null : columns[${index}].decode(row.${name})`;
    const encoded = `columns[${index}].encode(record.${field})`;
    return {
      decoded: `${field}: ${column.decode === undefined ? `row.${name}` : decoded}`,
      name,
      value: column.encode === undefined ? `record.${field}` : encoded,
    };
  });
  const compile = (parameter: string, body: string) =>
    new Function('columns', `return (${parameter}) => (${body})`)(Object.values(columns));
  return {
    decode: compile('row', `{ ${parts.map(({ decoded }) => decoded).join(', ')} }`),
    encode: compile('record', `{ ${parts.map(({ name, value }) => `${name}: ${value}`).join(', ')} }`),
    values: compile('record', `[${parts.map(({ value }) => value).join(', ')}]`),
  };
}

function toCamelCase(name: string): string {
  return name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

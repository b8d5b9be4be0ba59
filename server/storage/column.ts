/**
 * Columns of tables, each with its PostgreSQL type and its value in a record. SQLite stores the same values, and truth values as 0 or
 * 1. A column whose content may be faulty throws a ColumnFault when it is decoded, which never repeats the content. It never changes a
 * value silently. Integers must be within 2^53, times are microseconds; lengths have no limit here.
 */
// Tests: ./table.test.ts.

/** The types of PostgreSQL that columns have. */
export type SqlType = 'text' | 'bigint' | 'boolean' | 'double precision' | 'bytea';

/**
 * A column. `Value` is what a record holds, `Stored` what a select gives, `Inserted` what an insert takes. Without `decode`
 * and `encode` all three are the same.
 */
export interface Column<Value, Stored = Value, Inserted = Stored> {
  readonly sqlType: SqlType;
  /** Decodes what is not null. Throws a {@link ColumnFault} where the column does not hold what it should. */
  decode?(stored: unknown): Value;
  encode?(value: Value): Inserted;
  /** Says what is wrong with a stored value that is not null; absent if every value is right. `row` may lack other columns. */
  fault?(stored: unknown, row: Readonly<Record<string, unknown>>): string | null;
  /** The name in records, where it is not the column's own in camelCase. */
  readonly field?: string;
  /** Exists for the compiler only. */
  readonly types?: { readonly value: Value; readonly stored: Stored; readonly inserted: Inserted };
}

/** Says what is wrong with a value, as the end of a sentence that begins with the column: "is not valid JSON". */
export class ColumnFault extends Error {}

/** Text as it is. `Word` narrows it to words that only the service writes; they are not checked. */
export function text<Word extends string = string>(): Column<Word> {
  return { sqlType: 'text' };
}

/** An integer within a number's range (2^53). */
export function integer(): Column<number> {
  return { sqlType: 'bigint' };
}

/** A time in microseconds since the epoch, UTC. */
export function time(): Column<number> {
  return { sqlType: 'bigint' };
}

/** A number with a fraction, in double precision. */
export function real(): Column<number> {
  return { sqlType: 'double precision' };
}

/** Bytes: `bytea` on PostgreSQL, a blob on SQLite. */
export function bytes(): Column<Uint8Array> {
  return { sqlType: 'bytea' };
}

/** A truth value: a boolean on PostgreSQL, 0 or 1 on SQLite. */
export function flag(): Column<boolean, boolean | number, boolean> {
  return { sqlType: 'boolean', decode: Boolean };
}

/** Whether a value that was parsed has the shape that readers count on. */
export type Shape<Value> = (value: unknown) => value is Value;

/**
 * JSON text of a shape. Text on PostgreSQL too: jsonb would reorder keys and refuse `\u0000`.
 */
export function json<Value>(shape: Shape<Value>): Column<Value, string> {
  return {
    sqlType: 'text',
    decode: (stored) => parseJson(stored, shape),
    encode: toJson,
    fault: (stored) => jsonFault(stored, shape),
  };
}

/** JSON text of a shape that stays text in records. */
export function jsonText(shape: Shape<unknown>): Column<string> {
  const check = (stored: unknown): string => {
    parseJson(stored, shape);
    return String(stored);
  };
  return { sqlType: 'text', decode: check, fault: faultOf(check) };
}

/** Text of a form that readers compute with. `fault` says what other text is not: "is no currency code". */
export function formedText(isFormed: (text: string) => boolean, fault: string): Column<string> {
  const check = (stored: unknown): string => {
    if (typeof stored !== 'string') throw new ColumnFault(`holds ${typeof stored}, where text belongs`);
    if (!isFormed(stored)) throw new ColumnFault(fault);
    return stored;
  };
  return { sqlType: 'text', decode: check, fault: faultOf(check) };
}

/** A column that may be null. */
export function optional<Value, Stored, Inserted>(
  column: Column<Value, Stored, Inserted>,
): Column<Value | null, Stored | null, Inserted | null> {
  const { encode, types: _, ...rest } = column;
  return encode === undefined
    ? rest
    : { ...rest, encode: (value) => (value === null ? null : encode(value)) };
}

/** A column that inserts may leave out. */
export function byDefault<Value, Stored, Inserted>(
  column: Column<Value, Stored, Inserted>,
): Column<Value, Stored, Inserted | undefined> {
  const { types: _, ...rest } = column;
  return rest;
}

/** A column that has another name in records. */
export function named<Field extends string, Value, Stored, Inserted>(
  field: Field,
  column: Column<Value, Stored, Inserted>,
): Column<Value, Stored, Inserted> & { readonly field: Field } {
  return { ...column, field };
}

/** Says what is wrong with a stored value that should be JSON text of a shape; null if nothing is. */
export function jsonFault(stored: unknown, shape: Shape<unknown>): string | null {
  return faultOf((value) => parseJson(value, shape))(stored);
}

function faultOf(decode: (stored: unknown) => unknown): (stored: unknown) => string | null {
  return (stored) => {
    try {
      decode(stored);
      return null;
    } catch (error) {
      if (error instanceof ColumnFault) return error.message;
      throw error;
    }
  };
}

/** Returns the value of JSON text of a shape. Throws a {@link ColumnFault}. `[]` is the usual list, and is not parsed. */
export function parseJson<Value>(stored: unknown, shape: Shape<Value>): Value {
  if (typeof stored !== 'string') throw new ColumnFault(`holds ${typeof stored}, where JSON text belongs`);
  let parsed: unknown;
  try {
    parsed = stored === '[]' ? [] : JSON.parse(stored);
  } catch {
    // The parser's message repeats the text.
    throw new ColumnFault('is not valid JSON');
  }
  if (!shape(parsed)) throw new ColumnFault('is JSON of another shape');
  return parsed;
}

/** Writes JSON; most lists are empty, and need no serializer. */
function toJson(value: unknown): string {
  return Array.isArray(value) && value.length === 0 ? '[]' : JSON.stringify(value);
}

/** Whether a value is text. */
export const isText: Shape<string> = (value) => typeof value === 'string';
/** Text that is one of a set of words; which ones is not checked. */
export function isWord<Word extends string>(value: unknown): value is Word {
  return typeof value === 'string';
}

/** Whether a value is a number; its range is not checked. */
export const isCount: Shape<number> = (value) => typeof value === 'number';

/** A list whose items all have the shape. */
export function listOf<Item>(item: Shape<Item>): Shape<readonly Item[]> {
  return (value): value is readonly Item[] => Array.isArray(value) && value.every(item);
}

/** An object whose fields are not looked at one by one. */
export function object<Value extends object>(): Shape<Value> {
  return (value): value is Value => typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Rows and pages of a database that cannot be read. A damaged row is named, by its table, key and column, so that
 * whoever reads many can leave it out; its content is never repeated, since it may be anything.
 */
import { AppError } from '../errors.ts';

/** A row that cannot be read, and why. */
export interface DamagedRow {
  readonly table: string;
  /** Its key within the store, the parts joined by "/"; the store's id where a store has one row. */
  readonly id: string;
  /** Null where the fault is not one column's. */
  readonly column: string | null;
  /** What is wrong, without the content: "is not valid JSON". */
  readonly error: string;
}

/** How long a caller should wait before asking again: somebody has to repair something first. Chosen. */
const retryAfterSeconds = 30;

/**
 * Data that cannot be read. `store_unavailable` where it belongs to one store, `unavailable` where it is not known
 * whose it is.
 */
export class DamageError extends AppError {
  /** Null where a page of the database is damaged, and the rows on it are not known. */
  readonly row: DamagedRow | null;

  constructor(
    code: 'store_unavailable' | 'unavailable',
    message: string,
    { row = null, cause }: { readonly row?: DamagedRow | null; readonly cause?: unknown } = {},
  ) {
    super(code, message, { retryAfterSeconds, cause });
    this.row = row;
  }
}

/** "products p-1: attributes is not valid JSON". */
export function describeDamage({ table, id, column, error }: DamagedRow): string {
  return `${table} ${id}: ${column === null ? error : `${column} ${error}`}`;
}

export function damagedRowError(row: DamagedRow, cause?: unknown): DamageError {
  const message = `A row cannot be read (${describeDamage(row)}). Write it again, or have "foretype doctor" list all of them.`;
  return new DamageError('store_unavailable', message, { row, cause });
}

/** What a database says of its own pages: which store they belong to is for the reader to know. */
export function damagedPageError(cause: unknown): DamageError {
  const message = `The database is damaged where this was read. "foretype doctor" shows what else is; docs/operating.md, "When the database is damaged", says what to do.`;
  return new DamageError('unavailable', message, { cause });
}

/** Takes the place of a result that nothing hangs on; any other error goes on. */
export function passDamage(error: unknown): null {
  if (error instanceof DamageError) return null;
  throw error;
}

/** The error as a fault of the one store whose rows were read or written. */
export function toStoreFault(error: unknown): unknown {
  if (!(error instanceof DamageError) || error.code === 'store_unavailable') return error;
  return new DamageError('store_unavailable', error.message, { row: error.row, cause: error.cause });
}

/** Values of rows, and the rows that could not be read. */
export interface TolerantRows<Value> {
  readonly values: Value[];
  readonly damaged: DamagedRow[];
}

/** Decodes each row by itself: one that cannot be read is named and left out. */
export function decodeTolerantly<Row, Value>(
  rows: readonly Row[],
  decode: (row: Row) => Value,
): TolerantRows<Value> {
  const values: Value[] = [];
  const damaged: DamagedRow[] = [];
  for (const row of rows) {
    try {
      values.push(decode(row));
    } catch (error) {
      if (!(error instanceof DamageError) || error.row === null) throw error;
      damaged.push(error.row);
    }
  }
  return { values, damaged };
}

/**
 * Errors for rows and pages of a database that cannot be read. A damaged row is named by its table, key and column, so that a reader
 * of many rows can leave it out; its content is never repeated, since it may be anything. Each message says what repairs it. Nothing
 * is repaired here. A message names at most 50 ids; errors carry Retry-After: 30 s. Errors of another kind are passed on unchanged.
 */
// Tests: test/storage/damage.test.ts.
import { AppError, type AppErrorOptions, type DamagedRow } from '../../errors.ts';

export type { DamagedRow } from '../../errors.ts';

/** Seconds in Retry-After. Chosen: somebody has to repair the database first, so a shorter wait is of no use. */
const retryAfterSeconds = 30;

/**
 * Data that cannot be read. `store_unavailable` where it belongs to one store, `unavailable` where it is not known
 * whose it is.
 */
export class DamageError extends AppError {
  constructor(
    code: 'store_unavailable' | 'unavailable',
    message: string,
    options: Pick<AppErrorOptions, 'row' | 'cause'> = {},
  ) {
    super(code, message, { retryAfterSeconds, ...options });
  }
}

/** The fault of a row that is known by its key alone. */
export const unreadablePage = 'is on a page that cannot be read';

/** The table's name in a damaged row of a product that is known only by its UUID; `products` rows are named by external id. */
export const productsByUuid = 'products by UUID';

/** Describes a damaged row, as in "products p-1: attributes is not valid JSON". */
export function describeDamage({ table, id, column, error }: DamagedRow): string {
  return column === null ? `${table} ${id} ${error}` : `${table} ${id}: ${column} ${error}`;
}

/** Creates the error of a damaged row. Its message says how the store's owner replaces the row, or else what the operator does. */
export function damagedRowError(row: DamagedRow, cause?: unknown): DamageError {
  const remedy = row.error === unreadablePage ? awaitRepair : (remedies.get(row.table) ?? askOperator);
  const message = `A row cannot be read (${describeDamage(row)}). ${remedy}`;
  return new DamageError('store_unavailable', message, { row, cause });
}

/** A row as the database returned it; some of its columns throw when they are read. */
interface ClosedRow {
  readonly damaged: readonly DamagedRow[];
  readonly values: Readonly<Record<string, unknown>>;
}

const closedRows = new WeakMap<object, ClosedRow>();

/**
 * Makes columns of a row throw a DamageError when they are read: a reader that does not ask for them can use the row.
 * `values` is the whole row, with the content of these columns as text.
 */
export function closeColumns(
  row: object,
  values: ClosedRow['values'],
  damaged: ReadonlyMap<string, DamagedRow>,
): void {
  for (const [name, damage] of damaged) {
    const get = () => {
      throw damagedRowError(damage);
    };
    Object.defineProperty(row, name, { get });
  }
  closedRows.set(row, { damaged: [...damaged.values()], values });
}

/** The columns of a row that {@link closeColumns} closed. */
export function closedColumns(row: object): readonly DamagedRow[] {
  return closedRows.get(row)?.damaged ?? [];
}

/** The row with the content of its closed columns as text. */
export function openedRow<Row extends object>(row: Row): Row | ClosedRow['values'] {
  return closedRows.get(row)?.values ?? row;
}

/** The remedies that callers have themselves, by table. */
const remedies = new Map([
  [
    'products',
    'Send the whole product again, by PUT, in a batch or in a file: that replaces what cannot be read.',
  ],
  ['synonym_sets', 'Send all synonyms of the store again, by PUT: that replaces what cannot be read.'],
  [
    'merchandising_sets',
    'Send all rules of the store again, by PUT and without "updated_at": that replaces what cannot be read.',
  ],
  [
    'ranking_sets',
    'Send all ranking settings of the store again, by PUT and without "updated_at": that replaces what cannot be read.',
  ],
  ['collections', 'Delete the collection, and make it again.'],
  ['webhooks', 'Delete the webhook, and register it again.'],
]);
const askOperator =
  '"foretype doctor" lists all such rows; docs/operating.md, "When the database is damaged", says what to do.';

const awaitRepair =
  'Until the operator of the service repairs the database (docs/operating.md, "When the database is damaged"), it can be neither read, nor replaced, nor deleted.';

/** Ids in a message, at most; the rest is counted ("and 12 more"). Chosen. */
const idsNamed = 50;

/** Creates the error of products on pages that cannot be read; its `row` is the first of them. */
export function lostProductsError(rows: readonly [DamagedRow, ...DamagedRow[]], cause: unknown): DamageError {
  const more = rows.length > idsNamed ? ` and ${rows.length - idsNamed} more` : '';
  const ids = rows.slice(0, idsNamed).map(({ id }) => id);
  const message = `Of these products some are on pages that cannot be read (${ids.join(', ')}${more}). Send the others without them. ${awaitRepair}`;
  return new DamageError('store_unavailable', message, { row: rows[0], cause });
}

/** A page that cannot be read. */
class DamagedPageError extends DamageError {
  /** The store and tables that it belongs to, as far as they are known; else empty. */
  readonly place: string;

  constructor(place: string, cause: unknown) {
    const where = place === '' ? '' : ` (${place})`;
    const message = `The database is damaged where this was read${where}. "foretype doctor" shows what else is; docs/operating.md, "When the database is damaged", says what to do.`;
    super('unavailable', message, { cause });
    this.place = place;
  }
}

/** Names the product that cannot be read or written because of a page that is not its own. */
function besideProductError(externalId: string, { message, cause }: DamageError): DamageError {
  return new DamageError('store_unavailable', `Product ${externalId}: ${message}`, { cause });
}

/**
 * Reads or writes one product; if a page of the database prevents it, the error names the product. Must not be called
 * within a transaction, which ends with the first statement that fails.
 */
export async function namingProduct<Result>(
  reader: { readonly products: { lost(externalIds: readonly string[]): Promise<DamagedRow[]> } },
  externalId: string,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof DamageError) || error.row !== null) throw error;
    const [lost] = await reader.products.lost([externalId]);
    throw lost === undefined ? besideProductError(externalId, error) : damagedRowError(lost, error);
  }
}

/** Creates the error of a page that cannot be read. Its reader adds the store and the tables (`withPlace`). */
export function damagedPageError(cause: unknown): DamageError {
  return new DamagedPageError('', cause);
}

/** Adds the store and the statement's tables to the error of a page; returns any other error unchanged. */
export function withPlace(error: unknown, storeId: string | null, sql = ''): unknown {
  if (!(error instanceof DamagedPageError) || error.place !== '') return error;
  const names = new Set(
    Array.from(sql.matchAll(/\b(?:from|join|into|update) "(\w+)"/g), ([, name = '']) => name),
  );
  const tables =
    names.size === 0 ? '' : `${names.size === 1 ? 'table' : 'one of the tables'} ${[...names].join(', ')}`;
  const place = [storeId === null ? '' : `store ${storeId}`, tables].filter((part) => part !== '').join(', ');
  return place === '' ? error : new DamagedPageError(place, error.cause);
}

/** Turns damage into null, for results that are not needed; rethrows any other error. */
export function passDamage(error: unknown): null {
  if (error instanceof DamageError) return null;
  throw error;
}

/** Turns a damaged row into null, for rows about to be replaced; rethrows any other error, also that of a page. */
export function passDamagedRow(error: unknown): null {
  if (error instanceof DamageError && error.row !== null) return null;
  throw error;
}

/** Makes damage a fault of the one store whose rows were read or written; returns any other error unchanged. */
export function toStoreFault(error: unknown): unknown {
  if (!(error instanceof DamageError) || error.code === 'store_unavailable') return error;
  return new DamageError('store_unavailable', error.message, { row: error.row, cause: error.cause });
}

/** Values of rows, and the rows that could not be read. */
export interface TolerantRows<Value> {
  readonly values: Value[];
  readonly damaged: DamagedRow[];
}

/** Receives rows of a store that a read left out. */
export type OnDamage = (storeId: string, rows: readonly DamagedRow[]) => void;

/** A store, and how its lists are read: rows that cannot be read are reported. */
export interface TolerantPlace {
  readonly storeId: string;
  /** Values of the rows that can be read. */
  tolerate<Row, Value>(rows: readonly Row[], decode: (row: Row) => Value): Value[];
  /** Decodes as `tolerate` does, and also returns the names of rows that cannot be read. */
  separate<Row, Value>(rows: readonly Row[], decode: (row: Row) => Value): TolerantRows<Value>;
}

/** Reads lists of one store: rows that cannot be decoded are left out and passed to `onDamage`. */
export function createTolerantPlace(storeId: string, onDamage: OnDamage): TolerantPlace {
  const separate: TolerantPlace['separate'] = (rows, decode) => {
    const found = decodeTolerantly(rows, decode);
    const { damaged } = found;
    if (damaged.length > 0) onDamage(storeId, damaged);
    return found;
  };
  return { storeId, separate, tolerate: (rows, decode) => separate(rows, decode).values };
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

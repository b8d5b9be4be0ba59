/**
 * Reads every row of a table of a damaged SQLite file that can be reached, never a temporary table of the same name. The table is
 * walked by row number, around pages that cannot be read; then every index is walked from both ends, and rows that it names and the
 * walk did not meet are looked up one by one. Rows that the index of the primary key names and nothing reaches are lost, and reported
 * by their key. It never writes, and passes on every error that is no read fault.
 */
// Tests: ./check-table.test.ts.
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { unreadablePage } from '../damage/damage.ts';
import { toNumbers } from '../damage/stored-integers.ts';
import type { OnLoss, StoredValue } from '../snapshots/snapshot.ts';
import { isLargeInteger } from './sqlite-errors.ts';

/** A row with its number under {@link rowNumber}. */
export type NumberedRow = Record<string, StoredValue>;

/** The name of the row number among the columns. */
export const rowNumber = 'rowid_';

/**
 * Primary result codes: out of memory (by an impossible length), a failing disk, damage, too long, no database. Lack of
 * memory and a failing disk may pass, but a row is left out for them too.
 */
const unreadableCodes = new Set([7, 10, 11, 18, 26]);

/** Whether SQLite met something that cannot be read. */
export function isReadFault(error: unknown): error is Error {
  if (!(error instanceof Error)) return false;
  if (isLargeInteger(error)) return true;
  return 'errcode' in error && typeof error.errcode === 'number' && unreadableCodes.has(error.errcode & 0xff);
}

/** A set of row numbers, as bits: they are close together. */
export class RowNumbers {
  readonly #parts = new Map<number, Uint8Array>();

  has(number: number): boolean {
    const part = this.#parts.get(Math.floor(number / partBits));
    return (
      part !== undefined && ((part[Math.floor((number % partBits) / 8)] ?? 0) & (1 << (number % 8))) !== 0
    );
  }

  add(number: number): void {
    const place = Math.floor(number / partBits);
    const part = this.#parts.get(place) ?? new Uint8Array(partBits / 8);
    this.#parts.set(place, part);
    const byte = Math.floor((number % partBits) / 8);
    part[byte] = (part[byte] ?? 0) | (1 << (number % 8));
  }
}

/** Numbers in one part of the set: 4 KiB. Chosen. */
const partBits = 32_768;

/** Prepares a statement that returns integers as bigint, so that one beyond a number's range is no fault of its page. */
function prepare(database: DatabaseSync, text: string): StatementSync {
  const statement = database.prepare(text);
  statement.setReadBigInts(true);
  return statement;
}

/** Turns integers within a number's range into numbers again. */
function toRow(row: object): NumberedRow {
  toNumbers(row);
  return row as NumberedRow;
}

/** Yields the rows that are not among `seen`, each once, and adds them to it. */
export function* salvageRows(
  database: DatabaseSync,
  table: string,
  seen: RowNumbers,
  onLoss: OnLoss,
): Generator<NumberedRow> {
  let gap: Error | null = null;
  const walk = walkTable(database, table, (error) => {
    gap ??= error;
  });
  for (const row of walk) {
    if (seen.has(numberOf(row))) continue;
    seen.add(numberOf(row));
    yield row;
  }
  const lost = new Map<number, NumberedRow | null>();
  let isNamed = false;
  for (const index of indexesOf(database, table)) {
    let isWhole = true;
    const entries = walkIndex(database, table, index, () => {
      isWhole = false;
    });
    for (const entry of entries) {
      const number = numberOf(entry);
      if (seen.has(number)) continue;
      const row = lost.has(number) ? null : findRow(database, table, number);
      if (row === null) lost.set(number, index.isKey ? entry : (lost.get(number) ?? null));
      else {
        seen.add(number);
        yield row;
      }
    }
    if (index.isKey && isWhole) isNamed = true;
  }
  report(table, { lost: [...lost.values()], gap, isNamed }, onLoss);
}

function numberOf(row: NumberedRow): number {
  return Number(row[rowNumber]);
}

function report(
  table: string,
  found: {
    readonly lost: readonly (NumberedRow | null)[];
    readonly gap: Error | null;
    readonly isNamed: boolean;
  },
  onLoss: OnLoss,
): void {
  for (const entry of found.lost) {
    if (entry === null) continue;
    const { [rowNumber]: _, ...key } = entry;
    const { store_id: storeId, ...rest } = key;
    const id = Object.values(rest).join('/') || String(storeId);
    const owner = table === 'stores' ? id : storeId;
    const lost = { table, id, column: null, error: unreadablePage, key: Object.values(key) };
    onLoss({ ...lost, storeId: typeof owner === 'string' ? owner : null });
  }
  const isUnknown = found.gap !== null && !found.isNamed;
  if (isUnknown || found.lost.includes(null)) {
    const unknown = 'rows are on pages that cannot be read';
    onLoss({ table, storeId: null, id: null, column: null, error: unknown, key: null });
  }
}

/** Yields every row that can be reached by its number, in order, and reports each stretch that cannot. */
function* walkTable(
  database: DatabaseSync,
  table: string,
  onGap: (error: Error) => void,
): Generator<NumberedRow> {
  const from = `select rowid as ${rowNumber}, * from main."${table}" not indexed where rowid > ? order by rowid`;
  const [walk, probe] = [prepare(database, from), prepare(database, `${from} limit 1`)];
  let after = -1;
  for (;;) {
    try {
      for (const row of walk.iterate(after)) {
        after = Number(row[rowNumber]);
        yield toRow(row);
      }
      return;
    } catch (error) {
      if (!isReadFault(error)) throw error;
      onGap(error);
    }
    const next = nextReadable((above) => probeAt(() => probe.get(above)), after);
    if (next === null) return;
    after = next - 1;
  }
}

/** The number of a row, `end` where there is none, `damaged` where it cannot be read. */
type Probe = number | 'end' | 'damaged';

function probeAt(read: () => Record<string, unknown> | undefined): Probe {
  try {
    const row = read();
    return row === undefined ? 'end' : Number(row[rowNumber]);
  } catch (error) {
    if (isReadFault(error)) return 'damaged';
    throw error;
  }
}

/** The first row behind a stretch that begins after `after` and cannot be read: by doubled steps, then by halving. */
function nextReadable(probe: (above: number) => Probe, after: number): number | null {
  let low = after;
  for (let step = 1; after + step <= Number.MAX_SAFE_INTEGER; step *= 2) {
    let high = after + step;
    let found = probe(high);
    if (found === 'damaged') {
      low = high;
      continue;
    }
    while (high - low > 1) {
      const middle = low + Math.floor((high - low) / 2);
      const there = probe(middle);
      if (there === 'damaged') low = middle;
      else [high, found] = [middle, there];
    }
    return found === 'end' ? null : found;
  }
  return null;
}

interface TableIndex {
  readonly name: string;
  readonly columns: readonly string[];
  readonly isKey: boolean;
}

/** The index of the primary key first; none that holds only some of the rows. */
function indexesOf(database: DatabaseSync, table: string): TableIndex[] {
  const list = database.prepare("select name, origin, partial from pragma_index_list(?, 'main')").all(table);
  const columnsOf = database.prepare("select name from pragma_index_info(?, 'main') order by seqno");
  return list
    .filter(({ partial }) => partial === 0)
    .map(({ name, origin }) => ({
      name: String(name),
      columns: columnsOf.all(String(name)).map((column) => String(column.name)),
      isKey: origin === 'pk',
    }))
    .sort((left, right) => Number(right.isKey) - Number(left.isKey));
}

/** The entries of an index that can be reached, from its beginning and, where that breaks off, from its end. */
function* walkIndex(
  database: DatabaseSync,
  table: string,
  { name, columns }: TableIndex,
  onGap: () => void,
): Generator<NumberedRow> {
  const list = columns.map((column) => `"${column}"`);
  for (const direction of ['', ' desc']) {
    const order = list.map((column) => `${column}${direction}`).join(', ');
    const text = `select rowid as ${rowNumber}, ${list.join(', ')} from main."${table}" indexed by "${name}" order by ${order}`;
    try {
      for (const entry of prepare(database, text).iterate()) yield toRow(entry);
      return;
    } catch (error) {
      if (!isReadFault(error)) throw error;
      onGap();
    }
  }
}

function findRow(database: DatabaseSync, table: string, number: number): NumberedRow | null {
  try {
    const text = `select rowid as ${rowNumber}, * from main."${table}" not indexed where rowid = ?`;
    const row = prepare(database, text).get(number);
    return row === undefined ? null : toRow(row);
  } catch (error) {
    if (isReadFault(error)) return null;
    throw error;
  }
}

/**
 * Reads the rows of an SQLite table, store by store, in pages of at most 500 rows and 4 MiB. With `onLoss`, damage is reported and all
 * rows that can be reached are read; without it, damage is thrown. It writes nothing.
 */
// Tests: test/storage/sqlite.test.ts, test/storage/storage.test.ts.
import { type TablePage, type TableReading, tableRowsPerPage } from '../database.ts';
import { pageMaxBytes } from '../read-page.ts';
import type { OnLoss, TableShape } from '../snapshots/snapshot.ts';
import { isReadFault, type NumberedRow, RowNumbers, rowNumber, salvageRows } from './salvage-rows.ts';
import type { SqliteConnection } from './sqlite-connection.ts';

/** The pages of a table; a row never comes twice. */
export function* readTable(
  connection: SqliteConnection,
  shape: TableShape,
  { storeIds, onLoss }: TableReading,
): Generator<TablePage> {
  const seen = new RowNumbers();
  try {
    for (const storeId of shape.isByStore ? storeIds : [null]) {
      for (const rows of inPages(readRows(connection, shape, storeId))) {
        if (onLoss !== undefined) for (const row of rows) seen.add(Number(row[rowNumber]));
        yield { storeId, rows };
      }
    }
  } catch (error) {
    if (onLoss === undefined || !isReadFault(error)) throw error;
    yield* readAround(connection, shape, { seen, storeIds, onLoss });
  }
}

function* readRows(
  connection: SqliteConnection,
  { name, columns }: TableShape,
  storeId: string | null,
): Generator<NumberedRow> {
  const list = columns.map((column) => `"${column.name}"`).join(', ');
  const condition = storeId === null ? '' : ' where store_id = ?';
  const text = `select rowid as ${rowNumber}, ${list} from "${name}"${condition}`;
  const rows = connection.prepare(text).iterate(...(storeId === null ? [] : [storeId]));
  for (const row of rows) yield row as NumberedRow;
}

function* inPages<Row extends object>(rows: Iterable<Row>): Generator<Row[]> {
  let page: Row[] = [];
  let bytes = 0;
  for (const row of rows) {
    page.push(row);
    for (const value of Object.values(row)) bytes += bytesOf(value);
    if (page.length < tableRowsPerPage && bytes < pageMaxBytes) continue;
    yield page;
    page = [];
    bytes = 0;
  }
  if (page.length > 0) yield page;
}

function bytesOf(value: unknown): number {
  if (typeof value === 'string') return Buffer.byteLength(value);
  return value instanceof Uint8Array ? value.byteLength : 0;
}

/** The rows that the statements by store did not return, one by one, since they come in the order of the file. */
function* readAround(
  connection: SqliteConnection,
  { name, key, isByStore }: TableShape,
  reading: { readonly seen: RowNumbers; readonly storeIds: readonly string[]; readonly onLoss: OnLoss },
): Generator<TablePage> {
  const { seen, storeIds, onLoss } = reading;
  const known = new Set(storeIds);
  for (const row of salvageRows(connection.database, name, seen, onLoss)) {
    const storeId = isByStore ? String(row.store_id) : null;
    if (storeId === null || known.has(storeId)) yield { storeId, rows: [row] };
    else {
      const id = key.slice(1).map((column) => row[column]);
      const error = 'belongs to a store that is lost';
      onLoss({ table: name, storeId, id: id.join('/'), column: null, error, key: null });
    }
  }
}

/**
 * Gathers consecutive rows of one handle into one product. If one of its rows cannot be read, the whole product fails: without one of
 * its variants it would have a wrong price and look right. At most `limits.csvRowsPerProduct` rows; a larger product fails. The limit is 5,000 rows.
 */
// Tests: ./shopify.test.ts.
import { limits } from '../../contract/limits.ts';
import { type CsvRowFault, rowFault, type TableRow } from '../csv-row.ts';

/** The rows of one product; the first of them is always there. */
export interface HandleGroup {
  readonly handle: string;
  readonly rows: readonly [TableRow, ...TableRow[]];
  readonly fault: CsvRowFault | null;
}

export interface HandleGroups {
  add(row: TableRow): readonly HandleGroup[];
  end(): readonly HandleGroup[];
}

/** Broken rows of which it is not known yet to which product they belong (chosen: a broken file has many). */
const strayRowsMax = 100;

/** Groups by what `handleOf` says; both calls give the groups that are complete, in the order of the file. */
export function createHandleGroups(handleOf: (row: TableRow) => string): HandleGroups {
  let handle = '';
  let rows: TableRow[] = [];
  let rowCount = 0;
  /** Broken rows after those of the handle: of the next product, or of none. */
  let strays: TableRow[] = [];

  /** Ends the group; strays of the next handle stay for it. */
  const close = (next: string): HandleGroup[] => {
    const [first, ...others] = rows;
    const closed = first === undefined ? [] : [toGroup(handle, [first, ...others], rowCount)];
    const kept = next === '' ? [] : strays.filter((row) => handleOf(row) === next);
    const lost = strays.filter((row) => !kept.includes(row)).map((row) => toGroup(handleOf(row), [row], 1));
    strays = [];
    rows = kept;
    rowCount = kept.length;
    handle = next;
    return [...closed, ...lost];
  };
  const add = (row: TableRow): readonly HandleGroup[] => {
    const own = handleOf(row);
    const isOfGroup = rows.length > 0 && own !== '' && own === handle;
    if (row.fault !== null && !isOfGroup) {
      strays.push(row);
      return strays.length < strayRowsMax ? [] : close('');
    }
    const closed = isOfGroup ? [] : close(own);
    rowCount += 1;
    if (rowCount <= limits.csvRowsPerProduct) rows.push(row);
    return closed;
  };
  return { add, end: () => close('') };
}

function toGroup(handle: string, rows: readonly [TableRow, ...TableRow[]], rowCount: number): HandleGroup {
  if (rowCount <= limits.csvRowsPerProduct) {
    return { handle, rows, fault: rows.find(({ fault }) => fault !== null)?.fault ?? null };
  }
  const rowsMax = limits.csvRowsPerProduct.toLocaleString('en');
  const message = `The handle “${handle}” has ${rowCount} rows; a product may have ${rowsMax}.`;
  return { handle, rows: [rows[0]], fault: rowFault(message, handle) };
}

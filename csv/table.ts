/**
 * Turns records into rows of a table: skips the header, blank lines and the `sep=` lines of spreadsheets, numbers the others and gives
 * each column its cell. A row with more cells than columns gets a fault; a shorter one gets blank cells. Rows are numbered from 1,
 * without header and blank lines; at most 500 columns. It never changes a cell.
 */
// Tests: ./csv-reader.test.ts.
import { limits } from '../contract/limits.ts';
import { isBlank, recordFault, surplusFault, type TableRow } from './csv-row.ts';
import { isFailedRowsFile, isOurColumn, isSurplusName, surplusName } from './failed-rows.ts';
import { restore } from './formula-cell.ts';
import type { CsvLayout } from './layout.ts';
import type { CsvRecord } from './record-scanner.ts';
import { createRowObject } from './row-object.ts';

/** Returns a function that turns each record into a row, or into null if it is not one. */
export function createTable(layout: CsvLayout): (record: CsvRecord) => TableRow | null {
  const names = layout.columns.map(({ name }) => name);
  const isRestored = isFailedRowsFile(names);
  const surplusPlaces = isRestored ? names.flatMap((name, at) => (isSurplusName(name) ? [at] : [])) : [];
  const toOriginal = createRowObject(names.map((name) => (isRestored && isOurColumn(name) ? null : name)));
  let isAtHeader = true;
  let row = 0;

  return (record) => {
    if (record.cells.every(isBlank)) return null;
    if (isAtHeader) {
      isAtHeader = isSeparatorLine(record, layout.separator);
      return null;
    }
    row += 1;
    const { line } = record;
    const cells = isRestored ? record.cells.map(restore) : record.cells;
    const original = toOriginal(cells);
    if (record.fault !== null) {
      return { row, line, cells, original, fault: recordFault(record.fault, line, record.cells) };
    }
    const isWide = cells.length > names.length || surplusPlaces.length > 0;
    const surplus = isWide ? surplusOf(cells, names, surplusPlaces) : noSurplus;
    if (surplus.size === 0) return { row, line, cells, original, fault: null };
    return {
      row,
      line,
      cells,
      original: { ...original, ...Object.fromEntries(surplus) },
      fault: surplusFault(cells.length, names.length, [...surplus.values()]),
    };
  };
}

const noSurplus: ReadonlyMap<string, string> = new Map();

/** Cells that have no column and are not blank, by names under which a corrected file of failed rows has them. */
function surplusOf(
  cells: readonly string[],
  names: readonly string[],
  places: readonly number[],
): ReadonlyMap<string, string> {
  const surplus = new Map<string, string>();
  const add = (name: string, cell: string | undefined) => {
    if (cell !== undefined && !isBlank(cell)) surplus.set(name, cell);
  };
  for (const place of places) add(names[place] ?? '', cells[place]);
  for (let at = names.length; at < cells.length && surplus.size < limits.csvColumnsMax; at += 1) {
    add(surplusName(at + 1), cells[at]);
  }
  return surplus;
}

/** The first line `sep=;` of files that Excel wrote for itself. */
export function isSeparatorLine(record: CsvRecord, separator: string): boolean {
  return record.line === 1 && /^sep=.?$/i.test(record.cells.join(separator).trimEnd());
}

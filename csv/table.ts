/**
 * From records to rows of a table: skips the header, blank lines and spreadsheets' separator lines, numbers what is
 * left, gives each column its cell and finds rows that do not fit the header.
 */
import { limits } from '../contract/limits.ts';
import { isBlank, recordFault, surplusFault, type TableRow } from './csv-row.ts';
import { isFailedRowsFile, isOurColumn, isSurplusName, surplusName } from './failed-rows.ts';
import { restore } from './formula-cell.ts';
import type { CsvLayout } from './layout.ts';
import type { CsvRecord } from './record-scanner.ts';
import { createRowObject } from './row-object.ts';

/** A function that makes a row of each record in turn, and null of what is none. */
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
    const surplus = [...surplusPlaces.map((place) => cells[place] ?? ''), ...cells.slice(names.length)];
    const original = toOriginal(cells);
    if (record.fault !== null) {
      return { row, line, cells, original, fault: recordFault(record.fault, line, record.cells) };
    }
    if (surplus.every(isBlank)) return { row, line, cells, original, fault: null };
    return {
      row,
      line,
      cells,
      original: { ...original, ...surplusCells(surplus, names.length) },
      fault: surplusFault(cells.length, names.length, surplus),
    };
  };
}

/** The first line `sep=;` of files that Excel wrote for itself. */
export function isSeparatorLine(record: CsvRecord, separator: string): boolean {
  return record.line === 1 && /^sep=.?$/i.test(record.cells.join(separator).trimEnd());
}

/** Cells beyond the header, under names by which a corrected file of failed rows gives them back. */
function surplusCells(surplus: readonly string[], columnCount: number): Record<string, string> {
  const kept = surplus.slice(0, limits.csvColumnsMax);
  return Object.fromEntries(kept.map((cell, index) => [surplusName(columnCount + index + 1), cell]));
}

/**
 * Our own columns (§2.2), with the aliases of the JSON API; any other column is an attribute under its name. The format of every file
 * that is none of the others, so it recognises all headers. It drops no column and never throws; whether required fields are there is
 * said by `missing`. Cells are texts without a limit here (csv/ bounds them at 1 MiB).
 */
// Tests: csv/csv-reader.test.ts.
import type { CsvField } from '../../contract/words/csv.ts';
import { fieldAliases, type StandardField, standardFields } from '../../contract/words/product.ts';
import { type CsvRow, isBlank, noNotes, type TableRow } from '../csv-row.ts';
import { isFailedRowsFile, isOurColumn } from '../failed-rows.ts';
import { noFindings } from '../findings.ts';
import { normalizeName } from '../header.ts';
import type { CsvColumn, CsvLayout } from '../layout.ts';
import { createRowObject } from '../row-object.ts';
import { stockOf } from '../stock-words.ts';
import { type CsvFormat, missingFields, type RowMaker } from './format.ts';

const standard = new Map<string, StandardField>(standardFields.map((field) => [field, field]));
/** The names of a column of ids. */
const ids = new Set(['external_id', 'id']);
const aliases = new Map<string, StandardField>(Object.entries(fieldAliases));

/** The format of any file that matches no other format. */
export const columnsFormat: CsvFormat = {
  name: 'columns',
  recognises: () => true,
  fieldsOf: (names) => standardFieldsOf(names),
  notes: [],
  missing: (columns) => missingFields(columns),
  createRows: (layout) => createColumnRows(layout),
};

/** Fields by names; an alias is used only if its field's own name is absent (Contract §4). */
function standardFieldsOf(names: readonly string[]): CsvField[] {
  const fields: CsvField[] = names.map(() => 'attribute');
  const taken = new Set<StandardField>();
  const normalized = names.map(normalizeName);
  // The only id of a file is no group.
  const isFree = (name: string) => name !== 'handle' || normalized.some((one) => ids.has(one));
  for (const known of [standard, aliases]) {
    for (const [index, name] of normalized.entries()) {
      const field = fields[index] === 'attribute' && isFree(name) ? known.get(name) : undefined;
      if (field === undefined || taken.has(field)) continue;
      taken.add(field);
      fields[index] = field;
    }
  }
  return fields;
}

function createColumnRows(layout: CsvLayout): RowMaker {
  const keys = valueKeys(layout.columns);
  const names = layout.columns.map(({ name }) => name);
  const isRestored = isFailedRowsFile(names);
  const isRenamed = keys.some(
    (key, at) => key !== names[at] && !(isRestored && isOurColumn(names[at] ?? '')),
  );
  const toValue = isRenamed ? createRowObject(keys) : null;
  const chosenAs = (field: StandardField) =>
    layout.columns.findIndex((column) => column.field === field && !mapsAlone(column.name));
  const stockPlace = chosenAs('in_stock');
  const isStockKnown = layout.columns.some(({ field }) => field === 'in_stock');
  const quantityPlace = isStockKnown ? -1 : chosenAs('stock_quantity');
  const idPlaces = [
    layout.columns.findIndex(({ field }) => field === 'external_id'),
    keys.indexOf('id'),
  ].filter((place) => place !== -1);

  const add = (source: TableRow, made: CsvRow[]): void => {
    const { row, line, cells, original, fault } = source;
    const read = toValue === null ? original : toValue(withStock(cells, stockPlace));
    // A chosen column of quantities says what is sold out where nothing else does.
    const value =
      quantityPlace === -1 ? read : { ...read, in_stock: wordOfStock(cells[quantityPlace] ?? '') };
    made.push({ row, line, value, original, fault, id: idOf(cells, idPlaces), notes: noNotes });
  };
  return { add, end: () => undefined, findings: () => noFindings };
}

/** Whether a name maps to its field without help. */
function mapsAlone(name: string): boolean {
  const normalized = normalizeName(name);
  return standard.has(normalized) || aliases.has(normalized);
}

/** The cells with what a chosen column of stock says in the words of `in_stock`; no place, or a word that is not known, changes nothing. */
function withStock(cells: readonly string[], place: number): readonly string[] {
  const isInStock = place === -1 ? null : stockOf(cells[place] ?? '');
  return isInStock === null ? cells : cells.with(place, isInStock ? '1' : '0');
}

/** What a quantity says about stock; nothing for a cell that says nothing. */
function wordOfStock(cell: string): string {
  const isInStock = stockOf(cell);
  return isInStock === null ? '' : isInStock ? 'yes' : 'no';
}

/** The first of these cells that is not blank. */
function idOf(cells: readonly string[], places: readonly number[]): string | null {
  for (const place of places) {
    const id = cells[place];
    if (id !== undefined && !isBlank(id)) return id.trim();
  }
  return null;
}

/**
 * The key of each column's cell in the object that the catalog reads: of a field its name or an alias that is its
 * name already, of an attribute the column's name, changed where the catalog would take it for a field.
 */
export function valueKeys(columns: readonly CsvColumn[]): (string | null)[] {
  const supplied = new Set<string | null>(columns.map(({ field }) => field));
  const names = new Set(columns.map(({ name }) => name));
  return columns.map(({ name, field }) => {
    if (field === null) return null;
    const alias = aliases.get(name);
    if (field !== 'attribute') return alias === field ? name : field;
    const isTaken = standard.has(name) || (alias !== undefined && !supplied.has(alias));
    return isTaken ? unusedKey(name, names) : name;
  });
}

function unusedKey(name: string, used: ReadonlySet<string>): string {
  let count = 2;
  while (used.has(`${name} ${count}`)) count += 1;
  return `${name} ${count}`;
}

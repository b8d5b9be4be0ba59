/**
 * Finds the column for each role in a shop system's export. Columns that the merchant mapped otherwise play no role in the format:
 * they are taken as mapped, over what the format makes of the others. Cells are strings as they came, trimmed. A role without a column
 * gives an empty text, never an error; it changes no row.
 */
// Tests: ./shopify.test.ts, ./google-merchant.test.ts.

import type { CsvField } from '../../contract/words/csv.ts';
import { type CsvRowNote, isBlank, type TableRow } from '../csv-row.ts';
import { normalizeName } from '../header.ts';
import type { CsvLayout } from '../layout.ts';

export interface ColumnRoles {
  /** The cell of the first of these columns that the file has, trimmed; `''` where it has none. Names are normalized. */
  cell(row: TableRow, ...names: readonly string[]): string;
  /** Columns that the merchant made attributes, under their names. */
  addAttributes(row: TableRow, attributes: Map<string, string>): void;
  /** Adds the columns that the merchant mapped otherwise, over what the format made. */
  addChosen(row: TableRow, value: Map<string, unknown>): void;
}

/** `fieldsOf` gives the defaults; a column that supplies a different field has no role in the format. */
export function createColumnRoles(
  layout: CsvLayout,
  fieldsOf: (names: readonly string[]) => readonly CsvField[],
): ColumnRoles {
  const names = layout.columns.map(({ name }) => name);
  const usual = fieldsOf(names);
  const places = new Map<string, number>();
  const plain: { readonly label: string; readonly index: number }[] = [];
  const chosen: { readonly field: string; readonly index: number }[] = [];
  for (const [index, { name, field }] of layout.columns.entries()) {
    const normalized = normalizeName(name);
    if (field === usual[index]) places.set(normalized, places.get(normalized) ?? index);
    else if (field === 'attribute') plain.push({ label: name, index });
    else if (field !== null) chosen.push({ field, index });
  }
  const placeOf = (wanted: readonly string[]): number | undefined => {
    for (const name of wanted) {
      const place = places.get(name);
      if (place !== undefined) return place;
    }
    return undefined;
  };
  return {
    cell: (row, ...wanted) => {
      const place = placeOf(wanted);
      return place === undefined ? '' : (row.cells[place] ?? '').trim();
    },
    addAttributes: (row, attributes) => {
      for (const { label, index } of plain) addLabelled(attributes, label, row.cells[index]);
    },
    addChosen: (row, value) => {
      for (const { field, index } of chosen)
        if (!isBlank(row.cells[index])) value.set(field, row.cells[index]);
    },
  };
}

/** Adds a value that says anything. */
export function addLabelled(attributes: Map<string, string>, label: string, cell: string | undefined): void {
  if (cell !== undefined && !isBlank(cell)) attributes.set(label, cell.trim());
}

/** Sets a field that says anything. */
export function setField(value: Map<string, unknown>, field: string, cell: string | null): void {
  if (cell !== null && cell !== '') value.set(field, cell);
}

/** The note of a sale price that was left out. */
export function saleNote(message: string, value: string): CsvRowNote {
  return { path: '/sale_price', code: 'sale_price_invalid', message, value };
}

/**
 * Reads product files for Google Merchant Center (Contract §6). Columns have Google's names, with spaces, underscores or
 * the prefix `g:`. Faulty rows are passed on with their fault; nothing is thrown.
 */
// Tests: ./google-merchant.test.ts.

import type { CsvRow, TableRow } from '../csv-row.ts';
import { isBlank } from '../csv-row.ts';
import { noFindings } from '../findings.ts';
import { normalizeName } from '../header.ts';
import type { CsvColumn, CsvLayout } from '../layout.ts';
import { createColumnRoles } from './column-roles.ts';
import { valueKeys } from './columns.ts';
import { type CsvFormat, missingFields, type RowMaker, type RowOptions } from './format.ts';
import { addWeighed, googleFieldOf, isWeighed } from './google-fields.ts';

export const googleMerchantFormat: CsvFormat = {
  name: 'google_merchant',
  recognises: (names) =>
    ['id', 'title', 'link', 'price'].every((name) => hasName(names, name)) &&
    ['image_link', 'availability', 'google_product_category'].some((name) => hasName(names, name)),
  fieldsOf: (names) => {
    const seen = new Set<string>();
    return names.map((name) => {
      const known = withoutPrefix(normalizeName(name));
      if (seen.has(known)) return 'attribute';
      seen.add(known);
      return googleFieldOf(known);
    });
  },
  notes: [
    'This is a product file for Google Merchant Center.',
    'During its sale dates, a lower sale price is used as the price, and the regular price is shown as the previous price.',
    'The category is the product type; without one, the Google product category.',
  ],
  missing: (columns) => missingFields(columns),
  createRows: (layout, options) => createGoogleRows(layout, options),
};

function hasName(names: ReadonlySet<string>, name: string): boolean {
  return names.has(name) || names.has(`g:${name}`);
}

/** `g:price` is `price`: some files have the names of the XML feed. */
function withoutPrefix(name: string): string {
  return name.startsWith('g:') ? name.slice(2) : name;
}

/** Columns of attributes without their prefix; where another column has that name, both keep theirs. */
function withPlainNames(columns: readonly CsvColumn[]): CsvColumn[] {
  const taken = new Set(columns.map(({ name }) => normalizeName(name)));
  return columns.map((column) => {
    const name = column.name.replace(/^g:/i, '');
    return column.field === 'attribute' && !taken.has(normalizeName(name)) ? { ...column, name } : column;
  });
}

function createGoogleRows(layout: CsvLayout, options: RowOptions): RowMaker {
  const fieldsOf = (names: readonly string[]) => googleMerchantFormat.fieldsOf(names);
  const roles = createColumnRoles(layout, fieldsOf);
  const usual = fieldsOf(layout.columns.map(({ name }) => name));
  const keys = valueKeys(withPlainNames(layout.columns)).flatMap((key, index) => {
    const { name = '', field } = layout.columns[index] ?? {};
    const isAddedLater = field === usual[index] && isWeighed(withoutPrefix(normalizeName(name)));
    if (key === null || isAddedLater) return [];
    return [{ key: field === 'attribute' ? key : (field ?? key), index }];
  });
  const cellOf = (row: TableRow, name: string) => roles.cell(row, name, `g:${name}`);

  const add = (source: TableRow, made: CsvRow[]): void => {
    const { row, line, original, fault } = source;
    const value = new Map<string, unknown>();
    for (const { key, index } of keys) {
      const cell = source.cells[index];
      if (!isBlank(cell)) value.set(key, cell);
    }
    const notes = addWeighed(value, (name) => cellOf(source, name), options.day);
    const id = value.get('external_id');
    made.push({
      row,
      line,
      value: Object.fromEntries(value),
      original,
      fault,
      id: typeof id === 'string' ? id.trim() : null,
      notes,
    });
  };
  return { add, end: () => undefined, findings: () => noFindings };
}

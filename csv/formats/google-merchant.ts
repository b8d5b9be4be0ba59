/** Product files for Google Merchant Center (Contract §6): names with blanks or underscores, usually tab-separated. */

import type { CsvRow, TableRow } from '../csv-row.ts';
import { isBlank } from '../csv-row.ts';
import { noFindings } from '../findings.ts';
import { normalizeName } from '../header.ts';
import type { CsvLayout } from '../layout.ts';
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
    'A sale price that is lower than the price, on the days on which it holds, is the price; the usual one is shown as the price before.',
    'The category is the product type, else the last Google product category.',
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

function createGoogleRows(layout: CsvLayout, options: RowOptions): RowMaker {
  const fieldsOf = (names: readonly string[]) => googleMerchantFormat.fieldsOf(names);
  const roles = createColumnRoles(layout, fieldsOf);
  const usual = fieldsOf(layout.columns.map(({ name }) => name));
  const keys = valueKeys(layout.columns).flatMap((key, index) => {
    const { name = '', field } = layout.columns[index] ?? {};
    const isLater = field === usual[index] && isWeighed(withoutPrefix(normalizeName(name)));
    if (key === null || isLater) return [];
    return [{ key: field === 'attribute' ? key.replace(/^g:/i, '') : (field ?? key), index }];
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

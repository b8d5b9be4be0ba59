/** Product files for Google Merchant Center (Contract §6): names with blanks or underscores, usually tab-separated. */

import { chooseSalePrice } from '../amount.ts';
import type { CsvRow, TableRow } from '../csv-row.ts';
import { isBlank, noNotes } from '../csv-row.ts';
import { noFindings } from '../findings.ts';
import { normalizeName } from '../header.ts';
import type { CsvField, CsvLayout } from '../layout.ts';
import { isWithin } from '../period.ts';
import { createColumnRoles, saleNote } from './column-roles.ts';
import { valueKeys } from './columns.ts';
import { type CsvFormat, missingFields, type RowMaker, type RowOptions } from './format.ts';

const fieldByName: ReadonlyMap<string, CsvField> = new Map<string, CsvField>([
  ['id', 'external_id'],
  ['title', 'title'],
  ['description', 'description'],
  ['link', 'url'],
  ['image_link', 'image_url'],
  ['additional_image_link', 'images'],
  ['price', 'price'],
  ['sale_price', 'price'],
  ['sale_price_effective_date', null],
  ['availability', 'in_stock'],
  ['product_type', 'category'],
  ['google_product_category', 'category'],
  ['brand', 'brand'],
  ['gtin', 'gtin'],
  ['mpn', 'mpn'],
]);
/** Columns whose cells are weighed against another one's. */
const weighed = new Set(['price', 'sale_price', 'product_type', 'google_product_category']);

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
      const field = fieldByName.get(known);
      return field === undefined ? 'attribute' : field;
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
    const isWeighed = field === usual[index] && weighed.has(withoutPrefix(normalizeName(name)));
    if (key === null || isWeighed) return [];
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
    const [period, sale] = [cellOf(source, 'sale_price_effective_date'), cellOf(source, 'sale_price')];
    const price = chooseSalePrice(cellOf(source, 'price'), sale, isInForce(period, options.nowMs));
    if (price.price !== '') value.set('price', price.price);
    if (price.compareAt !== null) value.set('compare_at_price', price.compareAt);
    const category =
      cellOf(source, 'product_type') || textOfCategory(cellOf(source, 'google_product_category'));
    if (category !== '') value.set('category', category);
    const id = value.get('external_id');
    made.push({
      row,
      line,
      value: Object.fromEntries(value),
      original,
      fault,
      id: typeof id === 'string' ? id.trim() : null,
      notes: price.refused === null ? noNotes : [saleNote(price.refused, sale)],
    });
  };
  return { add, end: () => undefined, findings: () => noFindings };
}

/** A period is `start/end`, each an ISO 8601 time; none at all always holds. */
function isInForce(period: string, nowMs: number | null): boolean {
  if (period === '') return true;
  const [start = '', end = ''] = period.split('/');
  return nowMs !== null && isWithin(start, end, nowMs);
}

/** Google's categories may be numbers of its taxonomy, which say nothing to a shopper. */
function textOfCategory(category: string): string {
  return /^\d+$/.test(category) ? '' : category;
}

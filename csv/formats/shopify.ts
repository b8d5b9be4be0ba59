/**
 * Reads Shopify's product exports, the classic one and that of 2025: one row for each variant or picture, those of a
 * product in a row under one handle. Faulty rows fail their product; nothing is thrown.
 */
// Tests: ./shopify.test.ts.

import type { CsvField } from '../../contract/words/csv.ts';
import { amountOf } from '../amount.ts';
import { type CsvRow, noNotes, type TableRow } from '../csv-row.ts';
import { noFindings } from '../findings.ts';
import { normalizeName } from '../header.ts';
import type { CsvLayout } from '../layout.ts';
import { addLabelled, type ColumnRoles, createColumnRoles, setField } from './column-roles.ts';
import { type CsvFormat, missingFields, type RowMaker } from './format.ts';
import { createHandleGroups, type HandleGroup } from './handle-groups.ts';

const fieldByName: ReadonlyMap<string, CsvField> = new Map<string, CsvField>([
  ['handle', 'external_id'],
  ['url_handle', 'external_id'],
  ['title', 'title'],
  ['body_(html)', 'description'],
  ['description', 'description'],
  ['vendor', 'brand'],
  ['type', 'category'],
  ['product_category', 'category'],
  ['tags', 'attribute'],
  ['published', 'in_stock'],
  ['published_on_online_store', 'in_stock'],
  ['status', 'in_stock'],
  ['variant_sku', 'sku'],
  ['sku', 'sku'],
  ['variant_barcode', 'gtin'],
  ['barcode', 'gtin'],
  ['variant_price', 'price'],
  ['price', 'price'],
  ['variant_compare_at_price', 'compare_at_price'],
  ['compare_at_price', 'compare_at_price'],
  ['variant_inventory_tracker', 'in_stock'],
  ['inventory_tracker', 'in_stock'],
  ['variant_inventory_policy', 'in_stock'],
  ['continue_selling_when_out_of_stock', 'in_stock'],
  ['variant_inventory_qty', 'stock_quantity'],
  ['inventory_quantity', 'stock_quantity'],
  ['image_src', 'images'],
  ['product_image_url', 'images'],
  ['google_shopping_/_mpn', 'mpn'],
  ['google_shopping_/_gender', 'attribute'],
  ['google_shopping_/_age_group', 'attribute'],
  ['google_shopping_/_condition', 'attribute'],
]);
const optionName = /^option[123]_(?:name|value)$/;
/** `Color (product.metafields.shopify.color-pattern)`: the label, and where Shopify keeps it. */
const metafield = /^(.+?)\s*\(product\.metafields\..+\)$/i;

export const shopifyFormat: CsvFormat = {
  name: 'shopify',
  recognises: (names) =>
    (names.has('handle') && names.has('variant_price')) ||
    (names.has('url_handle') && names.has('title') && names.has('price')),
  fieldsOf: (names) =>
    names.map((name) => {
      const normalized = normalizeName(name);
      if (optionName.test(normalized) || metafield.test(name)) return 'attribute';
      return fieldByName.get(normalized) ?? null;
    }),
  notes: [
    'This is a Shopify export: the rows of one handle are one product.',
    'The price is that of the cheapest variant; options, tags and metafields become attributes.',
    'A product is in stock if a variant has stock, may be sold without, or is not tracked. Drafts, archived and unpublished products are out of stock.',
    'The address of a product is the shop’s address, /products/ and the handle.',
  ],
  missing: (columns, shopUrl) =>
    missingFields(columns).filter((field) => field !== 'url' || shopUrl === null),
  createRows: (layout) => createShopifyRows(layout),
};

function createShopifyRows(layout: CsvLayout): RowMaker {
  const roles = createColumnRoles(layout, (names) => shopifyFormat.fieldsOf(names));
  const metafields = layout.columns.flatMap(({ name, field }, index) => {
    const label = metafield.exec(name)?.[1];
    return label === undefined || field !== 'attribute' ? [] : [{ label, index }];
  });
  const groups = createHandleGroups((row) => roles.cell(row, 'handle', 'url_handle'));
  const toCsvRow = ({ handle, rows, fault }: HandleGroup): CsvRow => {
    const [first, ...others] = rows;
    const product = fault === null ? productOf(rows, handle, roles, metafields, layout.shopUrl) : [];
    return {
      row: first.row,
      line: first.line,
      value: Object.fromEntries(product),
      original: others.length === 0 ? first.original : rows.map(({ original }) => original),
      fault,
      id: handle === '' ? null : handle,
      notes: noNotes,
    };
  };
  return {
    add: (row, made) => {
      for (const group of groups.add(row)) made.push(toCsvRow(group));
    },
    end: (made) => made.push(...groups.end().map(toCsvRow)),
    findings: () => noFindings,
  };
}

function productOf(
  rows: readonly TableRow[],
  handle: string,
  roles: ColumnRoles,
  metafields: readonly { readonly label: string; readonly index: number }[],
  shopUrl: string | null,
): Map<string, unknown> {
  const value = new Map<string, unknown>();
  const firstCell = (...names: readonly string[]): string => {
    for (const row of rows) {
      const cell = roles.cell(row, ...names);
      if (cell !== '') return cell;
    }
    return '';
  };
  setField(value, 'external_id', handle);
  setField(value, 'title', firstCell('title'));
  setPrices(value, rows, roles);
  if (shopUrl !== null && handle !== '')
    value.set('url', `${shopUrl}/products/${encodeURIComponent(handle.toWellFormed())}`);
  setField(value, 'category', categoryOf(firstCell('type'), firstCell('product_category')));
  value.set('in_stock', isPublished(firstCell) && rows.some((row) => isVariantInStock(row, roles)));
  setField(value, 'description', firstCell('body_(html)', 'description'));
  setField(value, 'brand', firstCell('vendor'));
  setField(value, 'sku', firstCell('variant_sku', 'sku'));
  setField(value, 'gtin', withoutApostrophe(firstCell('variant_barcode', 'barcode')));
  setField(value, 'mpn', firstCell('google_shopping_/_mpn'));
  const quantity = quantityOf(rows, roles);
  if (quantity !== null) value.set('stock_quantity', quantity);
  const images = rows.map((row) => roles.cell(row, 'image_src', 'product_image_url'));
  const distinct = [...new Set(images.filter((image) => image !== ''))];
  if (distinct.length > 0) value.set('images', distinct);
  value.set('attributes', Object.fromEntries(attributesOf(rows, roles, metafields, firstCell)));
  const [first] = rows;
  if (first !== undefined) roles.addChosen(first, value);
  return value;
}

/** The cheapest variant's price, and what that variant cost before. */
function setPrices(value: Map<string, unknown>, rows: readonly TableRow[], roles: ColumnRoles): void {
  let lowest: { readonly amount: number; readonly price: string; readonly before: string } | null = null;
  for (const row of rows) {
    const price = roles.cell(row, 'variant_price', 'price');
    if (price === '') continue;
    const before = roles.cell(row, 'variant_compare_at_price', 'compare_at_price');
    const amount = amountOf(price) ?? Number.POSITIVE_INFINITY;
    if (lowest === null || amount < lowest.amount) lowest = { amount, price, before };
  }
  if (lowest === null) return;
  value.set('price', lowest.price);
  if ((amountOf(lowest.before) ?? 0) > lowest.amount) value.set('compare_at_price', lowest.before);
}

/** The shop's own type, else the end of Shopify's taxonomy path. */
function categoryOf(type: string, taxonomy: string): string {
  if (type !== '') return type;
  return taxonomy === 'Uncategorized' ? '' : taxonomy;
}

function isPublished(firstCell: (...names: readonly string[]) => string): boolean {
  const status = firstCell('status').toLowerCase();
  if (status !== '' && status !== 'active') return false;
  return firstCell('published', 'published_on_online_store').toLowerCase() !== 'false';
}

/** Whether a row is a variant that can be bought. */
function isVariantInStock(row: TableRow, roles: ColumnRoles): boolean {
  if (!isVariant(row, roles)) return false;
  if (!isTracked(row, roles)) return true;
  const policy = roles
    .cell(row, 'variant_inventory_policy', 'continue_selling_when_out_of_stock')
    .toLowerCase();
  if (policy === 'continue' || policy === 'true') return true;
  return Number(roles.cell(row, 'variant_inventory_qty', 'inventory_quantity')) > 0;
}

/** Sums the stock of all variants; null if one of them is not counted. */
function quantityOf(rows: readonly TableRow[], roles: ColumnRoles): number | null {
  let total = 0;
  for (const row of rows) {
    if (!isVariant(row, roles)) continue;
    const quantity = roles.cell(row, 'variant_inventory_qty', 'inventory_quantity');
    if (!isTracked(row, roles) || !/^-?\d+$/.test(quantity)) return null;
    total += Math.max(0, Number(quantity));
  }
  return total;
}

/** Whether a row is a variant; a row of a further picture has no price. */
function isVariant(row: TableRow, roles: ColumnRoles): boolean {
  return roles.cell(row, 'variant_price', 'price') !== '';
}

function isTracked(row: TableRow, roles: ColumnRoles): boolean {
  return roles.cell(row, 'variant_inventory_tracker', 'inventory_tracker') !== '';
}

function attributesOf(
  rows: readonly TableRow[],
  roles: ColumnRoles,
  metafields: readonly { readonly label: string; readonly index: number }[],
  firstCell: (...names: readonly string[]) => string,
): Map<string, string> {
  const attributes = new Map<string, string>();
  for (const option of ['option1', 'option2', 'option3']) {
    const label = firstCell(`${option}_name`);
    const values = new Set(rows.map((row) => roles.cell(row, `${option}_value`)));
    values.delete('');
    // A product without options has one called Title.
    if (label === '' || values.has('Default Title')) continue;
    addLabelled(attributes, label, [...values].join(', '));
  }
  addLabelled(attributes, 'Tags', firstCell('tags'));
  addLabelled(attributes, 'Gender', firstCell('google_shopping_/_gender'));
  addLabelled(attributes, 'Age group', firstCell('google_shopping_/_age_group'));
  addLabelled(attributes, 'Condition', firstCell('google_shopping_/_condition'));
  const [first] = rows;
  for (const { label, index } of metafields) addLabelled(attributes, label, first?.cells[index]);
  if (first !== undefined) roles.addAttributes(first, attributes);
  return attributes;
}

/** Shopify writes barcodes with an apostrophe in front, so that spreadsheets keep their digits. */
function withoutApostrophe(barcode: string): string {
  return barcode.startsWith("'") ? barcode.slice(1) : barcode;
}

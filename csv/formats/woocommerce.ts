/**
 * Reads WooCommerce's product exports: one row for each product, and one for each variation, which names its parent and is often far
 * from it. A first pass gathers the variations; the second gives each product its price and stock. A variation whose parent the file
 * lacks is a product of its own. Faulty rows are passed on with their fault; nothing is thrown. Prices are texts as in the file.
 * Variations stay in memory for the whole second pass.
 */
// Tests: ./woocommerce.test.ts.

import type { CsvField } from '../../contract/words/csv.ts';
import { amountOf, chooseSalePrice, type SalePrice } from '../amount.ts';
import { type CsvRow, noNotes, type TableRow } from '../csv-row.ts';
import type { CsvFindings, VariationSummary } from '../findings.ts';
import { normalizeName } from '../header.ts';
import type { CsvColumn, CsvLayout } from '../layout.ts';
import type { ReadingDay } from '../period.ts';
import { addLabelled, type ColumnRoles, createColumnRoles, saleNote, setField } from './column-roles.ts';
import { type CsvFormat, missingFields, type RowMaker, type RowOptions } from './format.ts';

const fieldByName: ReadonlyMap<string, CsvField> = new Map<string, CsvField>([
  ['id', 'external_id'],
  ['sku', 'sku'],
  ['parent', 'item_group_id'],
  ['name', 'title'],
  ['published', 'in_stock'],
  ['visibility_in_catalog', 'in_stock'],
  ['in_stock?', 'in_stock'],
  ['short_description', 'description'],
  ['description', 'description'],
  ['sale_price', 'price'],
  ['regular_price', 'price'],
  ['stock', 'stock_quantity'],
  ['categories', 'category'],
  ['tags', 'attribute'],
  ['images', 'images'],
  ['brands', 'brand'],
  ['gtin,_upc,_ean,_or_isbn', 'gtin'],
  ['external_url', 'url'],
  ['permalink', 'url'],
  ['product_url', 'url'],
  ['url', 'url'],
]);
const attributeColumn = /^attribute_(\d+)_(?:name|value\(s\))$/;
const addresses = ['permalink', 'product_url', 'url'];

export const woocommerceFormat: CsvFormat = {
  name: 'woocommerce',
  recognises: (names) =>
    names.has('name') &&
    names.has('regular_price') &&
    names.has('type') &&
    (names.has('sku') || names.has('id')),
  fieldsOf: (names) => {
    const isIdAbsent = names.every((name) => normalizeName(name) !== 'id');
    return names.map((name) => {
      const normalized = normalizeName(name);
      if (normalized === 'sku' && isIdAbsent) return 'external_id';
      return attributeColumn.test(normalized) ? 'attribute' : (fieldByName.get(normalized) ?? null);
    });
  },
  notes: [
    'This is a WooCommerce export: variations are folded into their product, which has the price of the cheapest one.',
    'A sale price that holds today is the price; the regular one is shown as the price before.',
    'Products that are not published, or hidden in the catalog, are out of stock.',
    'The address of a product is the shop’s address and its ID; of external products it is their own.',
  ],
  missing: (columns, shopUrl) => missingColumns(columns, shopUrl),
  createRows: (layout, options) => createWooRows(layout, options),
};

/** Addresses are made of IDs, so a file without them lacks the column, not only the shop's address. */
function missingColumns(columns: readonly CsvColumn[], shopUrl: string | null): readonly string[] {
  const own = columns.filter(({ name }) => normalizeName(name) !== 'external_url');
  const hasId = columns.some(({ name, field }) => normalizeName(name) === 'id' && field !== null);
  return missingFields(own).filter((field) => field !== 'url' || !hasId || shopUrl === null);
}

function createWooRows(layout: CsvLayout, options: RowOptions): RowMaker {
  const roles = createColumnRoles(layout, (names) => woocommerceFormat.fieldsOf(names));
  const attributes = attributeNames(layout);
  const found = options.findings;
  const survey = createSurvey(roles, options.day);

  const add = (source: TableRow, made: CsvRow[]): void => {
    const { row, line, original, fault } = source;
    if (fault !== null) {
      // The product is there all the same.
      const id = roles.cell(source, 'id') || roles.cell(source, 'sku');
      made.push({ row, line, value: {}, original, fault, id: id === '' ? null : id, notes: noNotes });
      return;
    }
    if (found === null) survey.add(source);
    const parent = isOfType(source, roles, 'variation') ? roles.cell(source, 'parent') : '';
    const known = found ?? survey.findings();
    if (parent !== '' && known.parents.has(parent)) return;
    const id = roles.cell(source, 'id') || roles.cell(source, 'sku');
    const variations = namesOf(source, roles).map((name) => known.variations.get(name));
    const prices = ownPrices(source, roles, options.day);
    const { value, summary } = { value: new Map<string, unknown>(), summary: variations.find(Boolean) };
    setField(value, 'external_id', id);
    setField(value, 'title', roles.cell(source, 'name'));
    setField(value, 'price', summary?.price ?? prices.price);
    setField(value, 'compare_at_price', summary === undefined ? prices.compareAt : summary.compareAt);
    setField(value, 'url', addressOf(source, roles, layout.shopUrl));
    setFields(value, source, roles);
    // Its product is not in the file; others of it may be.
    setField(value, 'item_group_id', parent);
    value.set('in_stock', stockOf(source, roles, summary));
    value.set('attributes', Object.fromEntries(attributesOf(source, roles, attributes)));
    roles.addChosen(source, value);
    const chosenId = value.get('external_id');
    made.push({
      row,
      line,
      value: Object.fromEntries(value),
      original,
      fault: null,
      id: typeof chosenId === 'string' ? chosenId.trim() : null,
      notes: prices.refused === null ? noNotes : [saleNote(prices.refused, roles.cell(source, 'sale_price'))],
    });
  };
  return { add, end: () => undefined, findings: () => found ?? survey.findings() };
}

/** Gathers what a second pass needs. */
function createSurvey(
  roles: ColumnRoles,
  day: ReadingDay,
): { readonly add: (row: TableRow) => void; readonly findings: () => CsvFindings } {
  const variations = new Map<string, VariationSummary & { readonly amount: number }>();
  const parents = new Set<string>();
  const add = (row: TableRow): void => {
    if (isOfType(row, roles, 'variable')) for (const name of namesOf(row, roles)) parents.add(copyOf(name));
    const parent = isOfType(row, roles, 'variation') ? roles.cell(row, 'parent') : '';
    if (parent === '' || !isPublished(row, roles)) return;
    const { price, compareAt } = ownPrices(row, roles, day);
    const isInStock = stockOf(row, roles, undefined) !== false && roles.cell(row, 'in_stock?') !== '0';
    const earlier = variations.get(parent);
    const amount = price === '' ? Number.POSITIVE_INFINITY : (amountOf(price) ?? Number.POSITIVE_INFINITY);
    const isAnyInStock = isInStock || earlier?.isAnyInStock === true;
    if (earlier !== undefined && earlier.amount <= amount) {
      variations.set(parent, { ...earlier, isAnyInStock });
    } else {
      const kept = { price: copyOf(price), compareAt: compareAt === null ? null : copyOf(compareAt) };
      variations.set(copyOf(parent), { ...kept, amount, isAnyInStock });
    }
  };
  return { add, findings: () => ({ variations, parents }) };
}

/** A text of its own: a slice would keep the piece of the file in memory that it is cut from. */
function copyOf(text: string): string {
  return JSON.parse(JSON.stringify(text)) as string;
}

/** The names by which variations may call this product their parent. */
function namesOf(row: TableRow, roles: ColumnRoles): string[] {
  const [id, sku] = [roles.cell(row, 'id'), roles.cell(row, 'sku')];
  return [...(id === '' ? [] : [`id:${id}`]), ...(sku === '' ? [] : [sku])];
}

/** `Type` is a list such as `simple, downloadable, virtual`. */
function isOfType(row: TableRow, roles: ColumnRoles, type: string): boolean {
  return roles
    .cell(row, 'type')
    .toLowerCase()
    .split(/\s*,\s*/)
    .includes(type);
}

function ownPrices(row: TableRow, roles: ColumnRoles, day: ReadingDay): SalePrice {
  const [start, end] = [roles.cell(row, 'date_sale_price_starts'), roles.cell(row, 'date_sale_price_ends')];
  const isInForce = (start === '' && end === '') || day.isWithin(start, end);
  return chooseSalePrice(roles.cell(row, 'regular_price'), roles.cell(row, 'sale_price'), isInForce);
}

/** `1` is published, `0` private and `-1` a draft; `hidden` is reached by its address only. */
function isPublished(row: TableRow, roles: ColumnRoles): boolean {
  const published = roles.cell(row, 'published');
  const visibility = roles.cell(row, 'visibility_in_catalog').toLowerCase();
  return published !== '0' && published !== '-1' && visibility !== 'hidden';
}

/** The catalog's word for the stock: false, or what the file says. */
function stockOf(row: TableRow, roles: ColumnRoles, variations: VariationSummary | undefined): unknown {
  if (!isPublished(row, roles)) return false;
  return variations?.isAnyInStock ?? roles.cell(row, 'in_stock?');
}

function addressOf(row: TableRow, roles: ColumnRoles, shopUrl: string | null): string {
  const own = roles.cell(row, ...addresses) || roles.cell(row, 'external_url');
  const id = roles.cell(row, 'id');
  if (own !== '' || id === '' || shopUrl === null) return own;
  return `${shopUrl}/?post_type=product&p=${encodeURIComponent(id.toWellFormed())}`;
}

function setFields(value: Map<string, unknown>, row: TableRow, roles: ColumnRoles): void {
  setField(value, 'sku', roles.cell(row, 'sku'));
  setField(value, 'gtin', roles.cell(row, 'gtin,_upc,_ean,_or_isbn'));
  setField(value, 'brand', roles.cell(row, 'brands'));
  setField(value, 'category', deepestOf(roles.cell(row, 'categories')));
  setField(value, 'description', roles.cell(row, 'description') || roles.cell(row, 'short_description'));
  setField(value, 'images', roles.cell(row, 'images'));
  const stock = roles.cell(row, 'stock');
  if (/^\d+$/.test(stock)) value.set('stock_quantity', Number(stock));
}

/** Returns the path with most levels, of `Clothing, Clothing > T-shirts` the second; `\,` is a comma within a name. */
function deepestOf(categories: string): string {
  const paths = categories.split(/(?<!\\),/).map((path) => path.replaceAll('\\,', ',').trim());
  const depthOf = (path: string) => path.split('>').length;
  return paths.reduce((deepest, path) => (depthOf(path) > depthOf(deepest) ? path : deepest));
}

interface AttributeNames {
  /** Normalized. */
  readonly label: string;
  readonly value: string;
}

function attributeNames(layout: CsvLayout): AttributeNames[] {
  return layout.columns.flatMap(({ name }) => {
    const [whole, number] = attributeColumn.exec(normalizeName(name)) ?? [];
    return whole === undefined || !whole.endsWith('_name')
      ? []
      : [{ label: whole, value: `attribute_${number}_value(s)` }];
  });
}

function attributesOf(
  row: TableRow,
  roles: ColumnRoles,
  names: readonly AttributeNames[],
): Map<string, string> {
  const attributes = new Map<string, string>();
  for (const { label, value } of names) {
    const labelCell = roles.cell(row, label);
    if (labelCell !== '') addLabelled(attributes, labelCell, roles.cell(row, value).replaceAll('\\,', ','));
  }
  addLabelled(attributes, 'Tags', roles.cell(row, 'tags'));
  roles.addAttributes(row, attributes);
  return attributes;
}

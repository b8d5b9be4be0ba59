/**
 * The meaning of Google's names for a product (Contract §6), as columns of a file or elements of an XML feed. A sale with dates counts
 * only on a day of its period. Days are in UTC unless an offset is named. It validates no value: an unknown name is an attribute, a
 * period that cannot be read means no sale.
 */
// Tests: ./google-merchant.test.ts.

import type { CsvField } from '../../contract/words/csv.ts';
import { chooseSalePrice } from '../amount.ts';
import { type CsvRowNote, noNotes } from '../csv-row.ts';
import type { ReadingDay } from '../period.ts';
import { saleNote } from './column-roles.ts';

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
  ['item_group_id', 'item_group_id'],
]);
/** Names whose values are weighed against another one's. */
const weighed = new Set(['price', 'sale_price', 'product_type', 'google_product_category']);

/** Returns what a name supplies: a field, an attribute, or nothing by itself. */
export function googleFieldOf(name: string): CsvField {
  const field = fieldByName.get(name);
  return field === undefined ? 'attribute' : field;
}

/** Whether {@link addWeighed} alone decides what becomes of a name. */
export function isWeighed(name: string): boolean {
  return weighed.has(name);
}

/** The product under way, which takes the chosen values. */
interface WeighedValue {
  set(field: 'price' | 'compare_at_price' | 'category', text: string): void;
}

/**
 * Adds price, price before and category. `find` gives the trimmed value of a name, `''` where there is none;
 * a sale that holds on certain days is asked of `day`.
 */
export function addWeighed(
  value: WeighedValue,
  find: (name: string) => string,
  day: ReadingDay,
): readonly CsvRowNote[] {
  const [period, sale] = [find('sale_price_effective_date'), find('sale_price')];
  const price = chooseSalePrice(find('price'), sale, isInForce(period, day));
  if (price.price !== '') value.set('price', price.price);
  if (price.compareAt !== null) value.set('compare_at_price', price.compareAt);
  const category = find('product_type') || textOfCategory(find('google_product_category'));
  if (category !== '') value.set('category', category);
  return price.refused === null ? noNotes : [saleNote(price.refused, sale)];
}

/** Google's categories may be numbers of its taxonomy, which say nothing to a shopper. */
export function textOfCategory(category: string): string {
  return /^\d+$/.test(category) ? '' : category;
}

/** A period is `start/end`, each an ISO 8601 time; none at all always holds. */
function isInForce(period: string, day: ReadingDay): boolean {
  if (period === '') return true;
  const [start = '', end = ''] = period.split('/');
  return day.isWithin(start, end);
}

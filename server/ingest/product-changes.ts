/**
 * Describes what a change did to a product, for people: its fields before and after as text, by their names on the wire. Pure. Walked
 * backwards from the product as it is, the changes give the product as it was. Values are shown cut to 200 characters, so a change of
 * a longer text may show equal beginnings. Inputs are trusted. It never reads or writes a database.
 */
// Tests: ./product-changes.live.test.ts.
import { limits } from '../../contract/limits.ts';
import type { Attribute, CanonicalProduct } from '../catalog/product.ts';
import { cutText } from '../catalog/text.ts';
import type { FieldChange } from '../storage/records.ts';

/** The fields that hold one value, by their names on the wire. */
const plainFields = [
  ['title', 'title'],
  ['price', 'price'],
  ['compare_at_price', 'compareAtPrice'],
  ['currency', 'currency'],
  ['in_stock', 'inStock'],
  ['stock_quantity', 'stockQuantity'],
  ['url', 'url'],
  ['image_url', 'imageUrl'],
  ['category', 'category'],
  ['brand', 'brand'],
  ['author', 'author'],
  ['isbn', 'isbn'],
  ['gtin', 'gtin'],
  ['ean', 'ean'],
  ['sku', 'sku'],
  ['mpn', 'mpn'],
  ['item_group_id', 'itemGroupId'],
  ['description', 'description'],
] as const satisfies readonly (readonly [string, keyof CanonicalProduct])[];

/** The change of a product that is taken out of stock. */
export const outOfStockChange = toChange('in_stock', true, false);

/** The fields that differ; none where a product was only written in other words. */
export function compareProducts(before: CanonicalProduct, after: CanonicalProduct): FieldChange[] {
  const changes: FieldChange[] = [];
  for (const [field, key] of plainFields) {
    if (before[key] !== after[key]) changes.push(toChange(field, before[key], after[key]));
  }
  const images = [joined(before.imageUrls), joined(after.imageUrls)] as const;
  if (images[0] !== images[1]) changes.push(toChange('images', ...images));
  return isSameList(before.attributes, after.attributes)
    ? changes
    : [...changes, ...compareAttributes(before.attributes, after.attributes)];
}

function compareAttributes(before: readonly Attribute[], after: readonly Attribute[]): FieldChange[] {
  const [earlier, later] = [new Map(before), new Map(after)];
  const changes: FieldChange[] = [];
  for (const label of new Set([...earlier.keys(), ...later.keys()])) {
    const [from, to] = [earlier.get(label) ?? null, later.get(label) ?? null];
    if (from !== to) changes.push(toChange(`attributes.${label}`, from, to));
  }
  return changes;
}

function isSameList(before: readonly Attribute[], after: readonly Attribute[]): boolean {
  return (
    before.length === after.length &&
    before.every(([label, value], index) => label === after[index]?.[0] && value === after[index]?.[1])
  );
}

type Value = string | number | boolean | null;

function toChange(field: string, from: Value, to: Value): FieldChange {
  return { field, from: shown(from), to: shown(to) };
}

function shown(value: Value): string | null {
  return value === null ? null : cutText(String(value), limits.changeValueMaxLength);
}

/** No image is no value. */
function joined(urls: readonly string[]): string | null {
  return urls.length === 0 ? null : urls.join(' ');
}

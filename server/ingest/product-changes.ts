/**
 * What a change did to a product, for people: its fields before and after as text, by their names on the wire. Pure.
 * Walked backwards from the product as it is, the changes give the product as it was.
 */
import { limits } from '../../contract/limits.ts';
import type { CanonicalProduct } from '../catalog/product.ts';
import { cutText } from '../catalog/text.ts';
import type { FieldChange } from '../storage/records.ts';

/** The fields that differ; none where a product was only written in other words. */
export function compareProducts(before: CanonicalProduct, after: CanonicalProduct): FieldChange[] {
  const earlier = productTexts(before);
  const later = productTexts(after);
  const changes: FieldChange[] = [];
  for (const field of new Set([...earlier.keys(), ...later.keys()])) {
    const from = earlier.get(field) ?? null;
    const to = later.get(field) ?? null;
    if (from !== to) changes.push({ field, from: cut(from), to: cut(to) });
  }
  return changes;
}

/** The canonical fields of a product as text, uncut; fields that are absent are null, attributes not there at all. */
export function productTexts(product: CanonicalProduct): Map<string, string | null> {
  const { stockQuantity } = product;
  const texts = new Map<string, string | null>([
    ['title', product.title],
    ['price', product.price],
    ['compare_at_price', product.compareAtPrice],
    ['currency', product.currency],
    ['in_stock', String(product.inStock)],
    ['stock_quantity', stockQuantity === null ? null : String(stockQuantity)],
    ['url', product.url],
    ['image_url', product.imageUrl],
    ['images', product.imageUrls.length === 0 ? null : product.imageUrls.join(' ')],
    ['category', product.category],
    ['brand', product.brand],
    ['author', product.author],
    ['isbn', product.isbn],
    ['gtin', product.gtin],
    ['ean', product.ean],
    ['sku', product.sku],
    ['mpn', product.mpn],
    ['description', product.description],
  ]);
  for (const [label, value] of product.attributes) texts.set(`attributes.${label}`, value);
  return texts;
}

function cut(text: string | null): string | null {
  return text === null ? null : cutText(text, limits.changeValueMaxLength);
}

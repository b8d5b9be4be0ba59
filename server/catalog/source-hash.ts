/**
 * The two fingerprints of a product: over the fields that enrichment reads, and over the whole row. Equal fingerprints mean that work
 * is skipped, so an encoding that let two different products collide would hide a change from shoppers. They are computed once per row
 * of an import: no JSON, no objects, one pass. Pure; texts are hashed as they are and never checked. A stored hash has 22 characters
 * (132 bits). Any product is accepted: nothing throws.
 */
// Tests: ./source-hash.test.ts.
import { hash } from 'node:crypto';
import type { Attribute, CanonicalProduct, CatalogContext } from './product.ts';

/** Raised when the meaning of the hashed fields changes: every product is then enriched again. */
const sourceVersion = 'source-1';
/** Raised when the same raw row leads to another canonical product: every row is then written again. */
const normalizerVersion = 'normalizer-2';

/**
 * SHA-256 (base64url) over what enrichment reads (§1.5; Contract §4): the texts, the identifiers, the attributes
 * in any order, and the language. Not price, stock, url, images or the group of variants.
 */
export function sourceHash(product: CanonicalProduct, locale: string): string {
  let source = sourceVersion + encode(locale) + encode(product.title) + encode(product.description);
  source += encode(product.category) + encode(product.brand) + encode(product.author) + encode(product.isbn);
  source += encode(product.gtin) + encode(product.ean) + encode(product.sku) + encode(product.mpn);
  for (const [label, value] of product.attributes.toSorted(byLabel)) source += encode(label) + encode(value);
  return hash('sha256', source, 'base64url');
}

/**
 * The source hash that a product had while its group was an attribute of this label: phrases that were made then still fit.
 */
export function formerSourceHash(product: CanonicalProduct, locale: string, label: string): string {
  const group: Attribute[] = product.itemGroupId === null ? [] : [[label, product.itemGroupId]];
  return sourceHash({ ...product, attributes: [...product.attributes, ...group] }, locale);
}

/**
 * SHA-256 (base64url) over the merchant's row as JSON text and all that decides how it is read: equal means that
 * an upsert changes nothing.
 */
export function contentHash(rawText: string, context: CatalogContext): string {
  const reading = encode(normalizerVersion) + encode(context.currency) + encode(context.locale);
  return hash('sha256', reading + rawText, 'base64url');
}

/** Characters of a hash that are stored with a product: 132 bits. */
const storedLength = 22;

/** A hash as it is stored with a product: its beginning. */
export function shortHash(hash: string): string {
  return hash.slice(0, storedLength);
}

/** Whether two hashes are equal; either may be short. */
export function isSameHash(left: string, right: string): boolean {
  return shortHash(left) === shortHash(right);
}

/** Length first, so that no text can pass for the end of itself and the start of the next. */
function encode(text: string | null): string {
  return text === null ? '-' : `${text.length}:${text}`;
}

/** Labels are distinct, so code-unit order is a total order. */
function byLabel(left: Attribute, right: Attribute): number {
  return left[0] < right[0] ? -1 : 1;
}

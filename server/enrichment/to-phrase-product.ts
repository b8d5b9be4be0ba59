/** From a stored product to what enrichment reads of it: exactly what its source hash covers. */
import { decodeReferences } from '../catalog/html-text.ts';
import type { CanonicalProduct } from '../catalog/product.ts';
import type { PhraseProduct } from './phrase-generator.ts';

/** `id` is the product's UUID. */
export function toPhraseProduct(id: string, product: CanonicalProduct): PhraseProduct {
  const { title, description, category, brand, author, attributes, isbn, gtin, ean, sku, mpn } = product;
  const identifiers = [isbn, gtin, ean, sku, mpn].filter((identifier) => identifier !== null);
  return {
    id,
    title: decodeReferences(title),
    description,
    category: decodedOrNull(category),
    brand: decodedOrNull(brand),
    author: decodedOrNull(author),
    attributes: attributes.map(([label, value]) => [label, decodeReferences(value)] as const),
    identifiers,
  };
}

function decodedOrNull(text: string | null): string | null {
  return text === null ? null : decodeReferences(text);
}

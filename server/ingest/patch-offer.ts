/**
 * The fast path of partial rows: new prices and stock are written into the stored object without parsing or checking the rest of it
 * again, which is most of the work of a price list. It gives exactly what the merge of patch-rows.ts gives, or null wherever another
 * member could matter: then the row is merged. Pure. Prices are decimal text.
 */
// Tests: ./patch-offer.live.test.ts.
import { limits } from '../../contract/limits.ts';
import { parsePrice } from '../catalog/price.ts';
import type { CanonicalProduct, CatalogContext, RawProduct } from '../catalog/product.ts';
import { contentHash, isSameHash } from '../catalog/source-hash.ts';
import type { WholeProduct } from '../storage/products/tables.ts';
import type { PreparedProduct } from './prepare-rows.ts';

type Offer = Pick<CanonicalProduct, 'price' | 'compareAtPrice' | 'inStock' | 'stockQuantity'>;

/** Returns the stored product with the fields of its only row; null where the row must be merged. */
export function patchOffer(
  { product, existing, replaceInRaw }: WholeProduct,
  fields: RawProduct,
  context: CatalogContext,
): PreparedProduct | null {
  // A product that was taken out of stock stays so, which its object does not say.
  if (!product.inStock && fields.in_stock === undefined) return null;
  const offer = readOffer(fields, context);
  if (offer === null) return null;
  const replaced = replaceInRaw({ values: fields, absent: ['availability'] });
  if (replaced === null || replaced.raw.length > limits.itemMaxLength) return null;
  // Columns that were read from the object in another way, such as for another currency, must be read again.
  if (!isSameHash(existing.contentHash, contentHash(replaced.before, context))) return null;
  return {
    product: { ...product, ...offer },
    raw: replaced.raw,
    packedOffer: replaced.packed,
    contentHash: contentHash(replaced.raw, context),
    sourceHash: existing.sourceHash,
    formerSourceHash: null,
    rowCount: 1,
  };
}

/** Reads the fields of a row; null where it has others, or values that are written in more than one way. */
function readOffer(fields: RawProduct, context: CatalogContext): Partial<Offer> | null {
  const offer: { -readonly [Field in keyof Offer]?: Offer[Field] } = {};
  for (const [key, value] of Object.entries(fields)) {
    if (key === 'price' && isPlainPrice(value, context)) offer.price = String(value);
    else if (key === 'compare_at_price' && isPlainPrice(value, context)) offer.compareAtPrice = String(value);
    else if (key === 'in_stock' && typeof value === 'boolean') offer.inStock = value;
    else if (key === 'stock_quantity' && isQuantity(value)) offer.stockQuantity = value;
    else return null;
  }
  return offer;
}

/** Whether the value is a price without a currency, exactly as it is stored. */
function isPlainPrice(value: unknown, { currency }: CatalogContext): boolean {
  const parsed = parsePrice(value, currency);
  return parsed.ok && parsed.currency === null && parsed.price === String(value);
}

function isQuantity(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}

/**
 * A product inside the service: the canonical form that all methods of import produce (§1.3, §2.1). Only parse-product.ts makes one,
 * so every other file may trust its fields; it is never changed afterwards. Prices are decimal texts; a row that does not fit is a
 * list of faults and never becomes a product.
 */
// Tests: ./product.test.ts.

/** A merchant's row as received: own enumerable keys only, never its prototype's. */
export type RawProduct = Readonly<Record<string, unknown>>;

/** The merchant's object as JSON text, with the object itself if the caller has it. */
export interface RawSnapshot {
  readonly raw: string;
  readonly value?: RawProduct;
  /** Present if only prices and stock are new, so that only their columns are written: the packed form of `raw` (record 0051). */
  readonly packedOffer?: string;
}

/** Label and value of an attribute. Pairs, not an object: labels are strangers' text (`__proto__`). */
export type Attribute = readonly [label: string, value: string];

/** A product after validation and normalization. Text is trimmed and well-formed; blank optional text is null. */
export interface CanonicalProduct {
  readonly externalId: string;
  readonly title: string;
  /** Plain text; the raw snapshot keeps the merchant's HTML. */
  readonly description: string | null;
  /** The category as given; {@link categoryPath} splits it. */
  readonly category: string | null;
  readonly brand: string | null;
  readonly author: string | null;
  readonly isbn: string | null;
  readonly gtin: string | null;
  readonly ean: string | null;
  readonly sku: string | null;
  readonly mpn: string | null;
  /** Equal for the variants of one thing, such as the sizes of a shirt; null for a product on its own. */
  readonly itemGroupId: string | null;
  /** Decimal text, `1299.00`: digits, at most one point, never an exponent or a sign. */
  readonly price: string;
  /** Decimal text like `price`. */
  readonly compareAtPrice: string | null;
  /** The product's own ISO 4217 code; null means the store's. */
  readonly currency: string | null;
  readonly stockQuantity: number | null;
  readonly url: string;
  readonly imageUrl: string | null;
  /** Further images, without `imageUrl`, in the merchant's order. */
  readonly imageUrls: readonly string[];
  readonly inStock: boolean;
  /** The attributes in the order given; a label occurs once, the last value wins. */
  readonly attributes: readonly Attribute[];
}

/** The settings of the store that decide how a row is read. */
export interface CatalogContext {
  /** ISO 4217; prices without a currency are in it. */
  readonly currency: string;
  /** BCP 47; part of the source hash, since phrases are made in it. */
  readonly locale: string;
}

/**
 * The levels of a category, root first: `Home > Kitchen >  Mugs` becomes `['Home', 'Kitchen', 'Mugs']`. Empty
 * levels are left out; no category has no levels.
 */
export function categoryPath(category: string | null): string[] {
  if (category === null) return [];
  const levels: string[] = [];
  for (const part of category.split('>')) {
    const level = part.trim();
    if (level !== '') levels.push(level);
  }
  return levels;
}

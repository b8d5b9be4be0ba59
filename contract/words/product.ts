/**
 * The fields of a product, and the names that they may have instead. Plain values: the rules about their content are in
 * server/catalog/.
 */
// Tests: server/catalog/parse-product.test.ts, demo/demo-catalog.test.ts.

/** The standard fields of an input product; any other top-level key is an attribute (§2.1). */
export const standardFields = [
  'external_id',
  'title',
  'price',
  'url',
  'category',
  'image_url',
  'in_stock',
  'attributes',
  'description',
  'brand',
  'author',
  'isbn',
  'gtin',
  'ean',
  'sku',
  'mpn',
  'item_group_id',
  'compare_at_price',
  'currency',
  'stock_quantity',
  'images',
] as const;
/** A name of {@link standardFields}. */
export type StandardField = (typeof standardFields)[number];

/** Names that stand in for a standard field where that field is absent (Contract §4). */
export const fieldAliases = {
  id: 'external_id',
  name: 'title',
  link: 'url',
  image_link: 'image_url',
  additional_image_link: 'images',
  availability: 'in_stock',
  product_type: 'category',
  handle: 'item_group_id',
  parent: 'item_group_id',
} as const satisfies Record<string, StandardField>;

/** Fields of which is counted how many products lack them; `stock` is the number of pieces. */
export const countedFields = ['image', 'category', 'stock', 'type'] as const;
/** A field of {@link countedFields}. */
export type CountedField = (typeof countedFields)[number];
/** Fields by whose absence products are found in the dashboard. */
export const missingFields = [...countedFields, 'brand', 'description'] as const;
/** A field of {@link missingFields}. */
export type MissingField = (typeof missingFields)[number];

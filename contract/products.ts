/**
 * Single products (§2.1, §4.2 to §4.5; Contract §4). Rules of rows live in server/catalog, not in these schemas: the bodies of
 * products are read by the pipeline.
 */
// Tests: test/api/products.test.ts, test/api/large-lists.test.ts.
import { type TSchema, Type } from 'typebox';
import { limits } from './limits.ts';
import { type Operations, orNull, type ValueOf, withDefault } from './operation.ts';
import { pageQuery } from './queries.ts';
import { missingFields } from './words/product.ts';
import { importSources } from './words/product-import.ts';

const NullableString = orNull(Type.String());
const StringMap = Type.Record(Type.String(), Type.String());
const shortText = `At most ${limits.fieldMaxLength} characters; longer text is cut.`;

/** A field of a product as the API reference shows it. The pipeline reads bodies by its own rules, not by these types. */
function field(types: readonly [TSchema, ...TSchema[]], description: string) {
  const [first, ...others] = types;
  const schema = others.length === 0 ? first : { anyOf: types };
  return Type.Optional(Type.Unsafe<unknown>({ ...schema, description }));
}

const text = Type.String();
const number = Type.Number();
const integer = Type.Integer();
const identifier = [text, integer] as const;

/** A product as the merchant sends it: deliberately open, since one bad row must not refuse its batch. */
export const ProductInputSchema = Type.Object(
  {
    external_id: field(
      identifier,
      `Your stable product or SKU id, 1 to ${limits.externalIdMaxLength} characters. Required; in the path for PUT.`,
    ),
    title: field([text], `Required, at most ${limits.titleMaxLength} characters.`),
    price: field(
      [number, text],
      'Required, zero or greater: a number, or text such as "12.90" or "1.299,00 EUR".',
    ),
    url: field([text], 'Required, absolute http or https.'),
    description: field(
      [text],
      `Text or HTML, of which the text is kept; at most ${limits.descriptionMaxLength} characters.`,
    ),
    category: field(
      [text, Type.Array(text)],
      `At most ${limits.categoryMaxLength} characters; \`>\` separates the levels of a path. A list is a path.`,
    ),
    image_url: field([text], 'Absolute http or https.'),
    images: field([Type.Array(text), text], 'Further pictures, as absolute addresses.'),
    in_stock: field(
      [Type.Boolean(), text, integer],
      'Boolean, or a word such as yes, no, 1, 0. Blank or omitted means in stock.',
    ),
    stock_quantity: field([integer, text], 'A whole number.'),
    compare_at_price: field([number, text], 'The price before a reduction, read as `price` is.'),
    currency: field([text], 'An ISO 4217 code such as EUR; absent: the store’s.'),
    brand: field([text], shortText),
    author: field([text], shortText),
    isbn: field(identifier, shortText),
    gtin: field(identifier, shortText),
    ean: field(identifier, shortText),
    sku: field(identifier, shortText),
    mpn: field(identifier, shortText),
    item_group_id: field(
      identifier,
      `The same for all variants of one thing, such as the sizes of a shirt: they take one place in an answer. ${shortText}`,
    ),
    attributes: field(
      [Type.Object({}), text],
      'Object, JSON object text, or `label: value; label=value` text. Any other key of the product becomes an attribute too.',
    ),
  },
  {
    $id: 'ProductInput',
    additionalProperties: true,
    description: 'Any key that is not a standard field becomes an attribute.',
  },
);

/** A product as stored (§2.1), with what the service adds. */
const ProductSchema = Type.Object(
  {
    id: Type.String({ format: 'uuid' }),
    external_id: Type.String(),
    title: Type.String(),
    description: NullableString,
    category: NullableString,
    category_path: Type.Array(Type.String()),
    brand: NullableString,
    author: NullableString,
    isbn: NullableString,
    gtin: NullableString,
    ean: NullableString,
    sku: NullableString,
    mpn: NullableString,
    item_group_id: NullableString,
    price: Type.String(),
    compare_at_price: NullableString,
    currency: Type.String(),
    url: Type.String(),
    image_url: NullableString,
    image_urls: Type.Array(Type.String()),
    in_stock: Type.Boolean(),
    stock_status: Type.Enum(['in_stock', 'out_of_stock']),
    stock_quantity: orNull(Type.Integer()),
    attributes: StringMap,
    suggestion_phrases: Type.Array(Type.String()),
    search_phrases: Type.Array(Type.String()),
    created_at: Type.String(),
    updated_at: Type.String(),
    raw: Type.Optional(
      Type.Unknown({
        description:
          'Only of a single product, with include=raw: the merchant’s object as received. Keys that are whole numbers come first, in their order; numbers are written in their shortest form (`1.50` as `1.5`), and those that a double cannot hold are text. Of an item of a Google XML feed it is the object that the item became.',
      }),
    ),
  },
  { $id: 'Product' },
);
/** A product on the wire. */
export type ProductBody = ValueOf<typeof ProductSchema>;

/** The product in the answer to a removal: exactly these six fields (§2.1). */
const RemovedProductSchema = Type.Object(
  {
    external_id: Type.String(),
    in_stock: Type.Boolean(),
    stock_status: Type.Enum(['in_stock', 'out_of_stock']),
    attributes: StringMap,
    suggestion_phrases: Type.Array(Type.String()),
    search_phrases: Type.Array(Type.String()),
  },
  { $id: 'RemovedProduct' },
);
/** The product in the answer to a removal, on the wire. */
export type RemovedProductBody = ValueOf<typeof RemovedProductSchema>;

/** The import part of a single-product answer (§2.3: only these four). */
const ImportSummarySchema = Type.Object(
  {
    status: Type.String(),
    valid_rows: Type.Integer(),
    failed_rows: Type.Integer(),
    skipped_rows: Type.Integer(),
  },
  { $id: 'ImportSummary' },
);

/** The answer to a single upsert; `product` is null for a new one over the plan’s limit. */
const UpsertAnswerSchema = Type.Object(
  {
    message: Type.String(),
    import: ImportSummarySchema,
    product: orNull(ProductSchema),
  },
  { $id: 'UpsertAnswer' },
);

/** The answer to a removal (§4.5), and to the erasure of a product (Contract §4). */
const RemovalAnswerSchema = Type.Object(
  {
    message: Type.String(),
    product: RemovedProductSchema,
    purged: Type.Optional(Type.Literal(true, { description: 'The product was erased (`purge=true`).' })),
  },
  { $id: 'RemovalAnswer' },
);

/** A product whose stored row cannot be read. */
const UnreadableProductSchema = Type.Object(
  { external_id: Type.String(), message: Type.String() },
  { $id: 'UnreadableProduct' },
);
/** One on the wire. */
export type UnreadableProductBody = ValueOf<typeof UnreadableProductSchema>;

/** A page of products by external_id. */
const ProductListSchema = Type.Object(
  {
    products: Type.Array(ProductSchema),
    unreadable: Type.Optional(
      Type.Array(UnreadableProductSchema, {
        description:
          'Products of the page that cannot be read and are left out; absent where there are none. Each says what repairs it.',
      }),
    ),
    next_cursor: NullableString,
  },
  { $id: 'ProductList' },
);

/** A product as a row of the dashboard's lists. */
export const ProductRowSchema = Type.Object({
  id: Type.String(),
  external_id: Type.String(),
  title: Type.String(),
  category: orNull(Type.String()),
  brand: orNull(Type.String()),
  price: Type.String(),
  currency: Type.String(),
  image_url: orNull(Type.String()),
  in_stock: Type.Boolean(),
  updated_at: Type.String(),
});
/** A product as a row of the dashboard's lists. */
export type ProductRow = ValueOf<typeof ProductRowSchema>;

const ProductChangeSchema = Type.Object({
  at: Type.String(),
  kind: Type.Enum(['created', 'updated', 'removed']),
  run: orNull(
    Type.Object({ id: Type.String(), source: Type.Enum([...importSources]), filename: Type.String() }),
  ),
  fields: Type.Array(Type.Object({ field: Type.String(), from: Type.Unknown(), to: Type.Unknown() })),
});
/** A change of a product, or its making. */
export type ProductChangeBody = ValueOf<typeof ProductChangeSchema>;

const CatalogQuerySchema = Type.Object({
  ...pageQuery('external-id').properties,
  q: withDefault(Type.String({ description: 'A search; blank: all products by external_id.' }), ''),
  stock: Type.Optional(Type.Enum(['in', 'out'])),
  missing: Type.Optional(Type.Enum([...missingFields])),
  type: withDefault(Type.String({ description: 'What the products are; blank: any.' }), ''),
});
/** The parameters of the dashboard's list of products. */
export type CatalogQuery = ValueOf<typeof CatalogQuerySchema>;

const upsert = {
  tag: 'Products',
  key: 'secret',
  body: ProductInputSchema,
  isBodyRaw: true,
  maxBytes: limits.bodyMaxBytes,
  answer: UpsertAnswerSchema,
  thread: 'pipeline',
  follows: true,
} as const;
const read = { tag: 'Products', key: 'secret', thread: 'reader' } as const;
const look = { tag: 'Products', role: 'viewer', thread: 'reader' } as const;
const idInPath = '`external_id` is percent-encoded where it holds `/` and the like.';

/** Every call about single products. */
export const productOperations = {
  createProduct: {
    route: 'POST /products',
    summary: 'Create or replace one product, its external_id in the body',
    ...upsert,
  },
  listProducts: {
    route: 'GET /products',
    summary: 'List products by external_id',
    query: pageQuery('external-id'),
    answer: ProductListSchema,
    ...read,
  },
  replaceProduct: {
    route: 'PUT /products/:external_id',
    summary: 'Create or replace one product',
    description: idInPath,
    ...upsert,
  },
  patchProduct: {
    route: 'PATCH /products/:external_id',
    summary: 'Change some fields of one product (JSON merge patch; null clears)',
    description: idInPath,
    ...upsert,
  },
  showProduct: {
    route: 'GET /products/:external_id',
    summary: 'One product',
    description: idInPath,
    query: Type.Object({ include: Type.Optional(Type.Enum(['raw'])) }),
    answer: ProductSchema,
    ...read,
  },
  removeProduct: {
    route: 'DELETE /products/:external_id',
    summary: 'Delete one product; it goes out of stock and its data stays, unless purge is true',
    description: `With \`purge=true\` the product is erased: snapshot, phrases, history, collection memberships, popularity and counts go, and it no longer counts as held. A feed that still supplies it brings it back as a new product. ${idInPath}`,
    query: Type.Object({
      purge: Type.Optional(Type.Enum(['true', 'false'], { description: 'Erase the product.' })),
    }),
    answer: RemovalAnswerSchema,
    tag: 'Products',
    key: 'secret',
    thread: 'pipeline',
    follows: true,
  },
  searchCatalog: {
    route: 'GET /products',
    summary: 'Search the products of a store, or list those that match filters',
    query: CatalogQuerySchema,
    answer: Type.Object({
      products: Type.Array(ProductRowSchema),
      unreadable: Type.Optional(Type.Array(UnreadableProductSchema)),
      next_cursor: NullableString,
    }),
    ...look,
  },
  showProductHistory: {
    route: 'GET /products/:external_id',
    summary: 'One product as it was received, with its changes',
    query: pageQuery('number'),
    answer: Type.Object({
      product: ProductSchema,
      raw: Type.Unknown({ description: 'The object of the merchant.' }),
      history: Type.Array(ProductChangeSchema),
      next_cursor: NullableString,
    }),
    ...look,
  },
} as const satisfies Operations;

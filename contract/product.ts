/** Products on the wire (§2.1, §4.2 to §4.5; Contract §4). Row rules live in server/catalog, not in these schemas. */
import { type Static, Type } from 'typebox';

const NullableString = Type.Union([Type.String(), Type.Null()]);
const StringMap = Type.Record(Type.String(), Type.String());

/** A product as the merchant sends it: deliberately open, since one bad row must not refuse its batch. */
export const ProductInputSchema = Type.Object(
  {
    external_id: Type.Optional(
      Type.Unknown({
        description: 'Your stable product or SKU id, 1 to 255 characters. Required; in the path for PUT.',
      }),
    ),
    title: Type.Optional(Type.Unknown({ description: 'Required, at most 255 characters.' })),
    price: Type.Optional(
      Type.Unknown({
        description: 'Required, zero or greater: a number, or text such as "12.90" or "1.299,00 EUR".',
      }),
    ),
    url: Type.Optional(Type.Unknown({ description: 'Required, absolute http or https.' })),
    category: Type.Optional(
      Type.Unknown({ description: 'At most 255 characters; `>` separates the levels of a path.' }),
    ),
    image_url: Type.Optional(Type.Unknown({ description: 'Absolute http or https.' })),
    in_stock: Type.Optional(
      Type.Unknown({
        description: 'Boolean, or a word such as yes, no, 1, 0. Blank or omitted means in stock.',
      }),
    ),
    attributes: Type.Optional(
      Type.Unknown({ description: 'Object, JSON object text, or `label: value; label=value` text.' }),
    ),
  },
  {
    $id: 'ProductInput',
    additionalProperties: true,
    description: 'Any key that is not a standard field becomes an attribute.',
  },
);

/** A product as stored (§2.1), with what the service adds. */
export const ProductSchema = Type.Object(
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
    price: Type.String(),
    compare_at_price: NullableString,
    currency: Type.String(),
    url: Type.String(),
    image_url: NullableString,
    image_urls: Type.Array(Type.String()),
    in_stock: Type.Boolean(),
    stock_status: Type.Enum(['in_stock', 'out_of_stock']),
    stock_quantity: Type.Union([Type.Integer(), Type.Null()]),
    attributes: StringMap,
    suggestion_phrases: Type.Array(Type.String()),
    search_phrases: Type.Array(Type.String()),
    created_at: Type.String(),
    updated_at: Type.String(),
    raw: Type.Optional(
      Type.Unknown({
        description:
          'Only with include=raw: the merchant’s object as received. Keys that are whole numbers come first, in their order; numbers are written in their shortest form (`1.50` as `1.5`), and those that a double cannot hold are text. Of an item of a Google XML feed it is the object that the item became.',
      }),
    ),
  },
  { $id: 'Product' },
);
/** A product on the wire. */
export type ProductBody = Static<typeof ProductSchema>;

/** What a removal answers of its product: exactly these six fields (§2.1). */
export const RemovedProductSchema = Type.Object(
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

/** The import part of a single-product answer (§2.3: only these four). */
export const ImportSummarySchema = Type.Object(
  {
    status: Type.String(),
    valid_rows: Type.Integer(),
    failed_rows: Type.Integer(),
    skipped_rows: Type.Integer(),
  },
  { $id: 'ImportSummary' },
);

/** What a single upsert answers; `product` is null for a new one over the plan’s limit. */
export const UpsertAnswerSchema = Type.Object(
  {
    message: Type.String(),
    import: Type.Ref('ImportSummary'),
    product: Type.Union([Type.Ref('Product'), Type.Null()]),
  },
  { $id: 'UpsertAnswer' },
);

/** What a removal answers (§4.5), and the erasure of a product (Contract §4). */
export const RemovalAnswerSchema = Type.Object(
  {
    message: Type.String(),
    product: Type.Ref('RemovedProduct'),
    purged: Type.Optional(Type.Literal(true, { description: 'The product was erased (`purge=true`).' })),
  },
  { $id: 'RemovalAnswer' },
);

/** A page of products by external_id. */
export const ProductListSchema = Type.Object(
  {
    products: Type.Array(Type.Ref('Product')),
    unreadable: Type.Optional(
      Type.Array(Type.Ref('UnreadableProduct'), {
        description:
          'Products of the page that cannot be read and are left out; absent where there are none. Each says what repairs it.',
      }),
    ),
    next_cursor: NullableString,
  },
  { $id: 'ProductList' },
);

/** A product whose stored row cannot be read. */
export const UnreadableProductSchema = Type.Object(
  { external_id: Type.String(), message: Type.String() },
  { $id: 'UnreadableProduct' },
);
/** One on the wire. */
export type UnreadableProductBody = Static<typeof UnreadableProductSchema>;

/** A product as a row of the dashboard's lists. */
export const ProductRowSchema = Type.Object({
  id: Type.String(),
  external_id: Type.String(),
  title: Type.String(),
  category: Type.Union([Type.String(), Type.Null()]),
  brand: Type.Union([Type.String(), Type.Null()]),
  price: Type.String(),
  currency: Type.String(),
  image_url: Type.Union([Type.String(), Type.Null()]),
  in_stock: Type.Boolean(),
  updated_at: Type.String(),
});
/** A product as a row of the dashboard's lists. */
export type ProductRow = Readonly<Static<typeof ProductRowSchema>>;

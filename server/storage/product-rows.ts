/**
 * Products between records.ts and their table. The order of `productColumns` is the order in which both
 * databases bind a write, so the two upserts cannot drift apart.
 */
import type { Selectable } from 'kysely';
import type { CanonicalProduct } from '../catalog/product.ts';
import type { ProductType } from '../catalog/product-type.ts';
import { shortHash } from '../catalog/source-hash.ts';
import { decodeTolerantly, passDamagedRow } from './damage.ts';
import type { ReadableParts } from './erasures.ts';
import { readJson, readText } from './json-columns.ts';
import { packRaw } from './pack-raw.ts';
import type { RawColumns } from './packed-raw.ts';
import { unpackType } from './packed-type.ts';
import type {
  ChangePage,
  ExistingProduct,
  IndexedProduct,
  ProductWrite,
  RowPage,
  StoredProduct,
} from './records.ts';
import { sameRun, shortRunId } from './run-ids.ts';
import type { ProductsTable } from './schema.ts';
import { closedColumns } from './stored-integers.ts';

/** What an index is made of. A column that it does not show is not read: descriptions are most of a product's bytes. */
export const indexedProductColumns = [
  'external_id',
  'id',
  'change_number',
  'in_stock',
  'created_at',
  'updated_at',
  'price',
  'currency',
  'title',
  'category',
  'brand',
  'author',
  'isbn',
  'gtin',
  'ean',
  'sku',
  'mpn',
  'url',
  'image_url',
  'suggestion_phrases',
  'search_phrases',
  'attributes',
  'product_type',
  'type_details',
] as const satisfies readonly (keyof ProductsTable)[];

type IndexedProductRow = Pick<Selectable<ProductsTable>, (typeof indexedProductColumns)[number]>;

/** Everything of a product but the raw snapshot, which only one read wants. */
export const storedProductColumns = [
  ...indexedProductColumns,
  'compare_at_price',
  'stock_quantity',
  'image_urls',
  'description',
] as const satisfies readonly (keyof ProductsTable)[];

type StoredProductRow = Pick<Selectable<ProductsTable>, (typeof storedProductColumns)[number]>;

/** Those that may hold what no reader understands: JSON, integers, and texts that are computed with. */
export const fragileProductColumns = [
  'price',
  'compare_at_price',
  'currency',
  'image_urls',
  'attributes',
  'raw',
  'suggestion_phrases',
  'search_phrases',
  'type_details',
  'change_number',
  'in_stock',
  'counts_as_enriched',
  'created_at',
  'updated_at',
  'stock_quantity',
] as const satisfies readonly (keyof ProductsTable)[];

/** All that a batch reads of the products that are there: on PostgreSQL one long text alone may be lost. */
export const batchProductColumns = [...storedProductColumns, ...fragileProductColumns] as const;

/** The columns that an upsert binds after `store_id` and `change_number`, with their PostgreSQL types. */
export const productColumns = [
  ['external_id', 'text'],
  ['id', 'text'],
  ['in_stock', 'boolean'],
  ['counts_as_enriched', 'boolean'],
  ['content_hash', 'text'],
  ['source_hash', 'text'],
  ['created_at', 'bigint'],
  ['updated_at', 'bigint'],
  ['price', 'text'],
  ['compare_at_price', 'text'],
  ['currency', 'text'],
  ['stock_quantity', 'bigint'],
  ['title', 'text'],
  ['category', 'text'],
  ['brand', 'text'],
  ['author', 'text'],
  ['isbn', 'text'],
  ['gtin', 'text'],
  ['ean', 'text'],
  ['sku', 'text'],
  ['mpn', 'text'],
  ['url', 'text'],
  ['image_url', 'text'],
  ['image_urls', 'text'],
  ['attributes', 'text'],
  ['description', 'text'],
  ['raw', 'text'],
  ['run_id', 'text'],
  ['created_run_id', 'text'],
] as const satisfies readonly (readonly [keyof ProductsTable, 'text' | 'bigint' | 'boolean'])[];

/** The columns of a product that an upsert writes, in the order of its parameters. */
export const productColumnNames = productColumns.map(([name]) => name);

/** What an upsert of an existing product leaves as it is: who it is and since when. */
const keptColumns = new Set<string>(['external_id', 'id', 'created_at', 'created_run_id']);

/** The `set` list of both upserts. */
export const productUpdateList = [
  ...productColumnNames.filter((name) => !keptColumns.has(name)),
  'change_number',
]
  .map((name) => `${name} = excluded.${name}`)
  .concat(`
    created_run_id = case when products.created_run_id = '${sameRun}' then products.run_id else products.created_run_id end`)
  .join(', ');

/** What bounds a page of products by its bytes: the texts that may have more than 1 KiB. All others have 10 KiB together. */
export const longProductTexts = [
  'products.attributes',
  'products.description',
  'products.image_urls',
  'products.url',
  'products.image_url',
  'products.suggestion_phrases',
  'products.search_phrases',
  'products.type_details',
] as const;

/** The values of {@link productColumns}; truth values as booleans. `isShort`: as of record 0051. */
export function toProductValues(write: ProductWrite, isShort: boolean): (string | number | boolean | null)[] {
  const { product } = write;
  const { raw, contentHash, sourceHash, runId, createdRunId } = isShort
    ? shortPartsOf(write)
    : plainPartsOf(write);
  return [
    product.externalId,
    write.id,
    product.inStock,
    write.countsAsEnriched,
    contentHash,
    sourceHash,
    write.createdAt,
    write.updatedAt,
    product.price,
    product.compareAtPrice,
    product.currency,
    product.stockQuantity,
    product.title,
    product.category,
    product.brand,
    product.author,
    product.isbn,
    product.gtin,
    product.ean,
    product.sku,
    product.mpn,
    product.url,
    product.imageUrl,
    toJsonList(product.imageUrls),
    toJsonList(product.attributes),
    product.description,
    raw,
    runId,
    createdRunId,
  ];
}

type RowParts = Pick<ProductWrite, 'raw' | 'contentHash' | 'sourceHash' | 'runId'> & {
  readonly createdRunId: string | null;
};

function plainPartsOf(write: ProductWrite): RowParts {
  const { raw, contentHash, sourceHash, runId } = write;
  return { raw, contentHash, sourceHash, runId, createdRunId: runId };
}

function shortPartsOf({ product, raw, value, contentHash, sourceHash, runId }: ProductWrite): RowParts {
  return {
    raw: packRaw(raw, toRawColumns(product), value),
    contentHash: shortHash(contentHash),
    sourceHash: shortHash(sourceHash),
    runId: runId === null ? null : shortRunId(runId),
    createdRunId: runId === null ? null : sameRun,
  };
}

/** What a product's packed text refers to. */
export function toRawColumns(product: CanonicalProduct): RawColumns {
  return {
    external_id: product.externalId,
    title: product.title,
    price: product.price,
    url: product.url,
    category: product.category,
    brand: product.brand,
    image_url: product.imageUrl,
    gtin: product.gtin,
    mpn: product.mpn,
    description: product.description,
    author: product.author,
    isbn: product.isbn,
    ean: product.ean,
    sku: product.sku,
    compare_at_price: product.compareAtPrice,
    currency: product.currency,
    image_urls: toJsonList(product.imageUrls),
    attributes: product.attributes,
  };
}

export function toIndexedProduct(row: IndexedProductRow): IndexedProduct {
  return {
    externalId: row.external_id,
    id: row.id,
    changeNumber: row.change_number,
    inStock: Boolean(row.in_stock),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    price: readText('products', row, 'price'),
    currency: readText('products', row, 'currency'),
    title: row.title,
    category: row.category,
    brand: row.brand,
    author: row.author,
    isbn: row.isbn,
    gtin: row.gtin,
    ean: row.ean,
    sku: row.sku,
    mpn: row.mpn,
    url: row.url,
    imageUrl: row.image_url,
    suggestionPhrases: readJson('products', row, 'suggestion_phrases'),
    searchPhrases: readJson('products', row, 'search_phrases'),
    attributes: readJson('products', row, 'attributes'),
    type: toLiveType(row),
  };
}

/** The live type of a product. Throws a DamageError where it cannot be read. */
export function toLiveType(
  row: Pick<Selectable<ProductsTable>, 'product_type' | 'type_details'>,
): ProductType | null {
  return unpackType(row.product_type, readText('products', row, 'type_details'));
}

/** Rows of the list of changes, each decoded by itself. */
export function toChangePage<Row extends Pick<IndexedProductRow, 'change_number' | 'external_id'>, Product>(
  { rows, isMore }: RowPage<Row>,
  decode: (row: Row) => Product,
): ChangePage<Product> {
  const { values: products, damaged } = decodeTolerantly(rows, decode);
  // Numbers that cannot be read come first or last, and no place is behind them.
  const last = rows.findLast((row) => closedColumns(row).every(({ column }) => column !== 'change_number'));
  return {
    products,
    damaged,
    last: last === undefined ? null : { changeNumber: last.change_number, externalId: last.external_id },
    isMore: isMore && last === rows.at(-1),
  };
}

export function toStoredProduct(row: StoredProductRow): StoredProduct {
  return {
    ...toIndexedProduct(row),
    compareAtPrice: readText('products', row, 'compare_at_price'),
    stockQuantity: row.stock_quantity,
    imageUrls: readJson('products', row, 'image_urls'),
    description: row.description,
  };
}

/** The columns of {@link toReadableParts}. */
export const readablePartColumns = [
  'external_id',
  'created_at',
  'attributes',
  'suggestion_phrases',
  'search_phrases',
] as const satisfies readonly (keyof ProductsTable)[];

/** What a removal tells of a product, empty where it cannot be read; without its time it may have been made at any. */
export function toReadableParts(
  row: Pick<Selectable<ProductsTable>, (typeof readablePartColumns)[number]>,
): ReadableParts {
  return {
    createdAt: orElse(0, () => row.created_at),
    attributes: orElse([], () => readJson('products', row, 'attributes')),
    suggestionPhrases: orElse([], () => readJson('products', row, 'suggestion_phrases')),
    searchPhrases: orElse([], () => readJson('products', row, 'search_phrases')),
  };
}

function orElse<Value>(empty: Value, read: () => Value): Value {
  try {
    return read();
  } catch (error) {
    return passDamagedRow(error) ?? empty;
  }
}

/** The columns of {@link toExistingProduct}. */
export const existingProductColumns = [
  'external_id',
  'id',
  'in_stock',
  'content_hash',
  'source_hash',
  'counts_as_enriched',
  'phrases_locked',
] as const satisfies readonly (keyof ProductsTable)[];

/** What an upsert must know of a row that is there. */
export function toExistingProduct(
  row: Pick<Selectable<ProductsTable>, (typeof existingProductColumns)[number]>,
): ExistingProduct {
  return {
    id: row.id,
    inStock: Boolean(row.in_stock),
    contentHash: row.content_hash,
    sourceHash: row.source_hash,
    countsAsEnriched: Boolean(row.counts_as_enriched),
    isLocked: Boolean(row.phrases_locked),
  };
}

/** Most lists are empty; their text is not made anew each time. */
function toJsonList(list: readonly unknown[]): string {
  return list.length === 0 ? '[]' : JSON.stringify(list);
}

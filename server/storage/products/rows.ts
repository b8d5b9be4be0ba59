/**
 * Rows of products: what is selected and decoded for each use. It runs no statement. A row that cannot be decoded throws a DamageError
 * that names product and column. Prices are decimal text, times microseconds since 1970.
 */
// Tests: ./packed-raw.test.ts, test/storage/damage.test.ts.
import type { Attribute, RawProduct } from '../../catalog/product.ts';
import type { ProductType } from '../../catalog/product-type.ts';
import { ColumnFault, jsonFault, object, parseJson } from '../column.ts';
import { closedColumns, damagedRowError, decodeTolerantly, passDamagedRow } from '../damage/damage.ts';
import type { RowOf } from '../table.ts';
import type { ReadableParts } from './erasure-tables.ts';
import { replaceMembers } from './pack-raw.ts';
import { isPackedRaw } from './packed-raw.ts';
import { unpackType } from './packed-type.ts';
import { packedFault, type RawRow, rawOf } from './row-raw.ts';
import {
  type ChangePage,
  type ExistingProduct,
  type IndexedProduct,
  type ProductWrite,
  products,
  type RowPage,
  type StoredProduct,
  type WholeProduct,
} from './tables.ts';
import { toRawColumns, writtenProduct } from './written-rows.ts';

/** The columns of an {@link IndexedProduct} that are one field each. */
const indexedProduct = products.pick(
  'external_id',
  'id',
  'change_number',
  'in_stock',
  'created_at',
  'updated_at',
  'price',
  'compare_at_price',
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
  'item_group_id',
  'url',
  'image_url',
  'suggestion_phrases',
  'search_phrases',
  'attributes',
);

/**
 * The columns from which an index is made. It reads no column that it does not show: descriptions are most of a
 * product's bytes.
 */
export const indexedProductColumns = [...indexedProduct.names, 'product_type', 'type_details'] as const;

/** A row of a product with all of its columns. */
export type ProductRow = RowOf<typeof products.columns>;
type IndexedProductRow = Pick<ProductRow, (typeof indexedProductColumns)[number]>;

/** The further fields of a {@link StoredProduct}. */
const furtherProduct = products.pick('stock_quantity', 'image_urls', 'description');

/** Everything of a product but the raw snapshot, which only one read wants. */
export const storedProductColumns = [...indexedProductColumns, ...furtherProduct.names] as const;

type StoredProductRow = Pick<ProductRow, (typeof storedProductColumns)[number]>;

/** Columns that may hold what no reader understands: JSON, integers, and texts that are computed with. */
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
] as const;

/** The columns that a batch reads of existing products: on PostgreSQL one long text alone may be lost. */
export const batchProductColumns = [...storedProductColumns, ...fragileProductColumns] as const;

/**
 * The texts that may have more than 1 KiB, by which the bytes of a page of products are bounded. All others have 10 KiB
 * together.
 */
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

export function toIndexedProduct(row: IndexedProductRow): IndexedProduct {
  return { ...indexedProduct.decode(row), type: toLiveType(row) };
}

const typeColumns = products.pick('product_type', 'type_details');

/** The live type of a product. Throws a DamageError where it cannot be read. */
export function toLiveType(row: Pick<ProductRow, 'product_type' | 'type_details'>): ProductType | null {
  const { productType, typeDetails } = typeColumns.decode(row);
  return unpackType(productType, typeDetails);
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
  return { ...toIndexedProduct(row), ...furtherProduct.decode(row) };
}

/** The columns of {@link toWholeProduct}. */
export const wholeProductColumns = [
  ...new Set([
    ...storedProductColumns,
    ...writtenProduct.names,
    ...(['phrases_locked', 'phrase_change_number', 'catalog_change_number'] as const),
  ]),
];

/** The texts of {@link wholeProductColumns} by which the bytes of a page are bounded. */
export const wholeProductTexts = [...longProductTexts, 'products.raw'] as const;

export function toWholeProduct(row: ProductRow): WholeProduct {
  const { change_number: change, phrase_change_number: ofPhrases, catalog_change_number: before } = row;
  const product = toStoredProduct(row);
  return {
    product,
    existing: toExisting(row, product),
    row,
    writeWith: (part, updatedAt) => toProductWrite({ ...row, ...part }, updatedAt),
    // The decoded row is sound, and with it all that a packed text refers to.
    readRaw: () => parseRaw(row, product.attributes),
    replaceInRaw: (members) => replaceMembers(row.raw, toRawColumns(product, row.image_urls), members),
    isLocked: Boolean(row.phrases_locked),
    catalogChange: change === ofPhrases && before !== null ? before : change,
  };
}

/** Makes of a row the write that leaves the product so. Throws a DamageError where the row cannot be read. */
function toProductWrite(row: WholeProduct['row'], updatedAt: number): ProductWrite {
  // The row has the columns of `writtenProduct`, among them those that a packed text refers to.
  const stored = row as Pick<ProductRow, (typeof writtenProduct.names)[number]>;
  const { createdRunId: _, raw: __, ...fields } = writtenProduct.decode(stored);
  return { ...fields, product: fields, raw: readRaw(stored), updatedAt };
}

/** The facts for an upsert, of a row that was decoded. */
function toExisting(row: ProductRow, { id, inStock }: StoredProduct): ExistingProduct {
  return {
    ...{ id, inStock, contentHash: row.content_hash, sourceHash: row.source_hash },
    countsAsEnriched: Boolean(row.counts_as_enriched),
    isLocked: Boolean(row.phrases_locked),
    isSound: true,
  };
}

/** The merchant's object of a row whose other columns are sound. */
function parseRaw(row: RawRow, attributes: readonly Attribute[]): RawProduct {
  try {
    const raw = rawOf(row, attributes);
    if (raw === null) throw new ColumnFault(packedFault);
    return parseJson(raw, object<RawProduct>());
  } catch (error) {
    if (!(error instanceof ColumnFault)) throw error;
    throw damagedRowError(products.nameRow(row, 'raw', error.message));
  }
}

/** The merchant's object of a product, as it came. Throws a DamageError where it cannot be read. */
export function readRaw(row: RawRow): string {
  // The columns that a packed text refers to must be sound.
  const [damage] = isPackedRaw(row.raw) ? products.damageIn({ ...row }) : [];
  if (damage !== undefined) throw damagedRowError(damage);
  const raw = rawOf(row);
  const fault = raw === null ? packedFault : jsonFault(raw, object());
  if (raw === null || fault !== null)
    throw damagedRowError(products.nameRow(row, 'raw', fault ?? packedFault));
  return raw;
}

const attributes = products.pick('attributes');
const suggestionPhrases = products.pick('suggestion_phrases');
const searchPhrases = products.pick('search_phrases');

/** The columns of {@link toReadableParts}. */
export const readablePartColumns = [
  'external_id',
  'created_at',
  'attributes',
  'suggestion_phrases',
  'search_phrases',
] as const;

/**
 * Decodes the parts of a product that a removal reports. A part that cannot be read is empty; an unreadable creation
 * time is 0, as if it could be any time.
 */
export function toReadableParts(row: Pick<ProductRow, (typeof readablePartColumns)[number]>): ReadableParts {
  return {
    createdAt: orElse(0, () => row.created_at),
    attributes: orElse([], () => attributes.decode(row).attributes),
    suggestionPhrases: orElse([], () => suggestionPhrases.decode(row).suggestionPhrases),
    searchPhrases: orElse([], () => searchPhrases.decode(row).searchPhrases),
  };
}

function orElse<Value>(empty: Value, read: () => Value): Value {
  try {
    return read();
  } catch (error) {
    return passDamagedRow(error) ?? empty;
  }
}

const existingProduct = products.pick(
  'id',
  'in_stock',
  'content_hash',
  'source_hash',
  'counts_as_enriched',
  'phrases_locked',
);

/** The columns of {@link toExistingProduct}, and the name of the product. */
export const existingProductColumns = ['external_id', ...existingProduct.names] as const;

/** Decodes the fields of an existing row that an upsert must know. */
export const toExistingProduct: (row: ExistingRow) => ExistingProduct = existingProduct.decode;

/** A row of {@link existingProductColumns}. */
export type ExistingRow = Pick<ProductRow, (typeof existingProductColumns)[number]>;

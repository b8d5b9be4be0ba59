/**
 * What a write of a product binds. Both databases bind the columns of `writtenProduct` in one order, so the two upserts cannot drift
 * apart. It runs no statement and checks no merchant's rule; writes are trusted. Prices are decimal text, times microseconds since 1970.
 */
// Tests: ./packed-raw.test.ts, test/storage/replaced-products.test.ts.
import type { CanonicalProduct } from '../../catalog/product.ts';
import { shortHash } from '../../catalog/source-hash.ts';
import type { StoredValue } from '../snapshots/snapshot.ts';
import { packRaw } from './pack-raw.ts';
import type { RawColumns } from './packed-raw.ts';
import { sameRun, shortRunId } from './run-ids.ts';
import { type ProductWrite, products } from './tables.ts';

/** The columns that an upsert binds after `store_id` and `change_number`, in the order of its parameters. */
export const writtenProduct = products.pick(
  'external_id',
  'id',
  'in_stock',
  'counts_as_enriched',
  'content_hash',
  'source_hash',
  'created_at',
  'updated_at',
  'price',
  'compare_at_price',
  'currency',
  'stock_quantity',
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
  'image_urls',
  'attributes',
  'description',
  'raw',
  'run_id',
  'created_run_id',
);

/** Columns that an upsert of an existing product keeps: its identity and its creation. */
const keptColumns = new Set<string>(['external_id', 'id', 'created_at', 'created_run_id']);

/** `sameRun` means that the run in `run_id` also created the product. The write of another run first copies that `run_id`. */
const keepCreatedRun = `
    created_run_id = case when products.created_run_id = '${sameRun}' then products.run_id else products.created_run_id end`;

/** The `set` list of both upserts. */
export const productUpdateList = [
  ...writtenProduct.names.filter((name) => !keptColumns.has(name)),
  'change_number',
]
  .map((name) => `${name} = excluded.${name}`)
  .concat(keepCreatedRun)
  .join(', ');

/** The columns of {@link writtenProduct} that a write of new prices and stock alone changes. */
export const writtenOffer = products.pick(
  'in_stock',
  'counts_as_enriched',
  'content_hash',
  'source_hash',
  'updated_at',
  'price',
  'compare_at_price',
  'stock_quantity',
  'raw',
  'run_id',
);

/** The `set` list of an update that binds `change_number` and the columns of {@link writtenOffer}. */
export const offerUpdateList = ['change_number', ...writtenOffer.names]
  .map((name) => `${name} = ?`)
  .concat(keepCreatedRun)
  .join(', ');

/** The values of {@link writtenOffer} in the short form (record 0051); null if the write may change other columns too. */
export function toOfferValues(write: ProductWrite): readonly StoredValue[] | null {
  if (write.packedOffer === undefined) return null;
  const { price, compareAtPrice, inStock, stockQuantity } = write.product;
  const { countsAsEnriched, updatedAt } = write;
  return writtenOffer.values({
    ...{ price, compareAtPrice, inStock, stockQuantity, countsAsEnriched, updatedAt },
    ...shortPartsOf(write),
  });
}

/** Values of writes in the form that was last asked for: what an import replaces is found by them before they are written. */
const valuesOfWrites = new WeakMap<
  ProductWrite,
  { readonly isShort: boolean; readonly values: readonly StoredValue[] }
>();

/** The values of {@link writtenProduct}; truth values as booleans. `isShort`: as of record 0051. */
export function toProductValues(write: ProductWrite, isShort: boolean): readonly StoredValue[] {
  const known = valuesOfWrites.get(write);
  if (known?.isShort === isShort) return known.values;
  const { id, product, countsAsEnriched, createdAt, updatedAt } = write;
  const parts = isShort ? shortPartsOf(write) : plainPartsOf(write);
  return writtenProduct.values({ ...product, ...parts, id, countsAsEnriched, createdAt, updatedAt });
}

/** Does as {@link toProductValues}, and remembers the values for the write that follows. */
export function rememberProductValues(write: ProductWrite, isShort: boolean): readonly StoredValue[] {
  const values = toProductValues(write, isShort);
  valuesOfWrites.set(write, { isShort, values });
  return values;
}

type RowParts = Pick<ProductWrite, 'raw' | 'contentHash' | 'sourceHash' | 'runId'> & {
  readonly createdRunId: string | null;
};

function plainPartsOf(write: ProductWrite): RowParts {
  const { raw, contentHash, sourceHash, runId } = write;
  return { raw, contentHash, sourceHash, runId, createdRunId: runId };
}

function shortPartsOf(write: ProductWrite): RowParts {
  const { product, raw, value, contentHash, sourceHash, runId } = write;
  return {
    raw: write.packedOffer ?? packRaw(raw, toRawColumns(product), value),
    contentHash: shortHash(contentHash),
    sourceHash: shortHash(sourceHash),
    runId: runId === null ? null : shortRunId(runId),
    createdRunId: runId === null ? null : sameRun,
  };
}

/** Returns the fields that a product's packed text refers to. `imageUrls`: its list as JSON text. */
export function toRawColumns(
  product: CanonicalProduct,
  imageUrls = toJsonList(product.imageUrls),
): RawColumns {
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
    image_urls: imageUrls,
    attributes: product.attributes,
  };
}

/** Writes a list as JSON. Most lists are empty, and share one text. */
function toJsonList(list: readonly unknown[]): string {
  return list.length === 0 ? '[]' : JSON.stringify(list);
}

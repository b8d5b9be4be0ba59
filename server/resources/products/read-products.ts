/**
 * The operations that read products, done in the reader thread. They write nothing. An unknown product is `not_found`; one that cannot
 * be read is listed under `unreadable`, and asked for alone it is `store_unavailable`. A page has at most 200 products and 4 MiB.
 */
// Tests: test/api/products.test.ts.
import type { CatalogQuery, productOperations } from '../../../contract/products.ts';
import { notFound } from '../../errors.ts';
import { listProducts, searchProducts } from '../../insight/find-products.ts';
import { readHistory } from '../../insight/product-history.ts';
import { encodeCursor } from '../../operations/cursor.ts';
import { pathExternalId } from '../../operations/external-ids.ts';
import type { OperationHandlers } from '../../operations/operation-call.ts';
import { presentSummary } from '../../operations/present-product.ts';
import type { ReadContext } from '../../operations/read-context.ts';
import { writeAround, writePage } from '../../operations/write-page.ts';
import { type DamagedRow, namingProduct } from '../../storage/damage/damage.ts';
import type { ProductFilter, StoredProduct } from '../../storage/records.ts';
import type { StoreReader } from '../../storage/storage.ts';
import { presentDamaged, presentHistoryEntry, presentProduct } from './present-product.ts';

/** A handler for each operation. */
export const productReads: OperationHandlers<typeof productOperations, 'reader', ReadContext> = {
  listProducts: ({ query: { cursor, limit } }, { reader, store: { currency } }) =>
    writePage({
      ...{ name: 'products', limit },
      async read(last: StoredProduct | DamagedRow | null, most) {
        const after = last === null ? (cursor ?? null) : idOf(last);
        const page = await reader.products.page({ after, limit: most });
        return { rows: page.rows, isMore: page.next !== null };
      },
      show: (row) => (isDamaged(row) ? null : presentProduct(row, currency)),
      instead: { name: 'unreadable', show: (row) => (isDamaged(row) ? presentDamaged(row) : {}) },
      placeOf: idOf,
    }),
  async showProduct(call, { reader, store: { currency } }) {
    const externalId = pathExternalId(call);
    if (call.query.include !== 'raw') return presentProduct(await readProduct(reader, externalId), currency);
    const { product, raw } = await readWithRaw(reader, externalId);
    return writeAround(presentProduct(product, currency), 'raw', raw);
  },
  async searchCatalog({ query, found }, { reader, store: { currency } }) {
    const page = { text: query.q, after: query.cursor ?? null, limit: query.limit, filter: filterOf(query) };
    const { products, damaged, next } =
      found === undefined
        ? await listProducts(reader, page)
        : await searchProducts(reader, { ...page, ids: found });
    return {
      products: products.map((product) => presentSummary(product, currency)),
      ...(damaged.length > 0 && { unreadable: damaged.map(presentDamaged) }),
      next_cursor: next && encodeCursor(next),
    };
  },
  async showProductHistory(call, { reader, store: { currency } }) {
    const { cursor, limit } = call.query;
    const { product, raw } = await readWithRaw(reader, pathExternalId(call));
    const before = cursor === undefined ? null : Number(cursor);
    const { entries, next } = await readHistory(reader, product, { before, limit });
    return writeAround({ product: presentProduct(product, currency) }, 'raw', raw, {
      history: entries.map(presentHistoryEntry),
      next_cursor: next === null ? null : encodeCursor(String(next)),
    });
  },
};

/** Returns the filter that a list's query asks for. */
export function filterOf({ stock, missing, type }: CatalogQuery): ProductFilter {
  return {
    ...(stock !== undefined && { inStock: stock === 'in' }),
    ...(missing !== undefined && { missing }),
    ...(type !== '' && { type }),
  };
}

function isDamaged(row: StoredProduct | DamagedRow): row is DamagedRow {
  return 'table' in row;
}

function idOf(row: StoredProduct | DamagedRow): string {
  return isDamaged(row) ? row.id : row.externalId;
}

/** The text goes on as it is, which the read has found to be JSON. Rejects with `not_found`. */
async function readWithRaw(
  reader: StoreReader,
  externalId: string,
): Promise<{ product: StoredProduct; raw: string }> {
  const found = await namingProduct(reader, externalId, () => reader.products.withRaw(externalId));
  if (found === null) throw notFound('product');
  return found;
}

async function readProduct(reader: StoreReader, externalId: string): Promise<StoredProduct> {
  const product = await namingProduct(reader, externalId, () => reader.products.find(externalId));
  if (product === null) throw notFound('product');
  return product;
}

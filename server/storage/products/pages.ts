/**
 * Reads pages of a store's products in the order of their ids. A row that does not decode, or is on a page of the database that cannot
 * be read, is named in its product's place, and the pages continue behind it. It writes nothing. A page has at most 4 MiB, and around
 * damage 8 rows.
 */
// Tests: test/storage/damaged-meanwhile.test.ts.
import type { Kysely } from 'kysely';
import { aroundPages, decodeOrThrow, lostProduct, readEach } from '../damage/around-pages.ts';
import { type DamagedRow, decodeTolerantly, type OnDamage } from '../damage/damage.ts';
import type { Query } from '../database.ts';
import { readPage, rowsAroundDamage } from '../read-page.ts';
import type { Schema } from '../schema.ts';
import type { ProductRow } from './rows.ts';
import type { ProductPage, ProductsPage, RowPage } from './tables.ts';

/** A product or its damage, by its id; neither if it was deleted since its id was read. */
interface Place<Product> {
  readonly externalId: string;
  readonly values: readonly Product[];
  readonly damaged: readonly DamagedRow[];
}

/** The columns of a product that a page reads, and what it makes of them. */
interface PageForm<Product> {
  readonly columns: readonly (keyof ProductRow & string)[];
  /** Reads no other columns. */
  readonly decode: (row: ProductRow) => Product;
  /** The columns by which the bytes of a page are bounded. */
  readonly texts: readonly string[];
}

export function productPages<Product>(
  builder: Kysely<Schema>,
  query: Query,
  { storeId, onDamage }: { readonly storeId: string; readonly onDamage: OnDamage },
  { columns, decode: decodeRow, texts }: PageForm<Product>,
): (page: ProductsPage) => Promise<ProductPage<Product>> {
  const products = builder.selectFrom('products').where('store_id', '=', storeId);
  const decode = decodeOrThrow(decodeRow, lostProduct);
  const toPlace = (externalId: string, found: Parameters<typeof decode>[0] | null): Place<Product> => ({
    externalId,
    ...decodeTolerantly(found === null ? [] : [found], decode),
  });

  function rowsOf({ after, among }: Pick<ProductsPage, 'after' | 'among'>) {
    const wanted = among === undefined ? products : products.where('external_id', 'in', among);
    const rest = after === null ? wanted : wanted.where('external_id', '>', after);
    return rest.orderBy('external_id');
  }

  async function readAt(page: ProductsPage): Promise<RowPage<Place<Product>>> {
    const bounds = { limit: page.limit, texts };
    const rows = rowsOf(page).select(columns);
    return await readPage({ builder, query }, rows, bounds)
      .then((found) => ({ ...found, rows: found.rows.map((row) => toPlace(row.external_id, { row })) }))
      .catch(aroundPages(() => readNamed({ ...page, limit: Math.min(page.limit, rowsAroundDamage) })));
  }

  /**
   * Reads a page by ids, which stand in the index of the key, apart from the rows. A row that is deleted meanwhile keeps
   * its place.
   */
  async function readNamed(page: ProductsPage): Promise<RowPage<Place<Product>>> {
    const names = await query(rowsOf(page).select('external_id').limit(page.limit));
    const ids = names.map((row) => row.external_id);
    const read = (among: readonly string[]) => query(rowsOf({ after: null, among }).select(columns));
    const found = await readEach(ids, read, (row) => row.external_id);
    const rows = ids.map((id, index) => toPlace(id, found[index] ?? null));
    return { rows, isMore: ids.length === page.limit };
  }

  return async ({ limit, ...from }) => {
    // One more than is shown, to know whether there are more.
    const places = await readAt({ ...from, limit: limit + 1 });
    const page = places.rows.slice(0, limit);
    const damaged = page.flatMap((place) => place.damaged);
    if (damaged.length > 0) onDamage(storeId, damaged);
    return {
      rows: page.flatMap((place) => [...place.values, ...place.damaged]),
      products: page.flatMap(({ values }) => values),
      damaged,
      next: places.isMore ? (page.at(-1)?.externalId ?? null) : null,
    };
  };
}

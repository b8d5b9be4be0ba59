/**
 * Reads the lists of products that people look at. They look at a bounded stretch each, so that no statement keeps others waiting,
 * however few products match. Damaged rows are named in the list. It writes nothing. At least 100 products are looked at around a
 * damaged page; `scan` and `limit` are trusted. Times are microseconds since 1970.
 */
// Tests: test/storage/insight.test.ts.
import type { Kysely } from 'kysely';
import {
  aroundPages,
  decodeOrThrow,
  type FoundRow,
  lostProduct,
  readAround,
} from '../damage/around-pages.ts';
import type { DamagedRow, TolerantPlace } from '../damage/damage.ts';
import type { Query } from '../database.ts';
import type { Schema } from '../schema.ts';
import {
  type MissingField,
  type ProductFilter,
  type ProductReader,
  type ProductSummary,
  productSummary,
} from './tables.ts';

const columnOf = {
  image: 'image_url',
  category: 'category',
  brand: 'brand',
  description: 'description',
} as const satisfies Record<MissingField, string>;

type FoundProduct = FoundRow<Parameters<typeof productSummary.decode>[0], string>;

/** Products looked at around a damaged page if the page asks for fewer. Chosen: all their rows are read. */
const scanAround = 100;

/** Products of a stretch that fit, and the number of products looked at. */
interface FoundStretch {
  readonly found: readonly FoundProduct[];
  readonly scan: number;
}

function nameOf(found: FoundProduct): string {
  return 'lost' in found ? found.lost : found.row.external_id;
}

export function stretchReads(
  builder: Kysely<Schema>,
  query: Query,
  { storeId, separate }: TolerantPlace,
): Pick<ProductReader, 'stretch' | 'countMissing'> {
  const products = builder.selectFrom('products').where('store_id', '=', storeId);
  type Page = Parameters<ProductReader['stretch']>[0];
  const stretchOf = ({ after, scan, filter: { type } }: Pick<Page, 'after' | 'scan' | 'filter'>) => {
    // By the index of types, not by looking at all products.
    const wanted = type === undefined ? products : products.where('product_type', '=', type);
    const rest = after === null ? wanted : wanted.where('external_id', '>', after);
    return rest.orderBy('external_id').limit(scan);
  };
  function fitting(stretch: typeof products, filter: ProductFilter, limit: number) {
    const needed = filter.missing === 'description' ? (['description'] as const) : [];
    const looked = stretch.select([...productSummary.names, ...needed]);
    let found = builder.selectFrom(looked.as('stretch')).select(productSummary.names);
    if (filter.inStock !== undefined) found = found.where('in_stock', '=', filter.inStock);
    if (filter.missing !== undefined) found = found.where(columnOf[filter.missing], 'is', null);
    return query(found.orderBy('external_id').limit(limit));
  }
  const findAround = async (page: Page): Promise<FoundStretch> => {
    const { filter, limit, after } = page;
    const scan = Math.min(page.scan, Math.max(limit, scanAround));
    const rows = await query(stretchOf({ after, scan, filter }).select('external_id'));
    const names = rows.map((row) => row.external_id);
    const found = await readAround(names, (some) =>
      fitting(products.where('external_id', 'in', some), filter, some.length),
    );
    return { found: found.slice(0, limit), scan };
  };
  return {
    async stretch(page) {
      const { limit, filter } = page;
      const { found, scan } = await fitting(stretchOf(page), filter, limit)
        .then((rows) => ({ found: rows.map((row) => ({ row })), scan: page.scan }))
        .catch(aroundPages<FoundStretch>(() => findAround(page)));
      const { values, damaged } = separate(found, decodeOrThrow(productSummary.decode, lostProduct));
      const byName = new Map<string, ProductSummary | DamagedRow>([
        ...values.map((product) => [product.externalId, product] as const),
        ...damaged.map((row) => [row.id, row] as const),
      ]);
      const rows = found.flatMap((one) => byName.get(nameOf(one)) ?? []);
      const end = stretchOf({ ...page, scan: 1 })
        .select('external_id')
        .offset(scan - 1);
      const [last] =
        found.length < limit ? (await query(end)).map((row) => row.external_id) : found.slice(-1).map(nameOf);
      return { rows, scannedTo: last ?? null };
    },
    async countMissing(scan) {
      const stretch = products.select(['image_url', 'category']).orderBy('external_id').limit(scan);
      const counts = builder
        .selectFrom(stretch.as('stretch'))
        .select(({ fn }) => [
          fn.countAll<number>().as('looked'),
          fn.count<number>('image_url').as('image'),
          fn.count<number>('category').as('category'),
        ]);
      const [row] = await query(counts);
      const { looked, image, category } = row ?? { looked: 0, image: 0, category: 0 };
      return { looked, image: looked - image, category: looked - category };
    },
  };
}

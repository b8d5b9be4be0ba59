/**
 * Reads the lists of products that people look at. They look at a bounded stretch each, so that no statement keeps others waiting,
 * however few products match; products without an image or a category are found by an index. Damaged rows are named in the list. It
 * writes nothing. At least 100 products are looked at around a damaged page; `scan`, `limit` and `most` are trusted. Times are
 * microseconds since 1970.
 */
// Tests: test/storage/insight.test.ts, test/storage/incomplete-products.test.ts.
import type { Kysely } from 'kysely';
import { countedFields, type MissingField } from '../../../contract/words/product.ts';
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
import { type ProductFilter, type ProductReader, type ProductSummary, productSummary } from './tables.ts';

const columnOf = {
  image: 'image_url',
  category: 'category',
  stock: 'stock_quantity',
  type: 'product_type',
  brand: 'brand',
  description: 'description',
} as const satisfies Record<MissingField, string>;

/**
 * Fields that have an index of the products without them. The others have none: it costs a write of each product that lacks the field
 * 5 µs, and shops that leave a field out mostly do so in all their products, where a look at the first finds a page.
 */
const indexedFields: readonly MissingField[] = ['image', 'category'];

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
): Pick<ProductReader, 'stretch' | 'countMissing' | 'gapsByRun'> {
  const products = builder.selectFrom('products').where('store_id', '=', storeId);
  type Page = Parameters<ProductReader['stretch']>[0];
  const stretchOf = ({ after, scan, filter }: Pick<Page, 'after' | 'scan' | 'filter'>) => {
    const { missing, type } = filter;
    // By an index, not by looking at all products.
    const isIndexed = missing !== undefined && indexedFields.includes(missing);
    const incomplete = isIndexed ? productsWithout(builder, storeId, missing) : products;
    const wanted = type === undefined ? incomplete : incomplete.where('product_type', '=', type);
    const rest = after === null ? wanted : wanted.where('external_id', '>', after);
    return rest.orderBy('external_id').limit(scan);
  };
  function fitting(stretch: typeof products, filter: ProductFilter, limit: number) {
    const needed = filter.missing === undefined ? [] : [columnOf[filter.missing]];
    const looked = stretch.select([...new Set([...productSummary.names, ...needed])]);
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
    ...incompleteReads(builder, query, storeId),
  };
}

/** Selects the products of a store that lack a field. */
function productsWithout(builder: Kysely<Schema>, storeId: string, field: MissingField) {
  return builder.selectFrom('products').where('store_id', '=', storeId).where(columnOf[field], 'is', null);
}

function incompleteReads(
  builder: Kysely<Schema>,
  query: Query,
  storeId: string,
): Pick<ProductReader, 'countMissing' | 'gapsByRun'> {
  const products = builder.selectFrom('products').where('store_id', '=', storeId);
  const without = (field: MissingField) => productsWithout(builder, storeId, field);
  /** The first `most` products lack the field if the last of them is the last of those that do. */
  async function isFirstWithout(field: MissingField, most: number): Promise<boolean> {
    const last = (rows: typeof products) =>
      rows
        .select('external_id')
        .orderBy('external_id')
        .limit(1)
        .offset(most - 1);
    const ends = builder.selectNoFrom([last(products).as('product'), last(without(field)).as('lacking')]);
    const [row] = await query(ends);
    return row !== undefined && row.product === row.lacking;
  }
  return {
    async countMissing(most) {
      const countOf = (field: MissingField) =>
        builder
          .selectFrom(without(field).select('external_id').orderBy('external_id').limit(most).as('lacking'))
          .select(({ fn }) => fn.countAll<number>().as('count'));
      const counts = builder.selectNoFrom([countOf('image').as('image'), countOf('category').as('category')]);
      const [row] = await query(counts);
      const { image, category } = { image: row?.image ?? 0, category: row?.category ?? 0 };
      return { image, category, isWithoutImages: image === most && (await isFirstWithout('image', most)) };
    },
    async gapsByRun({ before, scan }) {
      const older =
        before === null
          ? products
          : products.where(({ eb, refTuple, tuple }) =>
              eb(
                refTuple('change_number', 'external_id'),
                '<',
                tuple(before.changeNumber, before.externalId),
              ),
            );
      // In the order in which rows were written, which reads the fewest pages.
      const stretch = older.orderBy('change_number', 'desc').orderBy('external_id', 'desc');
      const looked = stretch.select(['run_id', ...countedFields.map((field) => columnOf[field])]).limit(scan);
      const byRun = builder
        .selectFrom(looked.as('looked'))
        .select('run_id as runName')
        .select(({ fn }) => [
          fn.countAll<number>().as('products'),
          ...countedFields.map((field) => fn.count<number>(columnOf[field]).as(field)),
        ])
        .groupBy('run_id');
      const end = stretch
        .select(['change_number as changeNumber', 'external_id as externalId'])
        .limit(1)
        .offset(scan - 1);
      const runs = await query(byRun);
      const [last] = await query(end);
      return { runs, last: last ?? null };
    },
  };
}

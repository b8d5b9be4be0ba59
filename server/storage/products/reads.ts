/**
 * Reads the products of one store. Every statement names the store. Pages end by their bytes (read-page.ts); damaged rows are named or
 * left out, as each method says. It writes nothing. A page has at most 4 MiB; unknown ids are null or absent.
 */
// Tests: test/storage/storage.test.ts.
import type { Kysely } from 'kysely';
import { aroundPages, decodeOrThrow, lostProduct, readAround } from '../damage/around-pages.ts';
import { type DamagedRow, decodeTolerantly, type OnDamage, type TolerantPlace } from '../damage/damage.ts';
import type { Query } from '../database.ts';
import { inChunks } from '../in-chunks.ts';
import { type PageReads, readPage, rowsAroundDamage } from '../read-page.ts';
import type { Schema } from '../schema.ts';
import { historyReads } from './history.ts';
import { emptyColumns } from './known-products.ts';
import { productPages } from './pages.ts';
import { rawColumns } from './row-raw.ts';
import {
  batchProductColumns,
  existingProductColumns,
  fragileProductColumns,
  indexedProductColumns,
  longProductTexts,
  readRaw,
  storedProductColumns,
  toChangePage,
  toExistingProduct,
  toIndexedProduct,
  toStoredProduct,
  toWholeProduct,
  wholeProductColumns,
  wholeProductTexts,
} from './rows.ts';
import { stretchReads } from './stretches.ts';
import { type ChangePage, type IndexedProduct, type ProductReader, products } from './tables.ts';

/**
 * Creates the reader of one store’s products: by id, by change number and by page. `onDamage` decides about rows that
 * cannot be read.
 */
export function productReads(
  builder: Kysely<Schema>,
  query: Query,
  place: TolerantPlace & { readonly onDamage: OnDamage },
): ProductReader {
  const { storeId } = place;
  const ofStore = builder.selectFrom('products').where('store_id', '=', storeId);
  const whole = ofStore.select(storedProductColumns);
  const indexed = ofStore.select(indexedProductColumns);
  async function changesAround(page: typeof ofStore, limit: number): Promise<ChangePage<IndexedProduct>> {
    const places = await query(page.select(['change_number', 'external_id']).limit(limit));
    const found = await readAround(places, (some) =>
      query(
        indexed
          .where(
            'external_id',
            'in',
            some.map((place) => place.external_id),
          )
          .orderBy('change_number')
          .orderBy('external_id'),
      ),
    );
    const decode = decodeOrThrow(toIndexedProduct, (place: (typeof places)[number]) =>
      lostProduct(place.external_id),
    );
    const { values, damaged } = decodeTolerantly(found, decode);
    const isMore = places.length === limit;
    return { ...toChangePage({ rows: places, isMore }, () => null), products: values, damaged };
  }
  const reads = { builder, query };
  return {
    ...damageReads(reads, storeId),
    ...stretchReads(builder, query, place),
    ...historyReads(builder, query, storeId),
    async find(externalId) {
      const [row] = await query(whole.where('external_id', '=', externalId));
      return row === undefined ? null : toStoredProduct(row);
    },
    async raw(externalId) {
      const [row] = await query(ofStore.select(rawColumns).where('external_id', '=', externalId));
      return row === undefined ? null : readRaw(row);
    },
    async withRaw(externalId) {
      const [row] = await query(whole.select(rawColumns).where('external_id', '=', externalId));
      return row === undefined ? null : { product: toStoredProduct(row), raw: readRaw(row) };
    },
    async existing(externalIds) {
      if (externalIds.length === 0) return new Map();
      const existing = ofStore.select(existingProductColumns).where('external_id', 'in', externalIds);
      return new Map((await query(existing)).map((row) => [row.external_id, toExistingProduct(row)]));
    },
    page: productPages(builder, query, place, storedPages),
    wholePage: productPages(builder, query, place, wholePages),
    async changed({ after, limit }) {
      const rest =
        after === null
          ? ofStore
          : ofStore.where(({ eb, refTuple, tuple }) =>
              eb(refTuple('change_number', 'external_id'), '>', tuple(after.changeNumber, after.externalId)),
            );
      const page = rest.orderBy('change_number').orderBy('external_id');
      return await readPage(reads, page.select(indexedProductColumns), { limit, texts: longProductTexts })
        .then((found) => toChangePage(found, toIndexedProduct))
        .catch(aroundPages(() => changesAround(page, Math.min(limit, rowsAroundDamage))));
    },
  };
}

const storedPages = { columns: storedProductColumns, decode: toStoredProduct, texts: longProductTexts };
const wholePages = { columns: wholeProductColumns, decode: toWholeProduct, texts: wholeProductTexts };

function damageReads(reads: PageReads, storeId: string): Pick<ProductReader, 'damaged' | 'lost'> {
  const damagedAmong = (externalIds: readonly string[], columns: readonly ProductColumn[]) =>
    inChunks(externalIds, (chunk) => findDamaged(reads, { storeId, externalIds: chunk, columns }));
  return {
    damaged: (externalIds) => damagedAmong(externalIds, fragileProductColumns),
    async lost(externalIds) {
      const found = await readAround(externalIds, (some) => damagedAmong(some, batchProductColumns));
      return found.flatMap((one) => ('lost' in one ? [lostProduct(one.lost)] : []));
    },
  };
}

type ProductColumn = (typeof batchProductColumns)[number];

/** Page by page, since what was sent is read with each product. */
async function findDamaged(
  reads: PageReads,
  {
    storeId,
    externalIds,
    columns,
  }: {
    readonly storeId: string;
    readonly externalIds: readonly string[];
    readonly columns: readonly ProductColumn[];
  },
): Promise<DamagedRow[]> {
  const among = reads.builder
    .selectFrom('products')
    .where('store_id', '=', storeId)
    .where('external_id', 'in', externalIds)
    .select(['external_id', ...columns])
    .select(emptyColumns)
    .orderBy('external_id');
  const bounds = { limit: externalIds.length + 1, texts: [...longProductTexts, 'products.raw'] };
  const damaged: DamagedRow[] = [];
  for (let page = among; ; ) {
    const { rows, isMore } = await readPage(reads, page, bounds);
    damaged.push(...rows.flatMap((row) => products.damageIn(row)));
    if (!isMore) return damaged;
    page = among.where('external_id', '>', rows.at(-1)?.external_id ?? '');
  }
}

/**
 * The reads of one store. Every statement names the store, and each sees one state of the database; the same
 * queries run outside and inside a transaction, as `query` decides.
 */
import type { Kysely } from 'kysely';
import { limits } from '../../contract/limits.ts';
import { toAuditEntry } from './account-rows.ts';
import { aroundPages, lostProduct, orLost, readAround } from './around-pages.ts';
import { collectionReads } from './collection-reads.ts';
import { createTolerantPlace, type DamagedRow, decodeTolerantly, type OnDamage } from './damage.ts';
import type { Database, Query } from './database.ts';
import { enrichmentReads } from './enrichment-reads.ts';
import { erasureReads } from './erasure-statements.ts';
import { eventReads } from './event-reads.ts';
import { createFeedReader } from './feed-statements.ts';
import { fileReads } from './file-rows.ts';
import { toFailedRowsFile, toFailure, toImportRun } from './import-rows.ts';
import { type ImportRun, idempotencyKeys } from './imports.ts';
import { inChunks } from './in-chunks.ts';
import { createInsightReader } from './insight-reads.ts';
import { emptyColumns } from './known-products.ts';
import { merchandisingReads } from './merchandising-statements.ts';
import { productPages } from './product-pages.ts';
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
} from './product-rows.ts';
import { type ChangePage, type IndexedProduct, products } from './products.ts';
import { type PageReads, readPage, rowsAroundDamage } from './read-page.ts';
import { rawColumns } from './row-raw.ts';
import type { Schema } from './schema.ts';
import { searchReads } from './search-reads.ts';
import type { StoreReader } from './storage.ts';
import { type StoreSynonyms, synonymSets } from './synonyms.ts';
import type { RowOf } from './table.ts';
import { webhookReads } from './webhook-statements.ts';

export function createStoreReader(
  database: Pick<Database, 'builder' | 'now'>,
  query: Query,
  storeId: string,
  onDamage: OnDamage,
): StoreReader {
  const { builder } = database;
  const place = createTolerantPlace(storeId, onDamage);
  return {
    ...productReads(builder, query, { storeId, onDamage }),
    ...importReads(builder, query, storeId),
    ...fileReads(builder, query, storeId),
    ...synonymReads(builder, query, storeId),
    ...auditReads(builder, query, storeId),
    ...createInsightReader(builder, query, place),
    ...createFeedReader(database, query, storeId),
    ...webhookReads(builder, query, place),
    ...enrichmentReads(database, query, place),
    ...collectionReads(builder, query, place),
    ...eventReads(builder, query, storeId),
    ...erasureReads(builder, query, storeId),
    ...searchReads(builder, query, storeId),
    ...merchandisingReads(builder, query, storeId),
  };
}

type ProductReads = Pick<
  StoreReader,
  | 'product'
  | 'rawProduct'
  | 'existingProducts'
  | 'damagedProducts'
  | 'lostProducts'
  | 'products'
  | 'changedProducts'
>;

function productReads(
  builder: Kysely<Schema>,
  query: Query,
  place: { readonly storeId: string; readonly onDamage: OnDamage },
): ProductReads {
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
    const decode = orLost(toIndexedProduct, (place: (typeof places)[number]) =>
      lostProduct(place.external_id),
    );
    const { values, damaged } = decodeTolerantly(found, decode);
    const isMore = places.length === limit;
    return { ...toChangePage({ rows: places, isMore }, () => null), products: values, damaged };
  }
  const reads = { builder, query };
  const damagedAmong = (externalIds: readonly string[], columns: readonly ProductColumn[]) =>
    inChunks(externalIds, (chunk) => findDamaged(reads, { storeId, externalIds: chunk, columns }));
  return {
    async product(externalId) {
      const [row] = await query(whole.where('external_id', '=', externalId));
      return row === undefined ? null : toStoredProduct(row);
    },
    async rawProduct(externalId) {
      const [row] = await query(ofStore.select(rawColumns).where('external_id', '=', externalId));
      return row === undefined ? null : readRaw(row);
    },
    async existingProducts(externalIds) {
      if (externalIds.length === 0) return new Map();
      const existing = ofStore.select(existingProductColumns).where('external_id', 'in', externalIds);
      return new Map((await query(existing)).map((row) => [row.external_id, toExistingProduct(row)]));
    },
    damagedProducts: (externalIds) => damagedAmong(externalIds, fragileProductColumns),
    async lostProducts(externalIds) {
      const found = await readAround(externalIds, (some) => damagedAmong(some, batchProductColumns));
      return found.flatMap((one) => ('lost' in one ? [lostProduct(one.lost)] : []));
    },
    products: productPages(builder, query, place),
    async changedProducts({ after, limit }) {
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

type ImportReads = Pick<
  StoreReader,
  | 'import'
  | 'failedRowsFile'
  | 'imports'
  | 'failures'
  | 'failureBytes'
  | 'queuedEnrichments'
  | 'findIdempotency'
>;

function importReads(builder: Kysely<Schema>, query: Query, storeId: string): ImportReads {
  const imports = builder.selectFrom('imports').selectAll().where('store_id', '=', storeId);
  return {
    async import(importId) {
      const rows = await query(imports.where('id', '=', importId));
      const [run] = await withFailures(builder, query, rows);
      return run ?? null;
    },
    async failedRowsFile(importId) {
      const run = builder
        .selectFrom('imports')
        .leftJoin('feed_runs', (join) =>
          join.onRef('feed_runs.store_id', '=', 'imports.store_id').onRef('feed_runs.id', '=', 'imports.id'),
        )
        .select(['filename', 'layout', 'failures_dropped', 'feed_id', 'imports.id'])
        .where('imports.store_id', '=', storeId)
        .where('imports.id', '=', importId);
      const [row] = await query(run);
      return row === undefined ? null : toFailedRowsFile(row);
    },
    async imports({ before, limit, without }) {
      const wanted = without === undefined ? imports : imports.where('source', '!=', without);
      const older = before === null ? wanted : wanted.where('id', '<', before);
      const rows = await query(older.orderBy('id', 'desc').limit(limit));
      return await withFailures(builder, query, rows);
    },
    async failures(importId, { afterRow, limit }) {
      const failures = builder
        .selectFrom('import_failures')
        .select(['row', 'line', 'external_id', 'problems', 'raw'])
        .where('store_id', '=', storeId)
        .where('import_id', '=', importId)
        .where('row', '>', afterRow)
        .orderBy('row')
        .limit(limit);
      return (await query(failures)).map(toFailure);
    },
    async failureBytes() {
      const counter = builder.selectFrom('stores').select('failure_bytes').where('id', '=', storeId);
      return (await query(counter))[0]?.failure_bytes ?? 0;
    },
    async queuedEnrichments() {
      const count = builder
        .selectFrom('enrichment_jobs')
        .select((expression) => expression.fn.countAll<number>().as('count'))
        .where('store_id', '=', storeId);
      return (await query(count))[0]?.count ?? 0;
    },
    async findIdempotency(key) {
      const record = builder
        .selectFrom('idempotency_keys')
        .selectAll()
        .where('store_id', '=', storeId)
        .where('key', '=', key);
      const [row] = await query(record);
      return row === undefined ? null : idempotencyKeys.decode(row);
    },
  };
}

type SynonymReads = Pick<StoreReader, 'synonyms' | 'changedSynonyms'>;

function synonymReads(builder: Kysely<Schema>, query: Query, storeId: string): SynonymReads {
  const set = builder.selectFrom('synonym_sets').selectAll().where('store_id', '=', storeId);
  return {
    async synonyms() {
      const [row] = await query(set);
      return toStoreSynonyms(row);
    },
    async changedSynonyms(after) {
      const [row] = await query(set.where('change_number', '>', after));
      return row === undefined ? null : toStoreSynonyms(row);
    },
  };
}

/** A store without a row has no rules of its own, and the common ones. */
function toStoreSynonyms(row: RowOf<typeof synonymSets.columns> | undefined): StoreSynonyms {
  if (row === undefined) return { rules: [], common: true, changeNumber: 0, updatedAt: null };
  return synonymSets.decode(row);
}

/**
 * Imports with their first failures: one statement for all of them, made of a short walk along the key for each,
 * whatever the number of failures (a window function would number them all, and a join would plan for all).
 * It runs after the imports were read, so it sees at least the failures that their counts speak of.
 */
async function withFailures(
  builder: Kysely<Schema>,
  query: Query,
  runs: readonly ImportRow[],
): Promise<ImportRun[]> {
  const walks = runs.map((run) =>
    builder
      .selectFrom(firstFailures(builder, run.store_id, run.id).as('first'))
      .select(['import_id', 'row', 'line', 'external_id', 'problems']),
  );
  const [first, ...others] = walks;
  if (first === undefined) return [];
  const rows = await query(others.reduce((union, walk) => union.unionAll(walk), first));
  const failuresById = Map.groupBy(
    rows.toSorted((left, right) => left.row - right.row),
    (row) => row.import_id,
  );
  return runs.map((run) =>
    toImportRun(
      run,
      (failuresById.get(run.id) ?? []).map((row) => toFailure({ ...row, raw: null })),
    ),
  );
}

type ImportRow = Parameters<typeof toImportRun>[0];

function firstFailures(builder: Kysely<Schema>, storeId: string, importId: string) {
  return builder
    .selectFrom('import_failures')
    .select(['import_id', 'row', 'line', 'external_id', 'problems'])
    .where('store_id', '=', storeId)
    .where('import_id', '=', importId)
    .orderBy('row')
    .limit(limits.failuresShownInImport);
}

type AuditReads = Pick<StoreReader, 'auditEntries'>;

function auditReads(builder: Kysely<Schema>, query: Query, storeId: string): AuditReads {
  return {
    async auditEntries({ before, limit }) {
      const entries = builder.selectFrom('audit_entries').selectAll().where('store_id', '=', storeId);
      const older = before === null ? entries : entries.where('id', '<', before);
      return (await query(older.orderBy('id', 'desc').limit(limit))).map(toAuditEntry);
    },
  };
}

/**
 * What the dashboard reads of one store. Lists over products look at a bounded stretch each, so that no statement
 * keeps others waiting, however few products fit.
 */
import type { Kysely } from 'kysely';
import { isCancelled } from '../../contract/cancelled-import.ts';
import type { ImportSource, ImportStatus } from '../../contract/words/product-import.ts';
import type { TolerantPlace } from './damage.ts';
import type { Query } from './database.ts';
import {
  summaryColumns,
  toCatalogStatistics,
  toProductSummary,
  toRecordedChange,
  toRequestStatistics,
  toRunName,
} from './insight-rows.ts';
import { storedProductColumns, toStoredProduct } from './product-rows.ts';
import type { MissingField } from './records.ts';
import type { Schema } from './schema.ts';
import type { InsightReader } from './storage.ts';

export function createInsightReader(
  builder: Kysely<Schema>,
  query: Query,
  place: TolerantPlace,
): InsightReader {
  const { storeId } = place;
  return {
    ...productReads(builder, query, place),
    ...historyReads(builder, query, storeId),
    ...expiryReads(builder, query, storeId),
    ...statisticReads(builder, query, storeId),
  };
}

const columnOf = {
  image: 'image_url',
  category: 'category',
  brand: 'brand',
  description: 'description',
} as const satisfies Record<MissingField, string>;

type ProductReads = Pick<InsightReader, 'storedProducts' | 'productsByIds' | 'findProducts' | 'countMissing'>;

function productReads(
  builder: Kysely<Schema>,
  query: Query,
  { storeId, tolerate }: TolerantPlace,
): ProductReads {
  const products = builder.selectFrom('products').where('store_id', '=', storeId);
  return {
    async storedProducts(externalIds) {
      if (externalIds.length === 0) return [];
      const known = products.select(storedProductColumns).where('external_id', 'in', externalIds);
      return tolerate(await query(known), toStoredProduct);
    },
    async productsByIds(ids) {
      if (ids.length === 0) return [];
      const known = products.select(storedProductColumns).where('id', 'in', ids);
      return tolerate(await query(known), toStoredProduct);
    },
    async findProducts({ after, limit, scan, filter }) {
      const rest = after === null ? products : products.where('external_id', '>', after);
      const needed = filter.missing === 'description' ? (['description'] as const) : [];
      const stretch = rest
        .orderBy('external_id')
        .limit(scan)
        .select([...summaryColumns, ...needed]);
      let fitting = builder.selectFrom(stretch.as('stretch')).select(summaryColumns);
      if (filter.inStock !== undefined) fitting = fitting.where('in_stock', '=', filter.inStock);
      if (filter.missing !== undefined) fitting = fitting.where(columnOf[filter.missing], 'is', null);
      const found = await query(fitting.orderBy('external_id').limit(limit));
      const end = rest.select('external_id').orderBy('external_id').limit(1);
      const [last] = found.length < limit ? await query(end.offset(scan - 1)) : found.slice(-1);
      return { products: tolerate(found, toProductSummary), scannedTo: last?.external_id ?? null };
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

type HistoryReads = Pick<InsightReader, 'productChanges' | 'productRuns' | 'runMarks'>;

function historyReads(builder: Kysely<Schema>, query: Query, storeId: string): HistoryReads {
  const imports = builder.selectFrom('imports').where('store_id', '=', storeId);
  return {
    async productChanges(externalId, { before, limit }) {
      const runs = imports.select(['id', 'source', 'filename']).as('runs');
      const changes = builder
        .selectFrom('product_changes')
        .leftJoin(runs, 'runs.id', 'product_changes.run_id')
        .select(['change_number', 'at', 'kind', 'fields', 'runs.id', 'runs.source', 'runs.filename'])
        .where('product_changes.store_id', '=', storeId)
        .where('external_id', '=', externalId);
      const older = before === null ? changes : changes.where('change_number', '<', before);
      return (await query(older.orderBy('change_number', 'desc').limit(limit))).map(toRecordedChange);
    },
    async productRuns(externalId) {
      const product = builder
        .selectFrom('products')
        .select(['run_id', 'created_run_id'])
        .where('store_id', '=', storeId)
        .where('external_id', '=', externalId);
      const [row] = await query(product);
      const ids = [row?.run_id, row?.created_run_id].filter((id) => typeof id === 'string');
      if (ids.length === 0) return { created: null, last: null };
      const rows = await query(imports.select(['id', 'source', 'filename']).where('id', 'in', ids));
      const named = (id: string | null | undefined) => {
        const run = rows.find((candidate) => candidate.id === id);
        return run === undefined ? null : toRunName(run);
      };
      return { created: named(row?.created_run_id), last: named(row?.run_id) };
    },
    async runMarks({ since, limit }) {
      const marks = imports
        .select(['id', 'source', 'status', 'error', 'valid_rows', 'created_at'])
        .where('created_at', '>=', since)
        .where('dry_run', '=', false)
        .orderBy('id', 'desc')
        .limit(limit);
      return (await query(marks)).map((row) => ({
        id: row.id,
        source: row.source as ImportSource,
        status: row.status as ImportStatus,
        isCancelled: isCancelled(row),
        validRows: row.valid_rows,
        createdAt: row.created_at,
      }));
    },
  };
}

type ExpiryReads = Pick<InsightReader, 'expiredImports' | 'oldestFailures'>;

function expiryReads(builder: Kysely<Schema>, query: Query, storeId: string): ExpiryReads {
  const imports = builder.selectFrom('imports').where('store_id', '=', storeId);
  return {
    async expiredImports({ createdBefore, kept, most, limit }) {
      const newest = (place: number) =>
        imports
          .select('id')
          .orderBy('id', 'desc')
          .limit(1)
          .offset(place - 1);
      const expired = imports
        .select(['id', 'created_at'])
        .where('status', 'in', ['completed', 'failed'])
        .where('id', '<', newest(kept))
        .where(({ eb, or }) => or([eb('created_at', '<', createdBefore), eb('id', '<', newest(most))]))
        .orderBy('id')
        .limit(limit);
      return (await query(expired)).map((row) => ({ id: row.id, createdAt: row.created_at }));
    },
    async oldestFailures(limit) {
      const oldest = imports
        .select('id')
        .where('failure_bytes', '>', 0)
        .where('status', 'in', ['completed', 'failed'])
        .orderBy('id')
        .limit(limit);
      return (await query(oldest)).map(({ id }) => id);
    },
  };
}

type StatisticReads = Pick<InsightReader, 'requestStatistics' | 'catalogStatistics'>;

function statisticReads(builder: Kysely<Schema>, query: Query, storeId: string): StatisticReads {
  return {
    async requestStatistics(from) {
      const buckets = builder
        .selectFrom('request_statistics')
        .selectAll()
        .where('store_id', '=', storeId)
        .where('bucket_at', '>=', from)
        .orderBy('bucket_at');
      return (await query(buckets)).map(toRequestStatistics);
    },
    async catalogStatistics(from) {
      const buckets = builder
        .selectFrom('catalog_statistics')
        .select(['bucket_at', 'in_stock', 'out_of_stock'])
        .where('store_id', '=', storeId);
      const before = buckets.where('bucket_at', '<', from).orderBy('bucket_at', 'desc').limit(1);
      const within = buckets.where('bucket_at', '>=', from).orderBy('bucket_at');
      return [...(await query(before)), ...(await query(within))].map(toCatalogStatistics);
    },
  };
}

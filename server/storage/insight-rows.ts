/** Statistics and changes of products between records.ts and their tables. */

import type { Selectable } from 'kysely';
import type { ImportSource } from '../../contract/words/product-import.ts';
import { readJson, readText } from './json-columns.ts';
import type {
  CatalogStatistics,
  ProductChange,
  ProductSummary,
  RecordedChange,
  RequestStatistics,
  RunName,
} from './records.ts';
import type {
  CatalogStatisticsTable,
  ProductChangesTable,
  ProductsTable,
  RequestStatisticsTable,
} from './schema.ts';

/** The columns of {@link toProductSummary}: all of them before the long ones. */
export const summaryColumns = [
  'external_id',
  'id',
  'in_stock',
  'updated_at',
  'price',
  'currency',
  'title',
  'category',
  'brand',
  'image_url',
] as const satisfies readonly (keyof ProductsTable)[];

export function toProductSummary(
  row: Pick<Selectable<ProductsTable>, (typeof summaryColumns)[number]>,
): ProductSummary {
  return {
    externalId: row.external_id,
    id: row.id,
    inStock: Boolean(row.in_stock),
    updatedAt: row.updated_at,
    price: readText('products', row, 'price'),
    currency: readText('products', row, 'currency'),
    title: row.title,
    category: row.category,
    brand: row.brand,
    imageUrl: row.image_url,
  };
}

export function toRequestStatistics(row: RequestStatisticsTable): RequestStatistics {
  const { graph, backend, cached, errors } = row;
  return {
    bucketAt: row.bucket_at,
    graph,
    backend,
    cached,
    errors,
    latencies: readJson('request_statistics', row, 'latencies'),
  };
}

export function toRequestStatisticsRow(
  storeId: string,
  { bucketAt, latencies, ...counts }: RequestStatistics,
): RequestStatisticsTable {
  return { store_id: storeId, bucket_at: bucketAt, ...counts, latencies: JSON.stringify(latencies) };
}

export function toCatalogStatistics(row: Omit<CatalogStatisticsTable, 'store_id'>): CatalogStatistics {
  return { bucketAt: row.bucket_at, inStock: row.in_stock, outOfStock: row.out_of_stock };
}

/** The columns of a change that an insert binds after `store_id`, with their PostgreSQL types. */
export const changeColumns = [
  ['external_id', 'text'],
  ['change_number', 'bigint'],
  ['at', 'bigint'],
  ['run_id', 'text'],
  ['kind', 'text'],
  ['fields', 'text'],
] as const satisfies readonly (readonly [keyof ProductChangesTable, 'text' | 'bigint'])[];

/** The values of {@link changeColumns}. */
export function toChangeValues(change: ProductChange): (string | number | null)[] {
  const { externalId, changeNumber, at, runId, kind, fields } = change;
  return [externalId, changeNumber, at, runId, kind, JSON.stringify(fields)];
}

/** A change as it is read, beside its import where that is known. */
export type RecordedChangeRow = Pick<ProductChangesTable, 'change_number' | 'at' | 'kind' | 'fields'> &
  RunNameRow;

export function toRecordedChange(row: RecordedChangeRow): RecordedChange {
  return {
    changeNumber: row.change_number,
    at: row.at,
    kind: row.kind as RecordedChange['kind'],
    run: toRunName(row),
    fields: readJson('product_changes', row, 'fields'),
  };
}

/** What an outer join gives of an import. */
export interface RunNameRow {
  readonly id: string | null;
  readonly source: string | null;
  readonly filename: string | null;
}

export function toRunName({ id, source, filename }: RunNameRow): RunName | null {
  return id === null ? null : { id, source: source as ImportSource, filename: filename ?? '' };
}

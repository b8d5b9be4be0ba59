/**
 * Rows for tests of the storage: complete and ordinary, with what a test is about given on top. Times are microseconds, prices decimal
 * texts. It writes nothing and checks nothing: a wrong row is the test's own.
 */

import type { CanonicalProduct } from '../../server/catalog/product.ts';
import type { ProductType } from '../../server/catalog/product-type.ts';
import { noCounts } from '../../server/ingest/run-counts.ts';
import type { Feed } from '../../server/storage/feeds/tables.ts';
import type { ApiKey, Failure, ImportRun, ProductWrite, Store } from '../../server/storage/records.ts';

/** 2026-11-21T00:00:00Z in microseconds. */
export const someTime = 1_795_219_200_000_000;

/** Tables of the directory that name a store all the same. */
export const directoryTables: ReadonlySet<string> = new Set([
  'api_keys',
  'jobs',
  'job_turns',
  'awaited_changes',
  'memberships',
  'invitations',
  'collection_stores',
  'popularity_state',
  'store_deletions',
]);

/** A UUID that ends in the number and sorts by it. */
export function uuidOf(number: number): string {
  return `0198a5d2-0000-7000-8000-${number.toString(16).padStart(12, '0')}`;
}

export function storeRow(fields: Partial<Store> = {}): Store {
  return {
    id: uuidOf(1),
    name: 'Shop',
    plan: 'unlimited',
    currency: 'USD',
    locale: 'en',
    createdAt: someTime,
    changeNumber: 0,
    productCount: 0,
    inStockCount: 0,
    enrichmentCount: 0,
    groupVariants: true,
    ...fields,
  };
}

export function apiKeyRow(fields: Partial<ApiKey> = {}): ApiKey {
  return {
    id: uuidOf(100),
    storeId: uuidOf(1),
    kind: 'secret',
    name: 'default',
    hash: 'a'.repeat(64),
    hint: 'ft_sk_Ab3…9xZ',
    allowedOrigins: [],
    createdAt: someTime,
    lastUsedAt: null,
    revokedAt: null,
    token: null,
    expiresAt: null,
    replacedBy: null,
    ...fields,
  };
}

export function canonicalProduct(
  externalId: string,
  fields: Partial<CanonicalProduct> = {},
): CanonicalProduct {
  return {
    externalId,
    title: `Title of ${externalId}`,
    description: null,
    category: null,
    brand: null,
    author: null,
    isbn: null,
    gtin: null,
    ean: null,
    sku: null,
    mpn: null,
    itemGroupId: null,
    price: '12.90',
    compareAtPrice: null,
    currency: null,
    stockQuantity: null,
    url: 'https://shop.example/p',
    imageUrl: null,
    imageUrls: [],
    inStock: true,
    attributes: [],
    ...fields,
  };
}

/** The id is made from `number`, so that it is distinct in a store. */
export function productWrite(
  externalId: string,
  number: number,
  fields: Partial<Omit<ProductWrite, 'product'>> & { readonly product?: Partial<CanonicalProduct> } = {},
): ProductWrite {
  const { product, ...rest } = fields;
  return {
    id: uuidOf(1_000 + number),
    product: canonicalProduct(externalId, product),
    raw: JSON.stringify({ external_id: externalId }),
    contentHash: `content-${externalId}`,
    sourceHash: `source-${externalId}`,
    countsAsEnriched: false,
    runId: null,
    createdAt: someTime,
    updatedAt: someTime,
    ...rest,
  };
}

/** A type as a title and a category say it. */
export function typeRow(name: string): ProductType {
  const evidence = [
    { source: 'title', text: name },
    { source: 'category', text: 'Home > Things' },
  ] as const;
  return { name, otherNames: [], confidence: 0.93, evidence };
}

export function importRun(id: string, fields: Partial<ImportRun> = {}): ImportRun {
  return {
    id,
    storeId: uuidOf(1),
    source: 'api',
    filename: 'api.json',
    status: 'completed',
    dryRun: false,
    error: null,
    ...noCounts,
    failures: [],
    fileId: null,
    settings: null,
    layout: null,
    phase: null,
    keepsReplaced: true,
    undo: null,
    createdAt: someTime,
    updatedAt: someTime,
    ...fields,
  };
}

export function feedRow(fields: Partial<Feed> = {}): Feed {
  return {
    id: uuidOf(500),
    storeId: uuidOf(1),
    name: 'Main feed',
    url: 'https://shop.example/feed.json',
    format: 'json',
    refreshInterval: '6h',
    status: 'active',
    authType: null,
    authSealed: null,
    maxRemovalPercent: 50,
    ordersSealed: null,
    lastOrderAt: null,
    nextRunAt: someTime,
    lastFetchedAt: null,
    lastError: null,
    failuresInRow: 0,
    etag: null,
    lastModified: null,
    contentSha256: null,
    processedWith: null,
    caughtUpTo: 0,
    changesSince: null,
    changesCheckedAt: null,
    changesError: null,
    createdAt: someTime,
    updatedAt: someTime,
    ...fields,
  };
}

export function failureRow(row: number): Failure {
  const problem = { path: '/price', code: 'price_invalid', message: 'Not a number.', value: 'abc' } as const;
  return { row, line: null, externalId: `p${row}`, problems: [problem], raw: null };
}

/**
 * Opens a store on a real database, and the ways into its catalog, under a clock that the test drives (microseconds). There are no
 * threads, no index and no rate limits. A row that fails is counted in the import's answer; other errors reject.
 */
import assert from 'node:assert/strict';
import {
  type ImportJsonRequest,
  type ImportJsonResult,
  importJson,
} from '../../server/ingest/import-json.ts';
import type { IngestEnvironment } from '../../server/ingest/pipeline.ts';
import { type RemovalResult, removeProduct } from '../../server/ingest/remove-product.ts';
import { patchProduct, type UpsertResult, upsertProduct } from '../../server/ingest/upsert-product.ts';
import type { Store, StoredProduct } from '../../server/storage/records.ts';
import type { Storage } from '../../server/storage/storage.ts';
import { createDrivenClock, type DrivenClock } from './driven-clock.ts';
import { jsonBytes } from './make-product.ts';
import { storeRow, uuidOf } from './storage-rows.ts';

export interface IngestShop {
  readonly storeId: string;
  readonly clock: DrivenClock;
  readonly environment: IngestEnvironment;
  /** A batch, `{ "products": rows }`. */
  importRows(
    rows: readonly unknown[],
    request?: Partial<Pick<ImportJsonRequest, 'dryRun' | 'idempotencyKey' | 'mode'>>,
  ): Promise<ImportJsonResult>;
  importBody(body: unknown): Promise<ImportJsonResult>;
  /** `externalId` null is POST /products. */
  put(externalId: string | null, body: unknown): Promise<UpsertResult>;
  patch(externalId: string, body: unknown): Promise<UpsertResult>;
  remove(externalId: string): Promise<RemovalResult>;
  /** The product as stored; fails the test where it is absent. */
  stored(externalId: string): Promise<StoredProduct>;
  /** The merchant's object as stored. */
  raw(externalId: string): Promise<unknown>;
  /** The store with its counters as they are now. */
  store(): Promise<Store>;
  queuedJobs(): Promise<number>;
}

/** `fields` sets the plan, and counters that stand for products which need not be there. */
export async function openIngestShop(storage: Storage, fields: Partial<Store> = {}): Promise<IngestShop> {
  const store = storeRow(fields);
  await storage.directory.createStore(store, []);
  const storeId = store.id;
  const clock = createDrivenClock();
  let lastId = 10_000;
  const environment: IngestEnvironment = {
    clock,
    newId() {
      lastId += 1;
      return uuidOf(lastId);
    },
    enrich: true,
  };
  const reader = storage.reader(storeId);
  const importBody = (body: unknown, request = {}) =>
    importJson(
      storage,
      { storeId, body: jsonBytes(body), dryRun: false, idempotencyKey: null, ...request },
      environment,
    );
  return {
    storeId,
    clock,
    environment,
    importBody,
    importRows: (rows, request) => importBody({ products: rows }, request),
    put: (externalId, body) =>
      upsertProduct(storage, { storeId, externalId, body: jsonBytes(body) }, environment),
    patch: (externalId, body) =>
      patchProduct(storage, { storeId, externalId, body: jsonBytes(body) }, environment),
    remove: (externalId) => removeProduct(storage, { storeId, externalId }, clock),
    async stored(externalId) {
      const product = await reader.products.find(externalId);
      assert.ok(product !== null, `the product ${externalId} is not stored`);
      return product;
    },
    async raw(externalId) {
      const raw = await reader.products.raw(externalId);
      assert.ok(raw !== null, `the product ${externalId} is not stored`);
      return JSON.parse(raw);
    },
    async store() {
      const found = await storage.directory.findStore(storeId);
      assert.ok(found !== null);
      return found;
    },
    queuedJobs: () => reader.enrichment.countQueued(),
  };
}

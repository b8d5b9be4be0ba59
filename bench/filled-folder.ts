/**
 * Makes a data folder or database that holds one store (or several) with many products and no saved index. Rows go in by 5,000 a batch
 * through the pipeline. It starts no service and removes nothing: the caller does. Invalid rows are left out as in any import; a store
 * that cannot be made throws.
 */
// Tests: none; `npm run bench` runs it.
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RawProduct } from '../server/catalog/product.ts';
import { createSystemClock } from '../server/clock.ts';
import { newId } from '../server/ids.ts';
import { importJson } from '../server/ingest/import-json.ts';
import { openStorage, type StorageTarget } from '../server/storage/open-storage.ts';
import type { Storage } from '../server/storage/storage.ts';
import { createStore } from '../server/stores/create-store.ts';
import { inPages } from './blown-up-catalog.ts';
import type { Keys } from './service-under-test.ts';

const rowsPerBatch = 5_000;

/** A store of a filled folder or database. */
export interface FilledStore {
  readonly storeId: string;
  readonly keys: Keys;
}

export interface FilledFolder extends FilledStore {
  readonly folder: string;
}

export interface FilledStores {
  readonly folder: string;
  readonly stores: readonly FilledStore[];
}

/** Takes the products through the pipeline, without a service: nothing is indexed. The caller removes the folder. */
export async function fillFolder(products: Iterable<RawProduct>): Promise<FilledFolder> {
  const { folder, stores } = await fillStores(1, () => products);
  const [store] = stores;
  if (store === undefined) throw new Error('one store was filled');
  return { folder, ...store };
}

/** The same with so many stores of the same products. */
export async function fillStores(
  count: number,
  productsOf: () => Iterable<RawProduct>,
): Promise<FilledStores> {
  const folder = mkdtempSync(join(tmpdir(), 'foretype-bench-'));
  const target: StorageTarget = { engine: 'sqlite', file: join(folder, 'foretype.sqlite') };
  return { folder, stores: await fillDatabase(target, count, productsOf) };
}

/** The same in an empty database of either kind. */
export async function fillDatabase(
  target: StorageTarget,
  count: number,
  productsOf: () => Iterable<RawProduct>,
): Promise<FilledStore[]> {
  const storage = await openStorage(target);
  try {
    await storage.migrate();
    const stores: FilledStore[] = [];
    for (let number = 0; number < count; number += 1) stores.push(await fillStore(storage, productsOf()));
    return stores;
  } finally {
    await storage.close();
  }
}

async function fillStore(storage: Storage, products: Iterable<RawProduct>): Promise<FilledStore> {
  const clock = createSystemClock();
  const settings = { name: 'Bench', plan: 'unlimited', currency: 'EUR', locale: 'en' };
  const { store, keys } = await createStore(storage, clock, settings);
  for (const page of inPages(products, rowsPerBatch)) {
    const body = Buffer.from(JSON.stringify({ products: page }));
    const request = { storeId: store.id, body, dryRun: false, idempotencyKey: null };
    await importJson(storage, request, { clock, newId, enrich: false });
  }
  return { storeId: store.id, keys };
}

/** A data folder whose database holds one store with many products, and no saved index. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RawProduct } from '../server/catalog/product.ts';
import { createSystemClock } from '../server/clock.ts';
import { newId } from '../server/ids.ts';
import { importJson } from '../server/ingest/import-json.ts';
import { openStorage } from '../server/storage/open-storage.ts';
import { createStore } from '../server/stores/create-store.ts';
import { inPages } from './blown-up-catalog.ts';
import type { Keys } from './service-under-test.ts';

const rowsPerBatch = 5_000;

export interface FilledFolder {
  readonly folder: string;
  readonly storeId: string;
  readonly keys: Keys;
}

/** Takes the products through the pipeline, without a service: nothing is indexed. The caller removes the folder. */
export async function fillFolder(products: Iterable<RawProduct>): Promise<FilledFolder> {
  const folder = mkdtempSync(join(tmpdir(), 'foretype-bench-'));
  const clock = createSystemClock();
  const storage = await openStorage({ engine: 'sqlite', file: join(folder, 'foretype.sqlite') });
  try {
    await storage.migrate();
    const settings = { name: 'Bench', plan: 'unlimited', currency: 'EUR', locale: 'en' };
    const { store, keys } = await createStore(storage, clock, settings);
    for (const page of inPages(products, rowsPerBatch)) {
      const body = Buffer.from(JSON.stringify({ products: page }));
      const request = { storeId: store.id, body, dryRun: false, idempotencyKey: null };
      await importJson(storage, request, { clock, newId, enrich: false });
    }
    return { folder, storeId: store.id, keys };
  } finally {
    await storage.close();
  }
}

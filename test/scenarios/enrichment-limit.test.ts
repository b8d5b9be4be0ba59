/**
 * Goal: a store never has more products enriched or queued than its plan allows. Method: random batches of products
 * that come and change, in parallel over several connections of both databases, with a worker in between.
 */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { plans } from '../../contract/limits.ts';
import { importJson } from '../../server/ingest/import-json.ts';
import { upsertProduct } from '../../server/ingest/upsert-product.ts';
import type { Storage } from '../../server/storage/storage.ts';
import { onBothEngines } from '../support/engines.ts';
import { openEnrichmentWorld } from '../support/enrichment-world.ts';
import { jsonBytes, makeProduct } from '../support/make-product.ts';
import { uuidOf } from '../support/storage-rows.ts';

const row = fc.record({ id: fc.integer({ min: 0, max: 11 }), wording: fc.integer({ min: 0, max: 2 }) });
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ rows: fc.array(row, { minLength: 1, maxLength: 8 }) }) },
  { weight: 1, arbitrary: fc.constant('work' as const) },
  { weight: 1, arbitrary: fc.constant('queue the rest' as const) },
);
const rounds = fc.array(fc.array(step, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 4 });

const limit = plans.free.enriched ?? 0;

onBothEngines(
  'a free store has at most five products enriched or queued',
  async ({ storage, openAnother }) => {
    const storages: readonly Storage[] = [storage, await openAnother(), await openAnother()];
    let storeNumber = 1_000;
    const property = fc.asyncProperty(rounds, async (played) => {
      storeNumber += 1;
      const world = await openEnrichmentWorld(storage, {
        store: { id: uuidOf(storeNumber), plan: 'free' },
        productsPerRequest: 2,
      });
      const { storeId, environment } = world.shop;
      const ids = new Set<number>();
      for (const round of played) {
        await Promise.all(
          round.map(async (played, index) => {
            if (played === 'work') return await world.work();
            if (played === 'queue the rest') return await world.changes.queueEnrichment({ storeId });
            for (const { id } of played.rows) ids.add(id);
            const by = storages[index % storages.length] ?? storage;
            const products = played.rows.map(({ id, wording }) =>
              makeProduct(`p${id}`, { title: `Wording ${wording} of ${id}` }),
            );
            const [first] = products;
            const body = jsonBytes(products.length === 1 ? first : { products });
            return products.length === 1
              ? await upsertProduct(by, { storeId, externalId: null, body }, environment)
              : await importJson(by, { storeId, body, dryRun: false, idempotencyKey: null }, environment);
          }),
        );
        await checkStore(storage, storeId, ids.size);
      }
      while (await world.work());
      await checkStore(storage, storeId, ids.size);
    });
    await fc.assert(property, { numRuns: 12 });
  },
);

/** Counted alike by the store, by its products, and by what is queued or has phrases. */
async function checkStore(storage: Storage, storeId: string, productCount: number): Promise<void> {
  const reader = storage.reader(storeId);
  const store = await storage.directory.findStore(storeId);
  const { products } = await reader.products.page({ after: null, limit: 100 });
  assert.equal(products.length, productCount);
  const queued = await reader.enrichment.list('waiting', { after: null, limit: 100 });
  const sets = await reader.phrases.sets(products.map(({ id }) => id));
  const enriched = new Set([...queued.map(({ id }) => id), ...sets.keys()]);
  assert.equal(enriched.size, Math.min(limit, productCount));
  assert.equal(store?.enrichmentCount, enriched.size);
}

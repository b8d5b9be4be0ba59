/**
 * Kills a service that has phrases written by a provider again and again, and looks at what its store has in the end: every product
 * with its phrases, each stored once, nothing left over, and no more asked for twice than what was under way at a kill. Five products
 * a request, two requests at once, 60 ms each. It never asks a real provider.
 */
import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Storage } from '../../server/storage/storage.ts';
import { createServiceData, createStoreOn, type ServiceData, startChildService } from './child-service.ts';
import type { TestEngine } from './engines.ts';
import type { FakeAiServer } from './fake-ai-server.ts';
import { startFakeOpenAi } from './fake-openai-server.ts';
import { makeProduct } from './make-product.ts';
import { waitUntil } from './wait-until.ts';

/** The figures over all kills. */
export interface KillEnrichmentReport {
  kills: number;
  /** Kills while requests were under way. */
  duringRequests: number;
  stores: number;
}

const batch = 5;
const concurrency = 2;

interface Scene {
  readonly data: ServiceData;
  readonly storage: Storage;
  readonly provider: FakeAiServer;
  readonly settings: Readonly<Record<string, string>>;
}

/** Kills so many times. Rejects where something is lost, or stored twice. */
export async function killEnrichment(
  engine: TestEngine['name'],
  kills: number,
  productsPerStore: number,
): Promise<KillEnrichmentReport> {
  const data = await createServiceData(engine);
  const storage = await data.openStorage();
  const provider = await startFakeOpenAi();
  provider.otherwise({ slowMs: 60 });
  const settings = {
    FORETYPE_ENRICHMENT_PROVIDER: 'openai',
    FORETYPE_ENRICHMENT_MODEL: 'tiny',
    OPENAI_API_KEY: 'sk-test',
    FORETYPE_OPENAI_BASE_URL: provider.url,
    FORETYPE_ENRICHMENT_BATCH: String(batch),
    FORETYPE_ENRICHMENT_RPM: '60000',
    FORETYPE_ENRICHMENT_TPM: '60000000',
    FORETYPE_ENRICHMENT_CONCURRENCY: String(concurrency),
  };
  const scene = { data, storage, provider, settings };
  const report: KillEnrichmentReport = { kills: 0, duringRequests: 0, stores: 0 };
  try {
    while (report.kills < kills) {
      report.stores += 1;
      await killUntilDone(scene, { kills, productsPerStore }, report);
    }
  } finally {
    await provider.close();
    await storage.close();
    data.remove();
  }
  return report;
}

async function killUntilDone(
  { data, storage, provider, settings }: Scene,
  { kills, productsPerStore }: { readonly kills: number; readonly productsPerStore: number },
  report: KillEnrichmentReport,
): Promise<void> {
  const requestsBefore = provider.requests.length;
  const killsBefore = report.kills;
  let service = await startChildService(data, settings);
  const { store, keys } = await createStoreOn(data);
  const products = Array.from({ length: productsPerStore }, (_, index) =>
    makeProduct(`p${index}`, { title: `Walnut lamp ${index}` }),
  );
  const imported = await service
    .caller(keys.secret)
    .request('POST', '/api/v1/product-imports', { body: { products } });
  assert.equal(imported.status, 200, imported.text);
  const reader = storage.reader(store.id);
  const left = () => reader.enrichment.countQueued();
  const mayKill = randomInt(2, 5);
  while (report.kills < kills && report.kills - killsBefore < mayKill) {
    const asked = provider.requests.length;
    await waitUntil(
      'the next request',
      async () => provider.requests.length > asked || (await left()) === 0,
      30_000,
    );
    if ((await left()) === 0) break;
    await pause(randomInt(0, 80));
    if (provider.underWay() > 0) report.duringRequests += 1;
    assert.equal(await service.end('SIGKILL'), 'SIGKILL');
    report.kills += 1;
    service = await startChildService(data, settings);
  }
  await waitUntil('the end of the queue', async () => (await left()) === 0, 60_000);
  assert.equal(await service.end('SIGTERM'), 0);
  await checkStore(storage, store.id, productsPerStore);
  const needed = Math.ceil(productsPerStore / batch);
  const asked = provider.requests.length - requestsBefore;
  const lost = (report.kills - killsBefore) * concurrency;
  // A batch that was begun by one and gone on with by the next may be cut otherwise.
  assert.ok(
    asked <= needed + 2 * lost,
    `${asked} requests for ${needed}, after ${lost} that were lost at most`,
  );
}

async function checkStore(storage: Storage, storeId: string, productCount: number): Promise<void> {
  const reader = storage.reader(storeId);
  const { products } = await reader.products.page({ after: null, limit: productCount + 1 });
  assert.equal(products.length, productCount);
  for (const { suggestionPhrases } of products) assert.ok(suggestionPhrases.length > 0);
  const sets = await reader.phrases.sets(products.slice(0, 500).map(({ id }) => id));
  assert.equal(sets.size, Math.min(500, productCount));
  const usage = await reader.enrichment.usage('2020-01-01');
  assert.equal(
    usage.reduce((sum, row) => sum + row.products, 0),
    productCount,
  );
  const store = await storage.directory.findStore(storeId);
  assert.equal(store?.enrichmentCount, productCount);
}

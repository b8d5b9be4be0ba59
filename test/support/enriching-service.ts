/**
 * A running service that asks a fake provider, and stories on it: a store with a few products, what the provider does, and the end
 * that it must come to. Everything that is put off comes at once, so that a story takes no longer than its requests. It never calls a
 * real provider. An end that does not come within the usual wait (20 s) fails the test; times are milliseconds.
 */
import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import type { EnrichmentBody, PhrasesBody } from '../../contract/enrichment.ts';
import type { StorageTarget } from '../../server/storage/open-storage.ts';
import { anyEngine, type TestEngine } from './engines.ts';
import type { AiStep, FakeAiServer } from './fake-ai-server.ts';
import { makeProduct } from './make-product.ts';
import { startTestService, type TestService, type TestStore } from './start-test-service.ts';
import { waitUntil } from './wait-until.ts';

export interface EnrichingService {
  readonly service: TestService;
  readonly provider: FakeAiServer;
  /** Plays one story. */
  play(story: Story): Promise<void>;
  /** Keystrokes that were answered meanwhile, all of them right, and the slowest of them. */
  stop(): Promise<{ readonly keystrokes: number; readonly slowestMs: number }>;
}

/** A course of events for the queue of a new store with the products a, b and c. */
export interface Story {
  readonly title: string;
  /** The provider's steps for the first requests; then it answers well, unless `otherwise` says otherwise. */
  readonly steps: readonly AiStep[];
  readonly otherwise?: AiStep;
  /** Fields of all three products. */
  readonly product?: Readonly<Record<string, unknown>>;
  /** Done while requests are under way. */
  readonly meanwhile?: (scene: StoryScene) => Promise<void>;
  /** The state in which the products end. */
  readonly end: 'done' | 'failed' | 'held';
  /** Products of each request, in the order in which they were sent; those of an answer that failed go alone. */
  readonly requests?: readonly number[];
  readonly error?: RegExp;
  /** Looked at last. */
  readonly also?: (scene: StoryScene) => Promise<void>;
}

export interface StoryScene {
  readonly store: TestStore;
  readonly provider: FakeAiServer;
  phrasesOf(externalId: string): Promise<PhrasesBody>;
}

const ids = ['a', 'b', 'c'];
const titles: Readonly<Record<string, string>> = {
  a: 'Walnut table lamp',
  b: 'Brass floor lamp',
  c: 'Paper ceiling lamp',
};

/** Starts the service with the settings that lead it to the provider. */
export async function startEnrichingService(
  provider: FakeAiServer,
  settings: Readonly<Record<string, string>>,
): Promise<EnrichingService> {
  const database = await anyEngine.open();
  const engine: TestEngine = { ...anyEngine, open: async () => database };
  const service = await startTestService(engine, {
    FORETYPE_ENRICHMENT_RPM: '60000',
    FORETYPE_ENRICHMENT_TPM: '60000000',
    FORETYPE_ENRICHMENT_BATCH: '3',
    ...settings,
  });
  const keystrokes = await startKeystrokes(service);
  return {
    service,
    provider,
    play: (story) => play(story, service, provider, database.target),
    async stop() {
      const report = await keystrokes.stop();
      await service.stop();
      await provider.close();
      return report;
    },
  };
}

/** A store that is served all the time, and must not notice anything. */
async function startKeystrokes(service: TestService) {
  const store = await service.createStore();
  await store.request('PATCH', '/api/v1/enrichment', { body: { paused: true } });
  await importProducts(store, [makeProduct('steady', { title: 'Steady garden chair' })]);
  let [count, slowestMs, isOver] = [0, 0, false];
  const typing = (async () => {
    while (!isOver) {
      const startMs = performance.now();
      // Each is another question, so that none is answered from memory.
      const answer = await store.request(
        'GET',
        `/api/v1/autocomplete?q=steady%20ga&limit=${1 + (count % 20)}`,
      );
      slowestMs = Math.max(slowestMs, performance.now() - startMs);
      const found = answer.as<{ products: { title: string }[] }>().products.map(({ title }) => title);
      assert.deepEqual([answer.status, found], [200, ['Steady garden chair']]);
      count += 1;
      await pause(20);
    }
  })();
  return {
    async stop() {
      isOver = true;
      await typing;
      return { keystrokes: count, slowestMs };
    },
  };
}

/** A new store with so many lamps of a kind; `queueOf` shows its queue. */
export async function openLampShop(
  service: TestService,
  kind: string,
  count: number,
): Promise<{ readonly store: TestStore; readonly queueOf: () => Promise<EnrichmentBody> }> {
  const store = await service.createStore();
  await importProducts(
    store,
    Array.from({ length: count }, (_, index) =>
      makeProduct(`${kind}${index}`, { title: `The ${kind} garden lamp ${index}` }),
    ),
  );
  const queueOf = async () => {
    const answer = await store.request('GET', '/api/v1/enrichment');
    return answer.as<{ enrichment: EnrichmentBody }>().enrichment;
  };
  return { store, queueOf };
}

async function importProducts(store: TestStore, products: readonly unknown[]): Promise<void> {
  const answer = await store.request('POST', '/api/v1/product-imports', { body: { products } });
  assert.equal(answer.status, 200, answer.text);
}

async function play(
  story: Story,
  service: TestService,
  provider: FakeAiServer,
  target: StorageTarget,
): Promise<void> {
  const store = await service.createStore();
  const storeId = store.store.id;
  provider.otherwise(story.otherwise ?? 'well');
  provider.script(...story.steps);
  const before = provider.requests.length;
  const scene: StoryScene = {
    store,
    provider,
    async phrasesOf(externalId) {
      const answer = await store.request('GET', `/api/v1/products/${externalId}/phrases`);
      assert.equal(answer.status, 200, answer.text);
      return answer.as<{ phrases: PhrasesBody }>().phrases;
    },
  };
  const product = story.product ?? {};
  await importProducts(
    store,
    ids.map((id) => makeProduct(id, { title: titles[id], ...product })),
  );
  await hasten(store, storeId, target, story.end === 'held');
  await story.meanwhile?.(scene);
  const isAtEnd = async () => {
    await hasten(store, storeId, target, story.end === 'held');
    if (story.end === 'held')
      return (await service.storage.reader(storeId).enrichment.settings()).hold !== null;
    const all = await Promise.all(ids.map(scene.phrasesOf));
    return all.every(({ enrichment }) => enrichment.status === story.end);
  };
  await waitUntil(`the end of "${story.title}"`, isAtEnd, 20_000);
  await checkEnd(story, scene, service);
  const sizes = provider.requests.slice(before).map(({ products }) => products.length);
  if (story.requests !== undefined) assert.deepEqual(sizes, story.requests);
  assert.equal(provider.stepsLeft(), 0);
  await story.also?.(scene);
}

async function checkEnd(story: Story, scene: StoryScene, service: TestService): Promise<void> {
  const { store } = scene;
  const reader = service.storage.reader(store.store.id);
  const usage = await reader.enrichment.usage('2020-01-01');
  const enriched = usage.reduce((sum, { products }) => sum + products, 0);
  for (const id of ids) {
    const { enrichment, suggestion_phrases: suggested } = await scene.phrasesOf(id);
    if (story.error !== undefined && story.end === 'failed')
      assert.match(enrichment.error ?? '', story.error);
    if (story.end === 'done') assert.ok(suggested.length > 0);
    else assert.deepEqual(suggested, []);
  }
  const { hold } = await reader.enrichment.settings();
  // A request that is given up without an answer leaves a hold that ends by itself.
  if (hold?.code !== 'provider_away') assert.equal(hold !== null, story.end === 'held');
  if (story.end === 'held' && story.error !== undefined) assert.match(hold?.message ?? '', story.error);
  // Each once, for the hash that it has.
  assert.equal(enriched, story.end === 'done' ? ids.length : 0);
}

const allowedNow = 'update allowances set blocked_until = 0';
const dueNow = 'update enrichment_jobs set run_at = 0 where attempts > 0 and store_id =';
const heldNoMore = 'update enrichment_settings set hold_until = 0 where hold_until > 0 and store_id =';

/** Makes the products that were put off due, and has the queue look for them. A hold ends too, unless `isHeld`. */
async function hasten(
  store: TestStore,
  storeId: string,
  target: StorageTarget,
  isHeld: boolean,
): Promise<void> {
  if (target.engine === 'sqlite') {
    // The service makes its file in the same folder.
    const file = target.file.replace('test.db', 'foretype.sqlite');
    const database = new DatabaseSync(file, { timeout: 5_000 });
    try {
      database.exec(allowedNow);
      database.prepare(`${dueNow} ?`).run(storeId);
      if (!isHeld) database.prepare(`${heldNoMore} ?`).run(storeId);
    } finally {
      database.close();
    }
  } else {
    const client = new Client(target.url);
    try {
      await client.connect();
      await client.query('begin');
      await client.query("select set_config('foretype.store', $1, true)", [storeId]);
      await client.query(allowedNow);
      await client.query(`${dueNow} $1`, [storeId]);
      if (!isHeld) await client.query(`${heldNoMore} $1`, [storeId]);
      await client.query('commit');
    } finally {
      await client.end();
    }
  }
  if (!isHeld) await store.request('PATCH', '/api/v1/enrichment', { body: {} });
}

/**
 * A service on SQLite under steady traffic for a long time: keystrokes, clicks and writes at a fixed rate, whether or not the ones
 * before were answered, while files are imported and feeds are read. No answer may be another than 200, no run may fail, and memory
 * has to stay what it was. Memory may grow by 15 % from the second quarter of the time to the last; more rejects. `size` is seconds;
 * it calls only services that it started.
 */
import assert from 'node:assert/strict';
import { Agent } from 'node:http';
import { createHistogram } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { createRandom, pick, type Random } from '../../../bench/random.ts';
import { createSystemClock } from '../../../server/clock.ts';
import { newId } from '../../../server/ids.ts';
import { appendToFile, beginFile, completeFile } from '../../../server/ingest/files/receive-file.ts';
import { requestImport } from '../../../server/ingest/files/request-import.ts';
import type { Storage } from '../../../server/storage/storage.ts';
import type { CreatedStore } from '../../../server/stores/create-store.ts';
import { createServiceData, createStoreOn, startChildService } from '../child-service.ts';
import { endOfLatestRun, feedProducts, privateFeeds, refreshFeed, registerFeed } from '../feeds.ts';
import { startHostileFeedServer } from '../hostile-feed-server.ts';
import { processorMs, residentMiB } from '../process-usage.ts';
import { sendRaw } from '../raw-request.ts';
import type { TestStore } from '../start-test-service.ts';
import { ask, importProducts, productInput, productPath } from '../store-calls.ts';
import { waitUntil } from '../wait-until.ts';
import type { CampaignOptions } from './campaign.ts';

/** How much is asked of the service. */
export interface SoakShape {
  readonly requestsPerSecond: number;
  readonly stores: number;
  readonly productsPerStore: number;
  /** Milliseconds from the beginning of a file's import, or a feed's run, to the next. */
  readonly runEveryMs: number;
}

/** The shape of the campaign. */
export const soakShape: SoakShape = {
  requestsPerSecond: 500,
  stores: 8,
  productsPerStore: 2_000,
  runEveryMs: 30_000,
};

interface SoakStore extends TestStore {
  readonly productIds: readonly string[];
}

interface Scene {
  readonly shape: SoakShape;
  readonly random: Random;
  readonly origin: string;
  readonly stores: readonly SoakStore[];
  readonly counts: Record<'keystrokes' | 'events' | 'writes' | 'files' | 'feeds', number>;
  readonly failures: string[];
  readonly isOver: () => boolean;
}

const words = [
  'walnut',
  'oak',
  'steel',
  'linen',
  'round',
  'small',
  'garden',
  'desk',
  'lamp',
  'chair',
  'table',
];

/** Soaks a service for `size` seconds. */
export async function soak(
  { size: seconds, seed, rate = soakShape.requestsPerSecond, log }: CampaignOptions,
  shape: SoakShape = { ...soakShape, requestsPerSecond: rate },
): Promise<string> {
  await using started = new AsyncDisposableStack();
  const data = await createServiceData('sqlite');
  started.defer(data.remove);
  const service = await startChildService(data, { ...privateFeeds, LOG_LEVEL: 'warn' });
  started.defer(async () => void (await service.end('SIGKILL')));
  const storage = await data.openStorage();
  started.defer(() => storage.close());
  const random = createRandom(seed);
  const caller = (created: CreatedStore): TestStore => ({
    ...created,
    ...service.caller(created.keys.secret),
  });
  const stores: SoakStore[] = [];
  for (let number = 0; number < shape.stores; number += 1) {
    stores.push(await fillStore(caller(await createStoreOn(data)), shape.productsPerStore, random));
  }
  const endsAt = performance.now() + seconds * 1_000;
  const scene: Scene = {
    shape,
    random,
    stores,
    origin: service.origin,
    failures: [],
    counts: { keystrokes: 0, events: 0, writes: 0, files: 0, feeds: 0 },
    isOver: () => performance.now() >= endsAt,
  };
  const memory: number[] = [];
  const processorBefore = processorMs(service.pid);
  const [latency] = await Promise.all([
    traffic(scene),
    importFiles(scene, storage),
    runFeeds(scene, caller(await createStoreOn(data))),
    watch(scene, memory, service.pid, log),
  ]);
  const processor = (processorMs(service.pid) - processorBefore) / (seconds * 1_000);
  assert.ok(!service.hasEnded(), service.log());
  assert.deepEqual(scene.failures.slice(0, 5), [], `${scene.failures.length} failures; ${service.log()}`);
  assert.equal(await service.end('SIGTERM'), 0);
  // In the first minutes caches and indexes fill.
  const { early, late } = compareMemory(memory);
  if (seconds >= 600) assert.ok(late <= early * growthMax + 32, `memory grew from ${early} to ${late} MiB`);
  const { counts } = scene;
  const ms = (nanoseconds: number) => `${(nanoseconds / 1e6).toFixed(1)} ms`;
  return (
    `${seconds} s at ${shape.requestsPerSecond} requests a second: ${counts.keystrokes} keystrokes, ${counts.events} events ` +
    `and ${counts.writes} writes, ${counts.files} files imported, ${counts.feeds} runs of a feed, 0 errors. Latency of ` +
    `keystrokes ${ms(latency.percentile(50))} (median), ${ms(latency.percentile(99))} (p99), ${ms(latency.max)} at most; ` +
    `${processor.toFixed(2)} cores. Resident memory: ${early} MiB in the second quarter (median), ${late} MiB in the ` +
    `last, ${Math.max(...memory)} MiB at most.`
  );
}

function titleOf(number: number, random: Random): string {
  return `${pick(words, random)} ${pick(words, random)} ${pick(words, random)} ${number}`;
}

async function fillStore(store: TestStore, count: number, random: Random): Promise<SoakStore> {
  for (let first = 0; first < count; first += 500) {
    const length = Math.min(500, count - first);
    const products = Array.from({ length }, (_, index) =>
      productInput(`p${first + index}`, { title: titleOf(first + index, random), price: index + 1 }),
    );
    await importProducts(store, products);
  }
  const { products } = await ask(store, '', { limit: 20 });
  return { ...store, productIds: products.map(({ id }) => id) };
}

const tickMs = 10;

/** Requests at the rate of the shape, however long their answers take. */
async function traffic(scene: Scene) {
  const { shape, isOver } = scene;
  const latency = createHistogram();
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  const underWay = new Set<Promise<void>>();
  const beganAt = performance.now();
  for (let sent = 0; !isOver(); await pause(tickMs)) {
    const due = ((performance.now() - beganAt) * shape.requestsPerSecond) / 1_000;
    for (; sent < due; sent += 1) {
      const request = sendOne(scene, agent, (nanoseconds) => latency.record(nanoseconds)).finally(() =>
        underWay.delete(request),
      );
      underWay.add(request);
    }
  }
  await Promise.all(underWay);
  agent.destroy();
  return latency;
}

/** Sends one request: of 100, 94 are keystrokes, 4 events, 2 writes. */
async function sendOne(scene: Scene, agent: Agent, record: (nanoseconds: number) => void): Promise<void> {
  const { random, stores, counts, origin, failures } = scene;
  const store = pick(stores, random);
  const chance = random();
  const kind = chance < 0.94 ? 'keystrokes' : chance < 0.98 ? 'events' : 'writes';
  const beganAt = performance.now();
  try {
    const { status, text } = await sendRaw(origin, { agent, ...requestOf(kind, store, random) });
    if (status !== 200) failures.push(`${kind}: ${status} ${text}`);
  } catch (error) {
    failures.push(`${kind}: ${String(error)}`);
  }
  counts[kind] += 1;
  if (kind === 'keystrokes') record(Math.round((performance.now() - beganAt) * 1e6));
}

function requestOf(kind: 'keystrokes' | 'events' | 'writes', store: SoakStore, random: Random) {
  const { keys, productIds } = store;
  const headers = { 'x-api-key': keys.storefront, 'content-type': 'application/json' };
  if (kind === 'keystrokes') {
    const typed = titleOf(Math.floor(random() * 1_000), random);
    const q = encodeURIComponent(typed.slice(0, 1 + Math.floor(random() * typed.length)));
    return { method: 'GET', path: `/api/v1/autocomplete?q=${q}`, headers: { 'x-api-key': keys.storefront } };
  }
  if (kind === 'events') {
    const event = {
      type: 'product_click',
      product_id: pick(productIds, random),
      region: 'products',
      query: '',
    };
    const body = JSON.stringify({ session_id: `s${Math.floor(random() * 1e9)}`, events: [event] });
    // By a secret key: what no answer showed would not be kept.
    return {
      method: 'POST',
      path: '/api/v1/events',
      headers: { ...headers, 'x-api-key': keys.secret },
      body,
    };
  }
  const id = `p${Math.floor(random() * 1_000)}`;
  const product = productInput(id, { title: titleOf(Math.floor(random() * 1_000), random) });
  const body = JSON.stringify({ ...product, price: Math.ceil(random() * 100) });
  return { method: 'PUT', path: productPath(id), headers: { ...headers, 'x-api-key': keys.secret }, body };
}

const environment = { clock: createSystemClock(), newId };

/** One file after the other, each of 2,000 rows; each has to complete. */
async function importFiles({ stores, random, shape, counts, isOver, failures }: Scene, storage: Storage) {
  for (let turn = 0; !isOver(); turn += 1) {
    const nextAt = performance.now() + shape.runEveryMs;
    const storeId = stores[turn % stores.length]?.store.id ?? '';
    const rows = Array.from(
      { length: shape.productsPerStore },
      (_, row) =>
        `p${row},${titleOf(row, random)},${Math.ceil(random() * 90)}.50,https://shop.example/p${row}`,
    );
    const content = Buffer.from(['external_id,title,price,url', ...rows].join('\n'));
    const { id: fileId } = await beginFile(storage, { storeId, name: 'soak.csv' }, environment);
    await appendToFile(storage, { storeId, fileId, content });
    await completeFile(storage, { storeId, fileId });
    const request = { storeId, fileId, dryRun: false, settings: {} };
    const { id } = await requestImport(storage, request, environment);
    const run = () => storage.reader(storeId).imports.find(id);
    const isDone = async () => ['completed', 'failed'].includes((await run())?.status ?? '');
    await waitUntil('the end of an import', isDone, 300_000);
    if ((await run())?.status !== 'completed') failures.push(`import ${id} failed`);
    counts.files += 1;
    await pauseUntil(nextAt, isOver);
  }
}

/** One run after the other of a feed whose document changes each time; each has to complete. */
async function runFeeds({ shape, counts, isOver, failures }: Scene, store: TestStore): Promise<void> {
  const server = await startHostileFeedServer();
  const serve = (price: number) => {
    const body = JSON.stringify(feedProducts(1 + (price % 7), shape.productsPerStore, { price }));
    server.answer('/feed', { body });
  };
  serve(1);
  const feed = await registerFeed(store, `${server.origin}/feed`);
  await endOfLatestRun(store, feed.id, 300_000);
  for (let price = 2; !isOver(); price += 1) {
    const nextAt = performance.now() + shape.runEveryMs;
    serve(price);
    await refreshFeed(store, feed.id);
    const { status, error } = await endOfLatestRun(store, feed.id, 300_000);
    if (status !== 'completed') failures.push(`feed: ${error}`);
    counts.feeds += 1;
    await pauseUntil(nextAt, isOver);
  }
  await server.close();
}

async function pauseUntil(at: number, isOver: () => boolean): Promise<void> {
  while (performance.now() < at && !isOver()) await pause(100);
}

const sampleMs = 1_000;

async function watch(
  { isOver, counts, failures }: Scene,
  memory: number[],
  pid: number,
  log: (line: string) => void,
) {
  for (let sample = 1; !isOver(); sample += 1) {
    await pause(sampleMs);
    memory.push(residentMiB(pid));
    if (sample % 60 === 0)
      log(`${sample} s: ${memory.at(-1)} MiB, ${JSON.stringify(counts)}, ${failures.length} failures`);
  }
}

/** The growth of memory from the second quarter of the time to the last that is put down to chance; more is a leak. */
const growthMax = 1.15;

/** Medians of the second and the last quarter. */
function compareMemory(samples: readonly number[]): { readonly early: number; readonly late: number } {
  const quarter = Math.floor(samples.length / 4);
  const median = (part: readonly number[]) =>
    part.toSorted((a, b) => a - b)[Math.floor(part.length / 2)] ?? 0;
  const [early, late] = [median(samples.slice(quarter, 2 * quarter)), median(samples.slice(-quarter))];
  return { early, late };
}

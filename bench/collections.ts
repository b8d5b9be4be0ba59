/**
 * Answers the question how long many collections take to follow many changes (200 collections, 3,000 changed of 5,000 products), and
 * whether a person who makes one meanwhile waits. Times are milliseconds, held against 2,000. A call that is refused throws; a missed
 * limit only shows.
 */
// Tests: none; `npm run bench` runs it.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { RawProduct } from '../server/catalog/product.ts';
import { followCollections } from '../server/resources/collections/follow-collections.ts';
import { openStorage, type StorageTarget } from '../server/storage/open-storage.ts';
import type { Storage } from '../server/storage/storage.ts';
import { callCollections } from '../test/support/call-operation.ts';
import { type IngestShop, openIngestShop } from '../test/support/ingest-shop.ts';
import { sharedPostgres } from '../test/support/postgres.ts';
import { type Figure, median, percentile, progress, type Question, thousands } from './figures.ts';
import { pushBatch, type ServiceUnderTest, startServiceUnderTest } from './service-under-test.ts';

const productCount = 5_000;
const changedCount = 3_000;
const collectionCount = 200;
/** Each product is in a collection of so many. */
const kinds = 8;
const rounds = 5;
/** The longest that membership may take (docs/collections.md). */
const limitMs = 2_000;
/** Changes of prices, each followed by some new collections while members follow. */
const createdRounds = 20;
const createdPerRound = 5;
const createdGapMs = 60;

export const collections: Question = {
  name: 'collections',
  data: [],
  title: `${collectionCount} collections of a store, ${thousands(changedCount)} products of it change`,
  reading:
    `Each of ${thousands(productCount)} products is a member of ${collectionCount / kinds} collections, and prices ` +
    'change. The following is measured in one process, from the first look at the changes until all members are ' +
    'right, as the median of five rounds. POST /collections goes to a service in its own process, every 60 ms: five ' +
    'requests after each of 20 batches of changed prices is answered, which members then follow. Each collection is ' +
    'deleted again. A store that is written to without pause answers after its own batches, with or without ' +
    'collections.',
  async run() {
    const figures: Figure[] = [];
    for (const engine of ['SQLite', 'PostgreSQL'] as const) {
      progress(engine);
      figures.push(await following(engine));
      figures.push(await creating(engine));
    }
    return figures;
  },
};

function products(count: number, price: number): RawProduct[] {
  return Array.from({ length: count }, (_, number) => ({
    external_id: `p${number}`,
    title: `Lamp kind${number % kinds} of number ${number}`,
    url: `https://shop.example/${number}`,
    price: price + number,
  }));
}

function collectionOf(number: number) {
  const conditions = [
    { field: 'title', op: 'contains', value: `kind${number % kinds}` },
    { field: 'price', op: 'at_least', value: `${number / 100}` },
  ];
  return { title: `Collection ${number}`, rules: { match: 'all', conditions } };
}

async function following(engine: 'SQLite' | 'PostgreSQL'): Promise<Figure> {
  const folder = mkdtempSync(join(tmpdir(), 'foretype-bench-'));
  const storage = await openStorage(await targetOf(engine, folder));
  try {
    await storage.migrate();
    const shop = await openIngestShop(storage);
    await shop.importRows(products(productCount, 100));
    const changes = callCollections(storage, shop.environment);
    for (let number = 0; number < collectionCount; number += 1) {
      await changes('createCollection', { storeId: shop.storeId, body: collectionOf(number) });
    }
    await follow(storage, shop);
    const times: number[] = [];
    for (let round = 1; round <= rounds; round += 1) {
      await shop.importRows(products(changedCount, 100 + round));
      const start = performance.now();
      await follow(storage, shop);
      times.push(performance.now() - start);
    }
    const measured = median(times);
    return {
      what: `${engine}: ms until the members are right`,
      measured: thousands(measured),
      against: `${thousands(limitMs)} limit`,
      ratio: (measured / limitMs).toFixed(2),
      goal: '≤ 1',
    };
  } finally {
    await storage.close();
    rmSync(folder, { recursive: true });
  }
}

async function targetOf(engine: 'SQLite' | 'PostgreSQL', folder: string): Promise<StorageTarget> {
  if (engine === 'SQLite') return { engine: 'sqlite', file: join(folder, 'bench.sqlite') };
  return { engine: 'postgres', url: await (await sharedPostgres()).createDatabase(), poolSize: 4 };
}

async function follow(storage: Storage, shop: IngestShop): Promise<void> {
  const dependencies = {
    clock: shop.clock,
    productsPerStep: 500,
    inTurn: <Result>(_: string, task: () => Promise<Result>) => task(),
  };
  for (;;) {
    const [due] = await storage.directory.storesToCollect();
    if (due === undefined) return;
    await followCollections(storage, due, dependencies);
  }
}

async function creating(engine: 'SQLite' | 'PostgreSQL'): Promise<Figure> {
  const service = await startServiceUnderTest(await settingsOf(engine));
  try {
    await service.push(products(productCount, 100), productCount);
    for (let number = 0; number < collectionCount - 1; number += 1) await create(service, number);
    await pause(3_000);
    progress('idle');
    const idle: number[] = [];
    for (let round = 1; round <= createdRounds; round += 1) idle.push(...(await createSome(service)));
    progress('following');
    const busy: number[] = [];
    for (let round = 1; round <= createdRounds; round += 1) {
      await pushBatch(service.origin, service.keys.secret, products(changedCount, 100 + round));
      busy.push(...(await createSome(service)));
    }
    const [measured, against] = [percentile(busy, 0.99), percentile(idle, 0.99)];
    return {
      what: `${engine}: p99 of POST /collections in ms while members follow`,
      measured: thousands(measured),
      against: `${thousands(against)} idle`,
      ratio: (measured / against).toFixed(2),
      goal: '≤ 5',
    };
  } finally {
    await service.stop();
  }
}

async function settingsOf(engine: 'SQLite' | 'PostgreSQL'): Promise<Record<string, string>> {
  const usual = { FORETYPE_ENRICHMENT_PROVIDER: 'off' };
  if (engine === 'SQLite') return usual;
  const url = await (await sharedPostgres()).createDatabase();
  return { ...usual, DATABASE_URL: url, FORETYPE_SECRET_KEY: Buffer.alloc(32, 1).toString('base64') };
}

/** Latencies of making one. */
async function createSome(service: ServiceUnderTest): Promise<number[]> {
  const times: number[] = [];
  for (let number = 0; number < createdPerRound; number += 1) {
    const start = performance.now();
    const slug = await create(service, collectionCount);
    times.push(performance.now() - start);
    await call(service, 'DELETE', `/${slug}`);
    await pause(createdGapMs);
  }
  return times;
}

async function create(service: ServiceUnderTest, number: number): Promise<string> {
  const { collection } = await call(service, 'POST', '', collectionOf(number));
  return collection?.slug ?? '';
}

async function call(
  { origin, keys }: ServiceUnderTest,
  method: string,
  path: string,
  body?: unknown,
): Promise<{ readonly collection?: { readonly slug: string } }> {
  const headers = {
    'x-api-key': keys.secret,
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
  };
  const init = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
  const response = await fetch(`${origin}/api/v1/collections${path}`, init);
  if (!response.ok) throw new Error(`${method} was refused: ${response.status} ${await response.text()}`);
  return (await response.json()) as { collection?: { slug: string } };
}

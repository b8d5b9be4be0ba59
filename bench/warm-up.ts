/** How long does a new node take until it answers, with an index that another node shared and without? */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { sharedPostgres } from '../test/support/postgres.ts';
import { blownUpCatalog } from './blown-up-catalog.ts';
import { type Figure, progress, type Question, thousands } from './figures.ts';
import { fillDatabase } from './filled-folder.ts';
import { firstAnswer, type Keys, serveFolder } from './service-under-test.ts';
import { loadSeeds } from './shop-seeds.ts';

const sizes = [100_000, 1_000_000];
const starts = 3;
const sharedMaxSeconds = 15;
const sharePollMs = 1_000;
/** An index that was saved and then not again for so long is merged as far as it will be. */
const atRestMs = 150_000;
/** The same on every node. */
const secretKey = randomBytes(32).toString('base64');

export const warmUp: Question = {
  name: 'warm-up',
  title: 'A new node until it answers',
  reading:
    'From the start of a process with an empty data folder to the first answer with a product, over HTTP, on a ' +
    'PostgreSQL of the same machine, which has part of its processors. With the index that another node shared: the ' +
    `least of ${starts}. Without: once, from the products.`,
  async run() {
    const figures: Figure[] = [];
    const { products } = await loadSeeds('electronics');
    const server = await sharedPostgres();
    for (const count of sizes) {
      progress(`filling PostgreSQL with ${thousands(count)} products`);
      const url = await server.createDatabase();
      const target = { engine: 'postgres', url, poolSize: 4 } as const;
      const stores = await fillDatabase(target, 1, () => blownUpCatalog(products, count));
      for (const store of stores) {
        figures.push(...(await measure(`${thousands(count)} products`, { url, ...store })));
      }
      await server.dropDatabase(url);
    }
    return figures;
  },
};

interface FilledDatabase {
  readonly url: string;
  readonly storeId: string;
  readonly keys: Keys;
}

async function measure(size: string, database: FilledDatabase): Promise<Figure[]> {
  progress(`${size}: building the index, and sharing it`);
  const withoutSeconds = await timeStart(database, () => sharedIndex(database));
  progress(`${size}: starting further nodes`);
  const seconds: number[] = [];
  for (let start = 0; start < starts; start += 1) seconds.push(await timeStart(database));
  const [shared] = await query(
    database,
    `select pg_total_relation_size('shared_segment_pages') as pages, pg_total_relation_size('products') as products`,
  );
  const [pages, products] = [Number(shared?.pages) / 1e6, Number(shared?.products) / 1e6];
  const least = Math.min(...seconds);
  return [
    {
      what: `${size}: start of a new node to its first answer, s`,
      measured: least.toFixed(1),
      against: `${withoutSeconds.toFixed(1)} without a shared index`,
      ratio: (least / withoutSeconds).toFixed(3),
      goal: `≤ ${sharedMaxSeconds} s`,
    },
    {
      what: `${size}: shared segments in the database, MB`,
      measured: pages.toFixed(0),
      against: `${products.toFixed(0)} the products`,
      ratio: (pages / products).toFixed(2),
      goal: 'none',
    },
  ];
}

/** Starts a node on an empty folder; it lives until `then` is over. */
async function timeStart({ url, keys }: FilledDatabase, then = async () => {}): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'foretype-bench-'));
  const start = performance.now();
  const { origin, child } = await serveFolder(folder, 'off', {
    DATABASE_URL: url,
    FORETYPE_SECRET_KEY: secretKey,
  });
  try {
    await firstAnswer(origin, keys.storefront);
    const seconds = (performance.now() - start) / 1_000;
    await then();
    return seconds;
  } finally {
    await child.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Resolves when the index is shared, and nothing of it was replaced for a while. */
async function sharedIndex(database: FilledDatabase): Promise<void> {
  let last: unknown = null;
  for (let changedAt = performance.now(); performance.now() - changedAt < atRestMs || last === null; ) {
    const [row] = await query(database, 'select saved_at from shared_indexes where saved_at is not null');
    const savedAt = row?.saved_at ?? null;
    if (savedAt !== last) {
      last = savedAt;
      changedAt = performance.now();
    }
    await pause(sharePollMs);
  }
}

async function query({ url, storeId }: FilledDatabase, statement: string) {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(`set foretype.store = '${storeId}'`);
    return (await client.query<Record<string, unknown>>(statement)).rows;
  } finally {
    await client.end();
  }
}

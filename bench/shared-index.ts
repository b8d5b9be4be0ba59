/**
 * Makes databases whose store has an index that all nodes share, and starts nodes on them. It looks every 1,000 ms; an index counts as
 * settled after 150 s without a new save. Databases are temporary and removed. A node that does not answer rejects; there is no limit
 * to the wait for sharing.
 */
// Tests: none; `npm run bench` runs it.
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import type { RawProduct } from '../server/catalog/product.ts';
import { type PostgresDatabases, sharedPostgres } from '../test/support/postgres.ts';
import { progress, thousands } from './figures.ts';
import { type FilledStore, fillDatabase } from './filled-folder.ts';
import { firstAnswer, type ServedFolder, serveFolder } from './service-under-test.ts';

const sharePollMs = 1_000;
/** An index that was saved and then not again for so long is merged as far as it will be. */
const atRestMs = 150_000;
/** The same on every node. */
const secretKey = randomBytes(32).toString('base64');

/** A database with one store. */
export interface FilledDatabase extends FilledStore {
  readonly url: string;
}

/** Fills a database, hands it to `then` and removes it. */
export async function withFilledDatabase<T>(
  count: number,
  products: Iterable<RawProduct>,
  then: (database: FilledDatabase) => Promise<T>,
): Promise<T> {
  progress(`filling PostgreSQL with ${thousands(count)} products`);
  const server: PostgresDatabases = await sharedPostgres();
  const url = await server.createDatabase();
  try {
    const target = { engine: 'postgres', url, poolSize: 4 } as const;
    const [store] = await fillDatabase(target, 1, () => products);
    if (store === undefined) throw new Error('one store was filled');
    return await then({ url, ...store });
  } finally {
    await server.dropDatabase(url);
  }
}

/**
 * Starts a node on an empty folder; it lives until `then` is over. `seconds`: from the start of the process to its first
 * answer with a product.
 */
export async function withNewNode<T>(
  { url, keys }: FilledDatabase,
  settings: Readonly<Record<string, string>>,
  then: (node: ServedFolder) => Promise<T>,
): Promise<{ readonly seconds: number; readonly result: T }> {
  const folder = mkdtempSync(join(tmpdir(), 'foretype-bench-'));
  const start = performance.now();
  const node = await serveFolder(folder, 'off', {
    DATABASE_URL: url,
    FORETYPE_SECRET_KEY: secretKey,
    ...settings,
  });
  try {
    await firstAnswer(node.origin, keys.storefront);
    const seconds = (performance.now() - start) / 1_000;
    return { seconds, result: await then(node) };
  } finally {
    await node.child.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Resolves when the index is shared, and nothing of it was replaced for a while. */
export async function sharedIndex(database: FilledDatabase): Promise<void> {
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

/** One statement of its own connection, which sees the store. */
export async function query({ url, storeId }: FilledDatabase, statement: string) {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(`set foretype.store = '${storeId}'`);
    return (await client.query<Record<string, unknown>>(statement)).rows;
  } finally {
    await client.end();
  }
}

/**
 * Starts a service in its own process: on an empty folder with one store, or on a folder that is there already. It never uses a
 * service that it did not start, nor a fixed port. A start that fails, a batch that is refused, or a first answer other than 200 and
 * 503 rejects; it asks again every 20 ms without a limit. Sizes are bytes.
 */
// Tests: none; `npm run bench` runs it.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { RawProduct } from '../server/catalog/product.ts';
import { type Child, startChild } from './child.ts';

/** Keys of the measured store. */
export interface Keys {
  readonly secret: string;
  readonly storefront: string;
}

/** A service that listens. */
export interface ServedFolder {
  readonly origin: string;
  readonly child: Child;
}

export interface ServiceUnderTest extends ServedFolder {
  readonly storeId: string;
  readonly folder: string;
  readonly keys: Keys;
  /** Makes further storefront keys of the store. */
  createKeys(count: number): string[];
  /** Sends products in batches; resolves when all of them are answered. */
  push(products: readonly RawProduct[], rowsPerBatch: number): Promise<void>;
  stop(): Promise<void>;
}

const answerPollMs = 20;
const mainFile = decodeURIComponent(new URL('../server/main.js', import.meta.url).pathname);

/** Starts a service on a data folder, with the demo store only where `demo` says so. `main`: of another copy of the project. */
export async function serveFolder(
  folder: string,
  demo: 'on' | 'off' = 'off',
  more: Readonly<Record<string, string>> = {},
  main = '../server/main.js',
): Promise<ServedFolder> {
  const environment = { ...environmentOf(folder, demo), ...more };
  const child = await startChild(main, ['serve', '--json'], environment);
  return { origin: String(child.started.address), child };
}

/** `more`: settings beside the usual ones of a measurement. */
export async function startServiceUnderTest(
  more: Readonly<Record<string, string>> = {},
): Promise<ServiceUnderTest> {
  const folder = mkdtempSync(join(tmpdir(), 'foretype-bench-'));
  const { origin, child } = await serveFolder(folder, 'off', more);
  const environment = { ...process.env, ...environmentOf(folder, 'off'), ...more };
  const command = (words: readonly string[]): unknown =>
    JSON.parse(
      execFileSync(process.execPath, [mainFile, ...words, '--json'], { env: environment, encoding: 'utf8' }),
    );
  const { store, keys } = command(['store', 'create', '--name', 'Bench']) as {
    store: { id: string };
    keys: Keys;
  };
  return {
    origin,
    child,
    storeId: store.id,
    folder,
    keys,
    createKeys(count) {
      const words = ['key', 'create', '--store', store.id, '--kind', 'storefront'];
      return Array.from({ length: count }, () => (command(words) as { key: { key: string } }).key.key);
    },
    async push(products, rowsPerBatch) {
      for (let start = 0; start < products.length; start += rowsPerBatch) {
        await pushBatch(origin, keys.secret, products.slice(start, start + rowsPerBatch));
      }
    },
    async stop() {
      await child.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Resolves when the batch is answered; rejects where it is refused. */
export async function pushBatch(
  origin: string,
  secretKey: string,
  products: readonly RawProduct[],
): Promise<void> {
  const response = await fetch(`${origin}/api/v1/product-imports`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': secretKey },
    body: JSON.stringify({ products }),
  });
  if (!response.ok) throw new Error(`a batch was refused: ${response.status} ${await response.text()}`);
  await response.arrayBuffer();
}

/** Reads the bytes of all indexes that the service holds, as it reports them. */
export async function indexBytes(origin: string): Promise<number> {
  const metrics = await (await fetch(`${origin}/metrics`)).text();
  return Number(/^foretype_index_bytes (\S+)$/m.exec(metrics)?.[1] ?? 0);
}

/** Asks until products come; while an index is being loaded the answer is 503. */
export async function firstAnswer(origin: string, key: string): Promise<void> {
  for (;;) {
    const response = await fetch(`${origin}/api/v1/autocomplete?q=black`, { headers: { 'x-api-key': key } });
    const body = (await response.json()) as { products?: readonly unknown[] };
    if (response.ok && (body.products?.length ?? 0) > 0) return;
    if (response.status !== 503) throw new Error(`no answer but ${response.status} ${JSON.stringify(body)}`);
    await pause(answerPollMs);
  }
}

/** Resolves when the service says that it is ready. */
export async function readiness(origin: string): Promise<void> {
  for (;;) {
    const response = await fetch(`${origin}/readyz`);
    await response.arrayBuffer();
    if (response.ok) return;
    await pause(answerPollMs);
  }
}

function environmentOf(folder: string, demo: 'on' | 'off'): Record<string, string> {
  return {
    FORETYPE_DATA: folder,
    PORT: '0',
    FORETYPE_DEMO: demo,
    FORETYPE_RATE_LIMIT: 'off',
    LOG_LEVEL: 'error',
  };
}

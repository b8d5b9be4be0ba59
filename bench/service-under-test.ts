/** A service in its own process on an empty folder, with one store. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RawProduct } from '../server/catalog/product.ts';
import { type Child, startChild } from './child.ts';

export interface ServiceUnderTest {
  readonly origin: string;
  readonly child: Child;
  readonly keys: { readonly secret: string; readonly storefront: string };
  /** Sends products in batches; resolves when all of them are answered. */
  push(products: readonly RawProduct[], rowsPerBatch: number): Promise<void>;
  stop(): Promise<void>;
}

export async function startServiceUnderTest(): Promise<ServiceUnderTest> {
  const folder = mkdtempSync(join(tmpdir(), 'foretype-bench-'));
  const environment = {
    FORETYPE_DATA: folder,
    PORT: '0',
    FORETYPE_DEMO: 'off',
    FORETYPE_RATE_LIMIT: 'off',
    LOG_LEVEL: 'error',
  };
  const child = await startChild('../server/main.ts', ['serve', '--json'], environment);
  const origin = String(child.started.address);
  const main = decodeURIComponent(new URL('../server/main.ts', import.meta.url).pathname);
  const created = execFileSync(process.execPath, [main, 'store', 'create', '--name', 'Bench', '--json'], {
    env: { ...process.env, ...environment },
    encoding: 'utf8',
  });
  const { keys } = JSON.parse(created) as { keys: ServiceUnderTest['keys'] };
  return {
    origin,
    child,
    keys,
    async push(products, rowsPerBatch) {
      for (let start = 0; start < products.length; start += rowsPerBatch) {
        const response = await fetch(`${origin}/api/v1/product-imports`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'x-api-key': keys.secret },
          body: JSON.stringify({ products: products.slice(start, start + rowsPerBatch) }),
        });
        if (!response.ok) throw new Error(`a batch was refused: ${response.status} ${await response.text()}`);
        await response.arrayBuffer();
      }
    },
    async stop() {
      await child.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

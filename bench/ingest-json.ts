/**
 * Answers the question how close a JSON import of 50,000 products (5,000 a batch), stored and answerable, comes to bare upserts of the
 * same rows, 1,000 a transaction. Times are seconds, the least of 3 rounds. The bare loop never indexes or checks; a batch that is
 * refused throws.
 */
// Tests: none; `npm run bench` runs it.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RawProduct } from '../server/catalog/product.ts';
import { createSystemClock } from '../server/clock.ts';
import { newId } from '../server/ids.ts';
import { prepareRows } from '../server/ingest/prepare-rows.ts';
import { openStorage } from '../server/storage/open-storage.ts';
import type { ProductWrite } from '../server/storage/records.ts';
import { createStore } from '../server/stores/create-store.ts';
import { type Figure, median, progress, type Question, thousands } from './figures.ts';
import { startServiceUnderTest } from './service-under-test.ts';
import { syntheticCatalog } from './synthetic-catalog.ts';

const productCount = 50_000;
const rowsPerBatch = 5_000;
const rounds = 3;

export const ingestJson: Question = {
  name: 'ingest-json',
  data: [],
  title: `JSON ingest on SQLite, ${thousands(productCount)} products in batches of ${thousands(rowsPerBatch)}`,
  reading:
    'The client waits until the products that it sent are answerable. In a profile of one batch after the other in ' +
    'one process, the pipeline (parse, hash, store) took about 35 µs a product. Building the index takes 75 to 95 µs ' +
    'and merging 40 to 60 (see the engine), in threads that share two cores with the pipeline and the sender: an ' +
    'improvement would have to start there.',
  async run() {
    const products = await syntheticCatalog(productCount);
    const bare: number[] = [];
    const first: number[] = [];
    const unchanged: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      progress(`round ${round + 1} of ${rounds}`);
      bare.push(await bareUpserts(products));
      const service = await startServiceUnderTest({ FORETYPE_ENRICHMENT_PROVIDER: 'off' });
      try {
        first.push(await timed(() => service.push(products, rowsPerBatch)));
        unchanged.push(await timed(() => service.push(products, rowsPerBatch)));
      } finally {
        await service.stop();
      }
    }
    const rate = (seconds: readonly number[]) => productCount / median(seconds);
    const line = (what: string, seconds: readonly number[], goal: string): Figure => ({
      what,
      measured: thousands(rate(seconds)),
      against: `${thousands(rate(bare))} bare upserts`,
      ratio: (rate(seconds) / rate(bare)).toFixed(2),
      goal,
    });
    return [
      line(
        'products a second, new, until answerable',
        first,
        'to be raised to ≥ 0.5 of parse and upsert with CSV',
      ),
      line('products a second, unchanged', unchanged, '2 × new'),
    ];
  },
};

/** The limit: prepared rows into the same tables, 1,000 a transaction, nothing else. Seconds. */
async function bareUpserts(products: readonly RawProduct[]): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'foretype-bench-'));
  const storage = await openStorage({ engine: 'sqlite', file: join(folder, 'bare.sqlite') });
  try {
    await storage.migrate();
    const settings = { name: 'Bare', plan: 'unlimited', currency: 'EUR', locale: 'en' };
    const { store } = await createStore(storage, createSystemClock(), settings);
    const rows = products.map((value, index) => ({ row: index + 1, line: null, value }));
    const writes = prepareRows(rows, store).products.map(
      ({ product, raw, contentHash, sourceHash }): ProductWrite => ({
        id: newId(),
        product,
        raw,
        contentHash,
        sourceHash,
        countsAsEnriched: false,
        runId: null,
        createdAt: 0,
        updatedAt: 0,
      }),
    );
    return await timed(async () => {
      for (let start = 0; start < writes.length; start += 1_000) {
        await storage.write(store.id, (writer) =>
          writer.products.upsert(writes.slice(start, start + 1_000), start + 1),
        );
      }
    });
  } finally {
    await storage.close();
    rmSync(folder, { recursive: true });
  }
}

async function timed(work: () => Promise<void>): Promise<number> {
  const start = performance.now();
  await work();
  return (performance.now() - start) / 1_000;
}

/**
 * How fast are prices and stocks changed in bulk (Contract §10)? 100,000 products of a catalog blown up from a real one are changed by
 * one body of JSON lines with `mode=partial`, until all of it is answerable; rows a second. The same rows in a bare loop are the
 * limit: parsed, merged into the stored JSON text and updated in one SQLite table. An import that fails, or that queues a product for
 * phrases, throws; a missed goal only shows.
 */
// Tests: none; `npm run bench` runs it.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import type { ImportBody } from '../contract/imports.ts';
import { mergePatch } from '../server/catalog/merge-patch.ts';
import type { RawProduct } from '../server/catalog/product.ts';
import { blownUpCatalog } from './blown-up-catalog.ts';
import { type Figure, progress, type Question, thousands } from './figures.ts';
import { untilAtRest } from './service-at-rest.ts';
import { type ServiceUnderTest, startServiceUnderTest } from './service-under-test.ts';
import { loadSeeds } from './shop-seeds.ts';

const productCount = 100_000;
const rowsPerTransaction = 1_000;
const pollMs = 20;

export const partial: Question = {
  name: 'partial',
  data: ['electronics'],
  title: `Prices and stocks of ${thousands(productCount)} products, SQLite`,
  reading:
    'One request sends a line for each product, with its id, price and stock. The time runs from sending it until the import is ' +
    'completed, so that every new price is answered. The bare loop parses the lines, merges them into the stored JSON text and ' +
    'updates one table, 1,000 rows a transaction. No product is queued for phrases.',
  async run() {
    const { products: seeds } = await loadSeeds('electronics');
    const products = [...blownUpCatalog(seeds, productCount)];
    const lines = changesOf(products);
    progress('the bare loop');
    const bareSeconds = bareLoop(products, lines);
    const service = await startServiceUnderTest();
    try {
      progress('importing the products');
      await service.push(products, 5_000);
      await untilAtRest(service.child, { maxShare: 0.3 });
      progress('changing them');
      const beforeMs = service.child.cpuMs() ?? Number.NaN;
      const seconds = await change(service, lines);
      const processorSeconds = ((service.child.cpuMs() ?? Number.NaN) - beforeMs) / 1_000;
      return [
        {
          what: 'products a second, until answerable',
          measured: thousands(productCount / seconds),
          against: `${thousands(productCount / bareSeconds)} bare merges`,
          ratio: (bareSeconds / seconds).toFixed(2),
          goal: '≥ 15,000 a second',
        },
        {
          what: 'processor time of a product, µs',
          measured: ((processorSeconds * 1e6) / productCount).toFixed(0),
          against: `${((bareSeconds * 1e6) / productCount).toFixed(0)} bare merges`,
          ratio: (processorSeconds / bareSeconds).toFixed(2),
          goal: '',
        },
      ] satisfies Figure[];
    } finally {
      await service.stop();
    }
  },
};

/** One line a product: another price, and another stock for every tenth. */
function changesOf(products: readonly RawProduct[]): string {
  const lines = products.map(({ external_id: id, price, in_stock: inStock }, place) =>
    JSON.stringify({
      external_id: id,
      price: (Number(price) + 1).toFixed(2),
      in_stock: (place % 10 === 0) !== inStock,
    }),
  );
  return `${lines.join('\n')}\n`;
}

async function change({ origin, keys }: ServiceUnderTest, lines: string): Promise<number> {
  const headers = { 'x-api-key': keys.secret };
  const start = performance.now();
  const response = await fetch(`${origin}/api/v1/product-imports?mode=partial`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/x-ndjson' },
    body: lines,
  });
  if (response.status !== 202) throw new Error(`the lines were refused: ${await response.text()}`);
  let { import: run } = (await response.json()) as { import: ImportBody };
  while (run.status !== 'completed') {
    if (run.status === 'failed') throw new Error(String(run.error));
    await pause(pollMs);
    run = (await (await fetch(run.links.self, { headers })).json()) as ImportBody;
  }
  const seconds = (performance.now() - start) / 1_000;
  const { updated_rows: updated, queued_rows: queued } = run;
  if (updated !== productCount) throw new Error(`${updated} products were updated`);
  if (queued !== 0) throw new Error(`${queued} products wait for phrases again`);
  return seconds;
}

/** Seconds of a loop that does nothing but merge and update. */
function bareLoop(products: readonly RawProduct[], lines: string): number {
  const folder = mkdtempSync(join(tmpdir(), 'foretype-bench-'));
  const database = new DatabaseSync(join(folder, 'bare.sqlite'));
  try {
    database.exec(`
      pragma page_size = 8192; pragma journal_mode = wal; pragma synchronous = full;
      create table products (external_id text primary key, price text, in_stock integer, raw text) strict, without rowid`);
    const insert = database.prepare('insert into products values (?, ?, ?, ?)');
    database.exec('begin');
    for (const product of products) {
      insert.run(
        String(product.external_id),
        String(product.price),
        Number(product.in_stock),
        JSON.stringify(product),
      );
    }
    database.exec('commit');
    const find = database.prepare('select raw from products where external_id = ?');
    const update = database.prepare(
      'update products set price = ?, in_stock = ?, raw = ? where external_id = ?',
    );
    const start = performance.now();
    database.exec('begin');
    for (const [place, line] of lines.split('\n').entries()) {
      if (line === '') continue;
      const row = JSON.parse(line) as RawProduct;
      const id = String(row.external_id);
      const merged = mergePatch(JSON.parse(String(find.get(id)?.raw)) as RawProduct, row);
      update.run(String(merged.price), Number(merged.in_stock), JSON.stringify(merged), id);
      if (place % rowsPerTransaction === 0) database.exec('commit; begin');
    }
    database.exec('commit');
    return (performance.now() - start) / 1_000;
  } finally {
    database.close();
    rmSync(folder, { recursive: true });
  }
}

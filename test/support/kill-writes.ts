/**
 * Kills a service while clients push batches and single products, again and again, starts it on the same data, and compares what it
 * holds with what it acknowledged. 50 rows a batch, a new store after 10 kills. A write that was not acknowledged may be there or not,
 * but never by half; anything else rejects.
 */
import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { ProductBody } from '../../contract/products.ts';
import { type ChildService, createServiceData, createStoreOn, startChildService } from './child-service.ts';
import type { TestEngine } from './engines.ts';
import { ask, type Caller, productInput, productPath } from './store-calls.ts';
import { waitUntil } from './wait-until.ts';

/** The figures over all kills. */
export interface KillWritesReport {
  readonly kills: number;
  /** Products whose last price was acknowledged and found again. */
  readonly acknowledged: number;
  /** Requests without an answer that were found written as a whole or not at all. */
  readonly cutShort: number;
}

const rowsPerBatch = 50;
/** A new store after so many kills: each comparison reads the whole catalog. */
const killsPerStore = 10;

/** The knowledge of clients: the last acknowledged price of every product, and the writes that were cut short. */
interface Ledger {
  readonly acknowledged: Map<string, number>;
  /** Batches or single products without an answer: all of one may be there, or nothing of it. */
  readonly open: { readonly ids: readonly string[]; readonly price: number }[];
  acknowledgedImports: number;
}

/** Kills so many times. Rejects where an acknowledged write is lost, or one is there twice or by half. */
export async function killWrites(engine: TestEngine['name'], kills: number): Promise<KillWritesReport> {
  const data = await createServiceData(engine);
  const report = { kills: 0, acknowledged: 0, cutShort: 0 };
  try {
    let service = await startChildService(data);
    while (report.kills < kills) {
      const { keys } = await createStoreOn(data);
      const ledger: Ledger = { acknowledged: new Map(), open: [], acknowledgedImports: 0 };
      const last = Math.min(kills, report.kills + killsPerStore);
      for (let round = 1; report.kills < last; round += 1) {
        await writeUntilKilled(ledger, service, keys.secret, round);
        report.kills += 1;
        report.cutShort += ledger.open.length;
        service = await startChildService(data);
        await compare(ledger, service.caller(keys.secret));
      }
      report.acknowledged += ledger.acknowledged.size;
    }
    assert.equal(await service.end('SIGTERM'), 0);
  } finally {
    data.remove();
  }
  return report;
}
/** Writes until the process is gone. Each client has ids of its own, so their order is known. */
async function write(
  ledger: Ledger,
  client: string,
  round: number,
  send: (ids: readonly string[], price: number) => Promise<number>,
  idsOf: (step: number) => readonly string[],
): Promise<void> {
  for (let step = 0; ; step += 1) {
    const ids = idsOf(step);
    const price = round * 1_000 + step + 1;
    try {
      assert.equal(await send(ids, price), 200, client);
    } catch (error) {
      if (error instanceof assert.AssertionError) throw error;
      ledger.open.push({ ids, price });
      return;
    }
    for (const id of ids) ledger.acknowledged.set(id, price);
  }
}

function pushBatches(ledger: Ledger, caller: Caller, round: number): Promise<void> {
  const send = async (ids: readonly string[], price: number) => {
    const products = ids.map((id) => productInput(id, { title: `Batch ${id}`, price }));
    const { status } = await caller.request('POST', '/api/v1/product-imports', { body: { products } });
    ledger.acknowledgedImports += 1;
    return status;
  };
  const idsOf = (step: number) =>
    Array.from({ length: rowsPerBatch }, (_, row) => `b${round}x${step}x${row}`);
  return write(ledger, 'batches', round, send, idsOf);
}

function putProducts(ledger: Ledger, caller: Caller, client: number, round: number): Promise<void> {
  const send = async ([id = '']: readonly string[], price: number) => {
    const body = productInput(id, { title: `Single ${id}`, price });
    return (await caller.request('PUT', productPath(id), { body })).status;
  };
  // Ten ids again and again: created once, then updated.
  return write(ledger, `client ${client}`, round, send, (step) => [`s${client}x${step % 10}`]);
}

async function writeUntilKilled(
  ledger: Ledger,
  service: ChildService,
  key: string,
  round: number,
): Promise<void> {
  const caller = service.caller(key);
  const clients = Promise.all([
    pushBatches(ledger, caller, round),
    ...[0, 1, 2].map((client) => putProducts(ledger, caller, client, round)),
  ]);
  const importsBefore = ledger.acknowledgedImports;
  await waitUntil('an acknowledged batch', () => ledger.acknowledgedImports > importsBefore);
  await pause(randomInt(20, 400));
  await service.end('SIGKILL');
  await clients;
}

async function listProducts(caller: Caller): Promise<Map<string, number>> {
  const prices = new Map<string, number>();
  for (let cursor: string | null = ''; cursor !== null; ) {
    const path: string = `/api/v1/products?limit=200&cursor=${cursor}`;
    const page = (await caller.request('GET', path)).as<{
      products: ProductBody[];
      next_cursor: string | null;
    }>();
    for (const { external_id: id, price } of page.products) {
      assert.ok(!prices.has(id), `${id} is there twice`);
      prices.set(id, Number(price));
    }
    cursor = page.next_cursor;
  }
  return prices;
}

/** Settles the writes that were cut short by what is there now: all of one, or nothing. */
function settle(ledger: Ledger, stored: ReadonlyMap<string, number>): void {
  for (const { ids, price } of ledger.open.splice(0)) {
    const written = ids.filter((id) => stored.get(id) === price);
    assert.ok(written.length === 0 || written.length === ids.length, `half of a batch is there: ${written}`);
    for (const id of written) ledger.acknowledged.set(id, price);
  }
}

async function compare(ledger: Ledger, caller: Caller): Promise<void> {
  const stored = await listProducts(caller);
  const cutShort = ledger.open.some(({ ids }) => ids.length > 1) ? 1 : 0;
  settle(ledger, stored);
  assert.deepEqual([...stored].sort(), [...ledger.acknowledged].sort());
  const health = (await caller.request('GET', '/api/v1/health')).as<{
    products: { total: number; in_stock: number };
  }>();
  assert.deepEqual(
    [health.products.total, health.products.in_stock],
    [stored.size, stored.size],
    'counters equal the rows',
  );
  const runs = (await caller.request('GET', '/api/v1/product-imports?limit=200')).as<{
    imports: { created_rows: number }[];
  }>();
  const lost = ledger.acknowledgedImports - runs.imports.length;
  assert.ok(lost <= 0 && lost >= -cutShort, `${lost} imports are missing`);
  ledger.acknowledgedImports = runs.imports.length;
  for (const id of [...stored.keys()].slice(-5)) {
    const [first] = (await ask(caller, id)).products;
    assert.ok(first, `${id} is not answered`);
    assert.ok(first.title.endsWith(id), `${id} is not the answer`);
    assert.equal(Number(first.price), stored.get(id));
  }
}

/**
 * Goal: an undo that a kill broke off has undone each product wholly or not at all, and the next call undoes the rest. Method: a process
 * is killed (SIGKILL) between two slices of a large run.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ProductBody } from '../../contract/products.ts';
import { createServiceData, createStoreOn, startChildService } from '../support/child-service.ts';
import { engines } from '../support/engines.ts';
import { type Caller, type ImportView, importProducts, productInput } from '../support/store-calls.ts';
import { waitUntil } from '../support/wait-until.ts';

const [changedCount, madeCount] = [4_000, 2_000];

const rowsOf = (count: number, price: number) =>
  Array.from({ length: count }, (_, number) => productInput(`p${number}`, { price }));

async function countPrices(store: Caller): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page = await store.request('GET', `/api/v1/products?limit=200&cursor=${cursor}`);
    const { products, next_cursor } = page.as<{ products: ProductBody[]; next_cursor: string | null }>();
    for (const { price } of products) {
      const amount = Number(price);
      counts[amount] = (counts[amount] ?? 0) + 1;
    }
    cursor = next_cursor;
  }
  return counts;
}

for (const { name } of engines) {
  test(`a killed undo goes on when it is called again on ${name}`, async () => {
    const data = await createServiceData(name);
    try {
      const first = await startChildService(data);
      const { store, keys } = await createStoreOn(data);
      const caller = first.caller(keys.secret);
      await importProducts(caller, rowsOf(changedCount, 1));
      const run = await importProducts(caller, rowsOf(changedCount + madeCount, 2));
      const path = `/api/v1/product-imports/${run.id}`;
      const storage = await data.openStorage();
      const cut = caller.request('POST', `${path}/undo`).catch(() => null);
      const undone = async () => (await storage.reader(store.id).imports.find(run.id))?.undo ?? null;
      await waitUntil('the first slice', async () => (await undone()) !== null);
      await first.end('SIGKILL');
      assert.equal(await cut, null, 'the call had no answer');
      assert.equal((await undone())?.finishedAt, null, 'it was broken off');
      await storage.close();

      const second = await startChildService(data);
      const again = second.caller(keys.secret);
      const { undo: part } = (await again.request('GET', path)).as<ImportView>();
      assert.ok(part !== null && part.undone_at === null);
      assert.deepEqual(await countPrices(again), {
        1: part.restored,
        2: changedCount + madeCount - part.restored - part.removed,
      });
      const expected = { restored: changedCount, removed: madeCount, changed_since: 0 };
      for (const query of ['?dry_run=true', '', '']) {
        const answer = await again.request('POST', `${path}/undo${query}`);
        assert.deepEqual(answer.as<{ undo: unknown }>().undo, expected);
      }
      assert.deepEqual(await countPrices(again), { 1: changedCount });
      assert.equal(await second.end('SIGTERM'), 0);
    } finally {
      data.remove();
    }
  });
}

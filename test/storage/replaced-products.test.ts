/** Goal: what runs replaced is kept small, found by run, goes with its product and its time, and damage of it stops nothing. */
import assert from 'node:assert/strict';
import { limits } from '../../contract/limits.ts';
import { newId } from '../../server/ids.ts';
import { importJson } from '../../server/ingest/import-json.ts';
import { purgeProduct } from '../../server/ingest/remove-product.ts';
import { undoRun } from '../../server/ingest/undo-run.ts';
import { kindsOfStore } from '../../server/insight/prune-store.ts';
import { pruneKinds } from '../../server/jobs/prune-kinds.ts';
import type { Storage } from '../../server/storage/storage.ts';
import { runSql } from '../support/damage.ts';
import { onBothEngines } from '../support/engines.ts';
import { type IngestShop, openIngestShop } from '../support/ingest-shop.ts';
import { jsonBytes } from '../support/make-product.ts';
import { uuidOf } from '../support/storage-rows.ts';
import { productInput } from '../support/store-calls.ts';

const all = { after: null, limit: 500 } as const;
const day = 86_400_000;

const kept = async (storage: Storage, { storeId }: IngestShop, runId: string) =>
  (await storage.reader(storeId).replaced.page(runId, all)).rows;

/** Imports a batch whose run has a usual id: those of the shop differ in their ends only. */
function importRows(storage: Storage, { storeId, environment }: IngestShop, products: readonly unknown[]) {
  const request = { storeId, body: jsonBytes({ products }), dryRun: false, idempotencyKey: null };
  return importJson(storage, request, { ...environment, newId });
}

function undo(storage: Storage, { storeId, environment }: IngestShop, importId: string) {
  const stopping = new AbortController().signal;
  const inTurn = <Result>(_storeId: string, task: () => Promise<Result>) => task();
  return undoRun(
    storage,
    { storeId, importId, by: 'test', finished: async () => {} },
    { ...environment, inTurn, stopping },
  );
}

onBothEngines('a run keeps only the columns that it changed', async ({ storage }) => {
  const shop = await openIngestShop(storage);
  const description = 'A lamp of oak. '.repeat(100);
  const { run: first } = await importRows(storage, shop, [productInput('a', { description, price: 5 })]);
  const { run: second } = await importRows(storage, shop, [productInput('a', { description, price: 6 })]);
  const { run: third } = await importRows(storage, shop, [productInput('a', { description, price: 6 })]);
  const [made] = await kept(storage, shop, first.id);
  assert.deepEqual([made?.before, made?.beforeChange], [null, null]);
  const [changed] = await kept(storage, shop, second.id);
  assert.deepEqual(Object.keys(changed?.before ?? {}), ['content_hash', 'price', 'run_id']);
  assert.equal(changed?.before?.price, '5');
  assert.equal(changed?.beforeChange, made?.changeNumber);
  assert.deepEqual(await kept(storage, shop, third.id), [], 'unchanged products cost nothing');
  const { changeNumber } = await shop.put('a', productInput('a', { price: 7 }));
  assert.ok(changeNumber > (changed?.changeNumber ?? 0));
});

onBothEngines('a run that writes a product twice goes back to the first', async ({ storage }) => {
  const shop = await openIngestShop(storage);
  await importRows(storage, shop, [productInput('a', { title: 'First', price: 5 })]);
  const { run } = await importRows(storage, shop, [productInput('a', { title: 'Second', price: 5 })]);
  await storage.write(shop.storeId, async (writer) => {
    const { products } = await writer.products.wholePage(all);
    const replaced = products.map((before) => ({
      ...{ externalId: 'a', before, after: 'out_of_stock' as const },
    }));
    const changeNumber = writer.store.changeNumber + 1;
    await writer.replaced.keep({ id: run.id, changeNumber }, replaced);
    await writer.products.setStock(['a'], false, shop.clock.nowMicros(), changeNumber);
    const counters = { productCount: 0, inStockCount: -1, enrichmentCount: 0 };
    await writer.updateStore({ changeNumber, ...counters });
  });
  assert.equal((await kept(storage, shop, run.id)).length, 1);
  const { undo: counts } = await undo(storage, shop, run.id);
  assert.deepEqual([counts.restored, counts.changedSince], [1, 0]);
  const { title, inStock } = await shop.stored('a');
  assert.deepEqual([title, inStock], ['First', true]);
  assert.equal((await shop.store()).inStockCount, 1);
});

onBothEngines('an erased product leaves nothing to go back to', async ({ storage }) => {
  const shop = await openIngestShop(storage);
  await importRows(storage, shop, [productInput('a'), productInput('b')]);
  const { run } = await importRows(storage, shop, [
    productInput('a', { price: 1 }),
    productInput('b', { price: 1 }),
  ]);
  await purgeProduct(storage, { storeId: shop.storeId, externalId: 'a' }, shop.clock);
  assert.deepEqual(
    (await kept(storage, shop, run.id)).map(({ externalId }) => externalId),
    ['b'],
  );
  const { undo: counts } = await undo(storage, shop, run.id);
  assert.deepEqual(counts.restored, 1);
  assert.equal((await shop.store()).productCount, 1);
});

onBothEngines('an old row that cannot be read leaves its product alone', async ({ storage, target }) => {
  const shop = await openIngestShop(storage);
  await importRows(storage, shop, [productInput('a', { price: 1 }), productInput('b', { price: 1 })]);
  const { run } = await importRows(storage, shop, [
    productInput('a', { price: 2 }),
    productInput('b', { price: 2 }),
  ]);
  await runSql(
    target,
    shop.storeId,
    `update replaced_products set before = '{"price":"cheap"}' where external_id = 'a' and before is not null`,
  );
  const { undo: counts } = await undo(storage, shop, run.id);
  assert.deepEqual([counts.restored, counts.changedSince], [1, 1]);
  assert.equal((await shop.stored('a')).price, '2');
  assert.equal((await shop.stored('b')).price, '1');
});

onBothEngines('pruning forgets what was replaced more than eight days ago', async ({ storage, target }) => {
  const shop = await openIngestShop(storage);
  const reader = storage.reader(shop.storeId);
  const { run } = await importRows(storage, shop, [productInput('a')]);
  // The ids of this shop hold no time.
  const time = Math.floor(shop.clock.nowMicros() / 1_000)
    .toString(16)
    .padStart(12, '0');
  const beginning = `${time.slice(0, 8)}-${time.slice(8)}-7000`;
  await runSql(target, shop.storeId, `update replaced_products set run = '${beginning}'`);
  const prune = async () =>
    pruneKinds((work) => storage.write(shop.storeId, work), await kindsOfStore(reader, shop.clock, 500));
  const rows = async () => (await reader.replaced.page(`${beginning}-8000-000000000000`, all)).rows.length;
  shop.clock.advanceMs(limits.replacedDays * day - 1_000);
  await prune();
  assert.equal(await rows(), 1, run.id);
  shop.clock.advanceMs(2_000);
  await prune();
  assert.equal(await rows(), 0);
});

onBothEngines('an undo changes only what its own store keeps', async ({ storage }) => {
  const shop = await openIngestShop(storage);
  const other = await openIngestShop(storage, { id: uuidOf(2) });
  // The numbers of changes and the ids of products are the same in both stores.
  const historyOf = async (one: IngestShop) => {
    const runs: string[] = [];
    for (const price of [5, 6, 7])
      runs.push((await importRows(storage, one, [productInput('a', { price })])).run.id);
    return runs;
  };
  const [first = '', second = '', third = ''] = await historyOf(shop);
  const [, secondOfOther = ''] = await historyOf(other);
  const before = await kept(storage, other, secondOfOther);
  assert.equal((await undo(storage, shop, third)).undo.restored, 1);
  const [moved] = await kept(storage, shop, second);
  assert.notEqual(moved?.changeNumber, before[0]?.changeNumber);
  assert.deepEqual(await kept(storage, other, secondOfOther), before);
  assert.equal((await undo(storage, shop, first)).undo.changedSince, 1);
  assert.deepEqual(await kept(storage, shop, secondOfOther), []);
  assert.deepEqual(await kept(storage, other, secondOfOther), before);
});

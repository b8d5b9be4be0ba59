/**
 * Goal: whatever happens to a writer, its transaction is there as a whole or not at all, and two writers of a store
 * take turns. Method: several storages on one database, and processes that are killed while they write.
 */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { Storage } from '../../server/storage/storage.ts';
import { onBothEngines } from '../support/engines.ts';
import {
  apiKeyRow,
  failureRow,
  importRun,
  productWrite,
  someTime,
  storeRow,
  uuidOf,
} from '../support/storage-rows.ts';

const storeId = uuidOf(1);

onBothEngines('two writers of a store take turns without gaps', async ({ storage, openAnother }) => {
  await storage.directory.createStore(storeRow(), []);
  const storages = [storage, await openAnother(), await openAnother()];
  const numbers = await Promise.all(
    storages.flatMap((each, index) =>
      Array.from({ length: 10 }, (_, turn) => raiseChangeNumber(each, `w${index}-${turn}`)),
    ),
  );
  const expected = Array.from({ length: 30 }, (_, index) => index + 1);
  assert.deepEqual(
    numbers.toSorted((left, right) => left - right),
    expected,
  );
  const changed = await storage.reader(storeId).products.changed({ after: null, limit: 100 });
  assert.deepEqual(
    changed.products.map((product) => product.changeNumber),
    expected,
  );
  assert.equal((await storage.directory.findStore(storeId))?.productCount, 30);
});

onBothEngines('a writer that only reads first never fails as busy', async ({ storage, openAnother }) => {
  await storage.directory.createStore(storeRow(), []);
  const storages = [storage, await openAnother()];
  const turns = storages.flatMap((each) =>
    Array.from({ length: 10 }, () =>
      each.write(storeId, async (writer) => {
        await writer.products.find('a');
        await new Promise((resolve) => setImmediate(resolve));
        await writer.products.upsert([productWrite('a', 1)], 1);
      }),
    ),
  );
  await assert.doesNotReject(Promise.all(turns));
});

onBothEngines('a write that rejects leaves nothing behind', async ({ storage }) => {
  await storage.directory.createStore(storeRow(), []);
  const failure = new Error('the work failed');
  const write = storage.write(storeId, async (writer) => {
    await writer.products.upsert([productWrite('a', 1)], 1);
    await writer.enrichment.enqueue([{ productId: uuidOf(1_001), sourceHash: 'a', createdAt: someTime }]);
    await writer.imports.insert(importRun(uuidOf(7)));
    await writer.imports.insertFailures(uuidOf(7), [failureRow(1)]);
    await writer.idempotency.insert({ key: 'k', requestHash: 'h', importId: uuidOf(7), createdAt: someTime });
    await writer.updateStore({ changeNumber: 1, productCount: 1, inStockCount: 1, enrichmentCount: 1 });
    throw failure;
  });
  await assert.rejects(write, failure);
  const reader = storage.reader(storeId);
  assert.equal(await reader.products.find('a'), null);
  assert.equal(await reader.enrichment.countQueued(), 0);
  assert.equal(await reader.imports.find(uuidOf(7)), null);
  assert.deepEqual(await reader.imports.failures(uuidOf(7), { afterRow: 0, limit: 9 }), []);
  assert.equal(await reader.idempotency.find('k'), null);
  assert.deepEqual(await storage.directory.findStore(storeId), storeRow());
  assert.equal(await raiseChangeNumber(storage, 'next'), 1);
});

onBothEngines('a statement that fails fails the write even when caught', async ({ storage }) => {
  await storage.directory.createStore(storeRow(), []);
  await storage.write(storeId, (writer) => writer.imports.insert(importRun(uuidOf(7))));
  const write = storage.write(storeId, async (writer) => {
    await writer.products.upsert([productWrite('a', 1)], 1);
    await writer.imports.insert(importRun(uuidOf(7))).catch(() => {});
  });
  await assert.rejects(write, /rolled back/);
  assert.equal(await storage.reader(storeId).products.find('a'), null);
});

onBothEngines('a reader sees nothing of a write until its commit', async ({ storage, openAnother }) => {
  await storage.directory.createStore(storeRow(), []);
  const another = await openAnother();
  await storage.write(storeId, async (writer) => {
    await writer.products.upsert([productWrite('a', 1)], 1);
    assert.notEqual(await writer.products.find('a'), null);
    assert.equal(await storage.reader(storeId).products.find('a'), null);
    assert.equal(await another.reader(storeId).products.find('a'), null);
  });
  assert.notEqual(await storage.reader(storeId).products.find('a'), null);
  assert.notEqual(await another.reader(storeId).products.find('a'), null);
});

onBothEngines('a writer cannot be used after its transaction', async ({ storage }) => {
  await storage.directory.createStore(storeRow(), []);
  const late = await storage.write(storeId, async (writer) => writer);
  await assert.rejects(late.products.upsert([productWrite('a', 1)], 1), /has ended/);
  await assert.rejects(late.products.find('a'), /has ended/);
});

onBothEngines('a key is added while a write holds its store', async ({ storage, openAnother, engine }) => {
  await storage.directory.createStore(storeRow(), []);
  const another = await openAnother();
  const key = apiKeyRow({ id: uuidOf(5), storeId });
  const insert = () => another.directory.insertApiKey(key);
  let inserted: Promise<boolean> | undefined;
  await storage.write(storeId, async () => {
    inserted = insert();
    // SQLite has one writer a file: there the key waits for the commit.
    if (engine === 'postgres') await inserted;
  });
  await inserted;
  assert.equal((await storage.directory.listApiKeys(storeId)).length, 1);
});

onBothEngines('a killed writer leaves whole batches, nothing twice', async ({ storage, target }) => {
  await storage.directory.createStore(storeRow(), []);
  for (const acknowledgedMin of [3, 10]) {
    const before = (await storage.directory.findStore(storeId))?.changeNumber ?? 0;
    const acknowledged = await killAfter(acknowledgedMin, target);
    const store = await storage.write(storeId, async (writer) => writer.store);
    assert.ok(acknowledged >= before + acknowledgedMin);
    assert.ok(store.changeNumber >= acknowledged && store.changeNumber <= acknowledged + 1);
    const { products } = await storage.reader(storeId).products.page({ after: null, limit: 100_000 });
    assert.equal(products.length, store.changeNumber * 20);
    assert.equal(store.productCount, products.length);
    assert.equal(Math.max(...products.map((product) => product.changeNumber)), store.changeNumber);
  }
});

async function raiseChangeNumber(storage: Storage, externalId: string): Promise<number> {
  return await storage.write(storeId, async (writer) => {
    const changeNumber = writer.store.changeNumber + 1;
    await writer.products.upsert([productWrite(externalId, changeNumber)], changeNumber);
    await writer.updateStore({ changeNumber, productCount: 1, inStockCount: 1, enrichmentCount: 0 });
    return changeNumber;
  });
}

/** Kills a writing process after some acknowledgements; resolves with the last one that it gave. */
async function killAfter(acknowledgements: number, target: object): Promise<number> {
  const script = fileURLToPath(new URL('../support/storage-writer-child.ts', import.meta.url));
  const child = spawn(process.execPath, [script, JSON.stringify(target)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let seen = 0;
  let last = 0;
  for await (const line of createInterface({ input: child.stdout })) {
    last = Number(line);
    seen += 1;
    if (seen === acknowledgements) child.kill('SIGKILL');
  }
  return last;
}

import assert from 'node:assert/strict';
import { limits } from '../../contract/limits.ts';
import { createDrivenClock } from '../../test/support/driven-clock.ts';
import { onBothEngines } from '../../test/support/engines.ts';
import { failureRow, importRun, storeRow, uuidOf } from '../../test/support/storage-rows.ts';
import { pruneKinds, type WriteToStore } from '../jobs/prune-kinds.ts';
import type { Storage } from '../storage/storage.ts';
import { type KeptRows, kindsOfStore } from './prune-store.ts';

const storeId = uuidOf(1);
const day = 24 * 3_600 * 1_000_000;
const change = { kind: 'updated', runId: null, fields: [] } as const;

/** Prunes until nothing is left to do; returns how many transactions each step took. */
async function pruneCounting(storage: Storage, nowMicros: number, kept?: KeptRows): Promise<number[]> {
  const clock = { ...createDrivenClock(), nowMicros: () => nowMicros };
  const transactions: number[] = [];
  let count = 0;
  const write: WriteToStore = (work) => {
    count += 1;
    return storage.write(storeId, work);
  };
  for (let isMore = true; isMore; count = 0) {
    isMore = await pruneKinds(write, await kindsOfStore(storage.reader(storeId), clock, 3, kept));
    transactions.push(count);
  }
  return transactions;
}

/** Prunes a store, and returns the number of steps. */
async function prune(...what: Parameters<typeof pruneCounting>): Promise<number> {
  return (await pruneCounting(...what)).length;
}

onBothEngines('expired data goes step by step, the rest stays', async ({ storage }) => {
  await storage.directory.createStore(storeRow(), []);
  const now = 1_000 * day;
  const old = now - 91 * day;
  const importCount = limits.importsKept + 3;
  await storage.write(storeId, async (writer) => {
    for (let number = 1; number <= importCount; number += 1) {
      await writer.imports.insert(importRun(uuidOf(number), { createdAt: old + number, updatedAt: old }));
    }
    await writer.imports.insertFailures(
      uuidOf(1),
      Array.from({ length: 7 }, (_, index) => failureRow(index + 1)),
    );
    await writer.imports.insertFailures(uuidOf(importCount), [failureRow(1)]);
    for (let number = 1; number <= 5; number += 1) {
      const ids = { externalId: 'a', changeNumber: number };
      await writer.products.insertChanges([{ ...ids, ...change, at: number === 5 ? now : old }], 50);
    }
    await writer.statistics.recordCatalog({ bucketAt: old, inStock: 1, outOfStock: 0 });
    await writer.statistics.recordCatalog({ bucketAt: old + 1, inStock: 2, outOfStock: 0 });
  });
  // 7 failures by threes, with the imports behind them, take three steps, and one finds nothing.
  assert.equal(await prune(storage, now), 4);
  const reader = storage.reader(storeId);
  const imports = await reader.imports.page({ before: null, limit: 99 });
  assert.deepEqual([imports.length, imports.at(-1)?.id], [limits.importsKept, uuidOf(4)]);
  assert.deepEqual(await reader.imports.failures(uuidOf(1), { afterRow: 0, limit: 9 }), []);
  assert.equal((await reader.imports.failures(uuidOf(importCount), { afterRow: 0, limit: 9 })).length, 1);
  const changes = await reader.products.recordedChanges('a', { before: null, limit: 9 });
  assert.deepEqual(
    changes.map(({ changeNumber }) => changeNumber),
    [5],
  );
  assert.deepEqual(
    (await reader.statistics.catalog(now)).map(({ inStock }) => inStock),
    [2],
  );
});

onBothEngines('surplus failed rows go, those of the oldest runs first', async ({ storage }) => {
  await storage.directory.createStore(storeRow(), []);
  const now = 1_000 * day;
  const issues = [{ code: 'price_invalid', count: 4, sampleRows: [1] }];
  const heavy = { createdAt: now, failedRows: 4, issues, failureBytes: limits.storeFailuresMaxBytes / 4 };
  const rows = [1, 2, 3, 4].map(failureRow);
  await storage.write(storeId, async (writer) => {
    for (let number = 1; number <= 4; number += 1) {
      const status = number === 1 ? 'processing' : 'completed';
      await writer.imports.insert(importRun(uuidOf(number), { ...heavy, status }));
      await writer.imports.insertFailures(uuidOf(number), rows);
    }
    // As if all had been written by a node that knows the bound, but for a byte.
    await writer.imports.addFailureBytes(limits.storeFailuresMaxBytes - 1);
  });
  // Two of four rows by threes; the first run is under way, and the fourth fits.
  assert.equal(await prune(storage, now), 4);
  const reader = storage.reader(storeId);
  const left = (await reader.imports.page({ before: null, limit: 9 })).toReversed();
  assert.deepEqual(
    left.map((run) => [run.failures.length, run.failuresDropped, run.failedRows, run.issues.length]),
    [
      [4, 0, 4, 1],
      [0, 4, 4, 1],
      [0, 4, 4, 1],
      [4, 0, 4, 1],
    ],
  );
  assert.equal(await reader.imports.failureBytes(), limits.storeFailuresMaxBytes / 2);
});

onBothEngines('imports and audit entries beyond their number go, oldest first', async ({ storage }) => {
  await storage.directory.createStore(storeRow(), []);
  const now = 1_000 * day;
  await storage.write(storeId, async (writer) => {
    for (let number = 1; number <= 25; number += 1) {
      const times = { createdAt: now + number, updatedAt: now + number };
      await writer.imports.insert(importRun(uuidOf(number), times));
      const key = { key: `k${number}`, requestHash: 'h', importId: uuidOf(number), createdAt: now + number };
      await writer.idempotency.insert(key);
      const what = { actor: null, action: 'store.created', subject: `${number}`, details: {} };
      await writer.audit.insert({ id: uuidOf(number), at: now + number, ...what });
    }
  });
  await prune(storage, now + 30, { importsMax: 22, auditEntriesMax: 4 });
  const reader = storage.reader(storeId);
  const imports = await reader.imports.page({ before: null, limit: 99 });
  assert.deepEqual([imports.length, imports.at(-1)?.id], [22, uuidOf(4)]);
  const keys = await Promise.all([3, 4].map((number) => reader.idempotency.find(`k${number}`)));
  assert.deepEqual(
    keys.map((key) => key?.importId),
    [undefined, uuidOf(4)],
  );
  const entries = await reader.audit.page({ before: null, limit: 99 });
  assert.deepEqual(
    entries.map(({ subject }) => subject),
    ['25', '24', '23', '22'],
  );
});

onBothEngines('idempotency keys of yesterday go in steps', async ({ storage }) => {
  await storage.directory.createStore(storeRow(), []);
  const now = 1_000 * day;
  await storage.write(storeId, async (writer) => {
    for (let number = 1; number <= 8; number += 1) {
      const createdAt = number === 8 ? now - day : now - day - number;
      const record = { key: `k${number}`, requestHash: 'h', importId: uuidOf(number), createdAt };
      await writer.idempotency.insert(record);
    }
  });
  assert.equal(await prune(storage, now), 3);
  const reader = storage.reader(storeId);
  const keys = await Promise.all(
    [1, 2, 3, 4, 5, 6, 7, 8].map((number) => reader.idempotency.find(`k${number}`)),
  );
  assert.deepEqual(
    keys.filter((key) => key !== null).map(({ key }) => key),
    ['k8'],
  );
});

onBothEngines('imports of the last weeks stay, however many there are', async ({ storage }) => {
  await storage.directory.createStore(storeRow(), []);
  const now = 1_000 * day;
  await storage.write(storeId, async (writer) => {
    for (let number = 1; number <= 25; number += 1) {
      await writer.imports.insert(importRun(uuidOf(number), { createdAt: now - 89 * day }));
    }
  });
  assert.equal(await prune(storage, now), 1);
  assert.equal((await storage.reader(storeId).imports.page({ before: null, limit: 99 })).length, 25);
});

onBothEngines('expired places in collections go, future ones stay', async ({ storage }) => {
  await storage.directory.createStore(storeRow(), []);
  const now = 1_000 * day;
  const rules = { match: 'all', conditions: [{ field: 'age_days', op: 'at_most', value: 1 }] } as const;
  const generation = { number: 1, collectionId: uuidOf(9), rules, currency: 'USD' } as const;
  const start = { position: null, oldPosition: null } as const;
  const place = { generation: 1, inStock: true, titleKey: 'a', priceKey: 1, createdAt: 0, fromAt: 0 };
  await storage.write(storeId, async (writer) => {
    await writer.collections.insertGeneration({
      ...generation,
      ...start,
      isTimed: true,
      state: 'live',
      memberCount: 8,
    });
  });
  await storage.writeMembers(storeId, async (writer) => {
    await writer.putMemberships(
      Array.from({ length: 8 }, (_, number) => ({
        ...place,
        productId: uuidOf(number),
        untilAt: number < 7 ? now - number : now + 1,
      })),
    );
  });
  assert.equal(await prune(storage, now), 3);
  const left = await storage
    .reader(storeId)
    .collections.memberships(Array.from({ length: 8 }, (_, n) => uuidOf(n)));
  assert.deepEqual(
    left.map(({ productId }) => productId),
    [uuidOf(7)],
  );
});

onBothEngines('kinds with few old rows share a transaction', async ({ storage }) => {
  await storage.directory.createStore(storeRow(), []);
  const now = 1_000 * day;
  assert.deepEqual(await pruneCounting(storage, now), [1]);
  await storage.write(storeId, async (writer) => {
    for (let number = 1; number <= 4; number += 1) {
      const old = { externalId: 'a', changeNumber: number, at: now - 91 * day };
      await writer.products.insertChanges([{ ...old, ...change }], 50);
    }
    for (let number = 1; number <= 2; number += 1) {
      const record = {
        key: `k${number}`,
        requestHash: 'h',
        importId: uuidOf(number),
        createdAt: now - 2 * day,
      };
      await writer.idempotency.insert(record);
    }
  });
  // Behind three changes a transaction ends; the other kinds share the next.
  assert.deepEqual(await pruneCounting(storage, now), [2, 1]);
  const reader = storage.reader(storeId);
  assert.deepEqual(await reader.products.recordedChanges('a', { before: null, limit: 9 }), []);
  assert.equal(await reader.idempotency.find('k1'), null);
});

/**
 * Goal: what the dashboard reads of a store is right and stays within its bounds on both databases. Method: the
 * storage's own calls.
 */
import assert from 'node:assert/strict';
import { productsAmong } from '../../server/storage/products-among.ts';
import type { ProductChange, ProductFilter } from '../../server/storage/records.ts';
import type { Storage } from '../../server/storage/storage.ts';
import { onBothEngines } from '../support/engines.ts';
import { failureRow, importRun, productWrite, someTime, storeRow, uuidOf } from '../support/storage-rows.ts';

const storeId = uuidOf(1);
const day = 86_400_000_000;

async function createStores(storage: Storage): Promise<void> {
  await storage.directory.createStore(storeRow(), []);
  await storage.directory.createStore(storeRow({ id: uuidOf(2) }), []);
}

onBothEngines('requests of one stretch of time are added up', async ({ storage }) => {
  await createStores(storage);
  const first = { bucketAt: someTime, graph: 1, backend: 2, cached: 3, errors: 4, latencies: [1, 0, 2] };
  const later = { ...first, bucketAt: someTime + 300_000_000, latencies: [0, 0, 9] };
  await storage.write(storeId, async (writer) => {
    await writer.statistics.addRequests(later);
    await writer.statistics.addRequests(first);
    await writer.statistics.addRequests(first);
  });
  const twice = { ...first, graph: 2, backend: 4, cached: 6, errors: 8, latencies: [2, 0, 4] };
  const reader = storage.reader(storeId);
  assert.deepEqual(await reader.statistics.requests(0), [twice, later]);
  assert.deepEqual(await reader.statistics.requests(later.bucketAt), [later]);
  const counts = [twice, later].map(({ latencies: _, ...rest }) => rest);
  assert.deepEqual(await reader.statistics.requestCounts(0), counts);
  assert.deepEqual(await reader.statistics.requestCounts(later.bucketAt), counts.slice(1));
  assert.deepEqual(await storage.reader(uuidOf(2)).statistics.requestCounts(0), []);
  assert.deepEqual(await storage.reader(uuidOf(2)).statistics.requests(0), []);
});

onBothEngines('catalog sizes are read with the last before a time', async ({ storage }) => {
  await createStores(storage);
  const sizes = [1, 2, 3].map((number) => ({
    bucketAt: someTime + number,
    inStock: number,
    outOfStock: 0,
  }));
  await storage.write(storeId, async (writer) => {
    for (const size of sizes) await writer.statistics.recordCatalog({ ...size, inStock: 9 });
    for (const size of sizes) await writer.statistics.recordCatalog(size);
  });
  const reader = storage.reader(storeId);
  assert.deepEqual(await reader.statistics.catalog(0), sizes);
  assert.deepEqual(await reader.statistics.catalog(someTime + 3), sizes.slice(1));
  assert.deepEqual(await storage.reader(uuidOf(2)).statistics.catalog(0), []);
  await storage.write(storeId, (writer) => writer.statistics.deleteBefore(someTime + 3));
  assert.deepEqual(await reader.statistics.catalog(0), sizes.slice(1));
});

onBothEngines('old requests are forgotten, newer ones stay', async ({ storage }) => {
  await createStores(storage);
  const requests = { graph: 1, backend: 0, cached: 0, errors: 0, latencies: [1] };
  for (const id of [storeId, uuidOf(2)]) {
    await storage.write(id, async (writer) => {
      for (const bucketAt of [1, 2, 3]) await writer.statistics.addRequests({ ...requests, bucketAt });
    });
  }
  await storage.write(storeId, (writer) => writer.statistics.deleteBefore(3));
  assert.deepEqual(
    (await storage.reader(storeId).statistics.requests(0)).map(({ bucketAt }) => bucketAt),
    [3],
  );
  assert.equal((await storage.reader(uuidOf(2)).statistics.requests(0)).length, 3);
});

onBothEngines('products are found by gaps, stretch by stretch', async ({ storage }) => {
  await createStores(storage);
  const writes = ['a', 'b', 'c', 'd', 'e'].map((id, index) =>
    productWrite(id, index, {
      product: {
        inStock: index % 2 === 0,
        imageUrl: index === 1 || index === 4 ? null : 'https://shop.example/1.jpg',
        category: index === 3 ? null : 'Home',
        description: index === 2 ? null : 'Fine.',
        brand: index === 0 ? null : 'Oak',
        stockQuantity: index === 3 ? 0 : null,
      },
    }),
  );
  await storage.write(storeId, (writer) => writer.products.upsert(writes, 1));
  const reader = storage.reader(storeId);
  const find = async (filter: ProductFilter, page = {}) => {
    const found = await reader.products.stretch({ after: null, limit: 9, scan: 9, filter, ...page });
    const names = found.rows.map((row) => ('externalId' in row ? row.externalId : `damaged ${row.id}`));
    return [names.join(''), found.scannedTo];
  };
  assert.deepEqual(await find({}), ['abcde', null]);
  assert.deepEqual(await find({ inStock: true }), ['ace', null]);
  assert.deepEqual(await find({ inStock: false }), ['bd', null]);
  assert.deepEqual(await find({ missing: 'image' }), ['be', null]);
  assert.deepEqual(await find({ missing: 'image', inStock: true }), ['e', null]);
  assert.deepEqual(await find({ missing: 'category' }), ['d', null]);
  assert.deepEqual(await find({ missing: 'brand' }), ['a', null]);
  assert.deepEqual(await find({ missing: 'description' }), ['c', null]);
  assert.deepEqual(await find({ missing: 'stock' }), ['abce', null]);
  assert.deepEqual(await find({ missing: 'type', inStock: false }), ['bd', null]);
  // What was looked at ends where the page is full, or where the stretch is.
  assert.deepEqual(await find({}, { limit: 2 }), ['ab', 'b']);
  assert.deepEqual(await find({ missing: 'stock' }, { scan: 3 }), ['abc', 'c']);
  assert.deepEqual(await find({ missing: 'stock' }, { scan: 3, after: 'c' }), ['e', null]);
  // An index has only those that lack the field: no other is looked at.
  assert.deepEqual(await find({ missing: 'image' }, { scan: 1 }), ['b', 'b']);
  assert.deepEqual(await find({ missing: 'image' }, { scan: 1, after: 'b' }), ['e', 'e']);
  assert.deepEqual(await find({ missing: 'image' }, { scan: 2, after: 'b' }), ['e', null]);
});

onBothEngines('products are read by their ids within their store', async ({ storage }) => {
  await createStores(storage);
  const writes = [productWrite('a', 1), productWrite('b', 2), productWrite('c', 3)];
  await storage.write(storeId, (writer) => writer.products.upsert(writes, 1));
  const reader = storage.reader(storeId);
  const ids = ({ values }: { readonly values: readonly { readonly externalId: string }[] }) =>
    values.map(({ externalId }) => externalId).sort();
  const among = (wanted: readonly string[]) => Array.fromAsync(productsAmong(reader, wanted));
  assert.deepEqual(
    (await among(['b', 'x'])).map((values) => ids({ values })),
    [['b']],
  );
  assert.deepEqual(await among([]), []);
  assert.deepEqual(await Array.fromAsync(productsAmong(storage.reader(uuidOf(2)), ['a'])), [[]]);
});

onBothEngines('changes are read newest first, and old ones deleted in steps', async ({ storage }) => {
  await createStores(storage);
  const change = (externalId: string, number: number): ProductChange => ({
    externalId,
    changeNumber: number,
    at: number * day,
    kind: 'updated',
    runId: null,
    fields: [{ field: 'price', from: String(number), to: null }],
  });
  for (const id of [storeId, uuidOf(2)]) {
    await storage.write(id, async (writer) => {
      for (let number = 1; number <= 6; number += 1) {
        await writer.products.insertChanges([change('a', number), change('b', number)], 50);
      }
    });
  }
  const numbers = async (page = {}, id = storeId) =>
    (await storage.reader(id).products.recordedChanges('a', { before: null, limit: 9, ...page })).map(
      ({ changeNumber }) => changeNumber,
    );
  assert.deepEqual(await numbers({ limit: 2 }), [6, 5]);
  assert.deepEqual(await numbers({ limit: 2, before: 5 }), [4, 3]);
  const steps: number[] = [];
  for (let step = 0; step < 3; step += 1) {
    steps.push(
      await storage.write(storeId, (writer) =>
        writer.products.deleteChangesBefore({ at: 4 * day, limit: 4 }),
      ),
    );
  }
  assert.deepEqual(steps, [4, 2, 0]);
  assert.deepEqual(await numbers(), [6, 5, 4]);
  assert.equal((await numbers({}, uuidOf(2))).length, 6);
});

onBothEngines('the oldest ended imports beyond those that stay may go', async ({ storage }) => {
  await createStores(storage);
  await storage.write(storeId, async (writer) => {
    for (let number = 1; number <= 5; number += 1) {
      const status = number === 1 ? 'pending' : 'completed';
      await writer.imports.insert(
        importRun(uuidOf(number), { status, createdAt: number * day, validRows: 3 }),
      );
    }
    await writer.imports.insertFailures(
      uuidOf(2),
      [1, 2, 3].map((row) => failureRow(row)),
    );
  });
  const reader = storage.reader(storeId);
  const expired = async (createdDays: number, kept: number, most = 99, limit = 9) => {
    const bounds = { createdBefore: createdDays * day, kept, most, limit };
    return (await reader.imports.expired(bounds)).map(({ id }) => id);
  };
  assert.deepEqual(await expired(9, 2), [uuidOf(2), uuidOf(3)]);
  assert.deepEqual(await expired(9, 2, 99, 1), [uuidOf(2)]);
  assert.deepEqual(await expired(2, 2), []);
  assert.deepEqual(await expired(9, 9), []);
  assert.deepEqual(await expired(0, 1, 3), [uuidOf(2)]);
  assert.deepEqual(await expired(0, 4, 3), []);
  await storage.write(storeId, async (writer) => {
    assert.equal(await writer.imports.deleteFailures(uuidOf(2), 2), 2);
    assert.equal(await writer.imports.deleteFailures(uuidOf(2), 2), 1);
    await writer.imports.delete(uuidOf(2));
  });
  assert.equal(await reader.imports.find(uuidOf(2)), null);
  assert.deepEqual(await expired(9, 2), [uuidOf(3)]);
  await storage.write(storeId, async (writer) => {
    const error = 'Cancelled. 3 of 9 rows were read; what was written of them stays.';
    await writer.imports.insert(importRun(uuidOf(6), { status: 'failed', error, createdAt: 6 * day }));
  });
  const marks = await reader.imports.marks({ since: 4 * day, limit: 9 });
  assert.deepEqual(
    marks.map(({ id, isCancelled, validRows, createdAt }) => [id, isCancelled, validRows, createdAt]),
    [
      [uuidOf(6), true, 0, 6 * day],
      [uuidOf(5), false, 3, 5 * day],
      [uuidOf(4), false, 3, 4 * day],
    ],
  );
});

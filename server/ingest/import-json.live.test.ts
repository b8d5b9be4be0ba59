import assert from 'node:assert/strict';
import { onBothEngines } from '../../test/support/engines.ts';
import { type IngestShop, openIngestShop } from '../../test/support/ingest-shop.ts';
import { jsonBytes, makeProduct } from '../../test/support/make-product.ts';
import { uuidOf } from '../../test/support/storage-rows.ts';
import { AppError } from '../errors.ts';
import type { ImportRun } from '../storage/records.ts';
import { importJson } from './import-json.ts';

const hourMs = 3_600_000;

function makeProducts(count: number): Record<string, unknown>[] {
  return Array.from({ length: count }, (_, index) => makeProduct(`p${index}`));
}

function rowCounts(run: ImportRun) {
  const { totalRows, processedRows, validRows, failedRows, skippedRows } = run;
  return { totalRows, processedRows, validRows, failedRows, skippedRows };
}

async function assertNothingStored(shop: IngestShop): Promise<void> {
  const { changeNumber, productCount, inStockCount, enrichmentCount } = await shop.store();
  assert.deepEqual([changeNumber, productCount, inStockCount, enrichmentCount], [0, 0, 0, 0]);
  assert.equal(await shop.queuedJobs(), 0);
}

onBothEngines('§4.2 batch: good rows are stored, bad rows are recorded', async ({ storage }) => {
  const shop = await openIngestShop(storage);
  const { run, changeNumber } = await shop.importRows([
    makeProduct('a'),
    makeProduct('b', { price: 'abc', url: '' }),
    makeProduct('a', { title: 'Later' }),
    makeProduct('c', { in_stock: 'no' }),
    'text',
  ]);
  assert.deepEqual(rowCounts(run), {
    totalRows: 5,
    processedRows: 5,
    validRows: 3,
    failedRows: 2,
    skippedRows: 0,
  });
  assert.deepEqual([run.createdRows, run.updatedRows, run.unchangedRows, run.queuedRows], [2, 0, 0, 2]);
  assert.deepEqual([run.status, run.source, run.filename], ['completed', 'api', 'api.json']);
  assert.deepEqual([run.dryRun, run.error, changeNumber], [false, null, 1]);
  assert.equal((await shop.stored('a')).title, 'Later');
  const { productCount, inStockCount, enrichmentCount } = await shop.store();
  assert.deepEqual([productCount, inStockCount, enrichmentCount], [2, 1, 2]);
  assert.equal(await shop.queuedJobs(), 2);
});

onBothEngines('§4.3 answer: the import and its failures are kept', async ({ storage }) => {
  const shop = await openIngestShop(storage);
  const { run } = await shop.importRows([{ external_id: 'x' }, makeProduct('a')]);
  const reader = storage.reader(shop.storeId);
  // The rows themselves come with the list of failures only.
  const shown = run.failures.map((failure) => ({ ...failure, raw: null }));
  assert.deepEqual(await reader.imports.find(run.id), { ...run, failures: shown });
  const failures = await reader.imports.failures(run.id, { afterRow: 0, limit: 10 });
  assert.deepEqual(failures, run.failures);
  assert.equal(failures[0]?.raw, '{"external_id":"x"}');
  assert.deepEqual(
    failures[0]?.problems.map(({ code }) => code),
    ['title_missing', 'price_missing', 'url_missing'],
  );
  assert.deepEqual(
    run.issues.map(({ code, count }) => [code, count]),
    [
      ['price_missing', 1],
      ['title_missing', 1],
      ['url_missing', 1],
    ],
  );
});

onBothEngines('Contract §5 an import shows a hundred failures and keeps all', async ({ storage }) => {
  const shop = await openIngestShop(storage);
  const { run } = await shop.importRows(Array.from({ length: 130 }, () => ({})));
  assert.deepEqual([run.failedRows, run.failures.length, run.issues[0]?.count], [130, 100, 130]);
  const failures = await storage.reader(shop.storeId).imports.failures(run.id, { afterRow: 0, limit: 200 });
  assert.equal(failures.length, 130);
});

onBothEngines('Contract §4 rows taken with a note are counted and shown', async ({ storage }) => {
  const shop = await openIngestShop(storage);
  const noted = { attributes: { note: 'x'.repeat(1_001) } };
  const rows = Array.from({ length: 101 }, (_, index) => makeProduct(`p${index}`, noted));
  const { run } = await shop.importRows([...rows, makeProduct('plain')]);
  assert.deepEqual([run.warningRows, run.warnings.length, run.failedRows], [101, 100, 0]);
  assert.deepEqual([run.warnings[0]?.row, run.warnings[0]?.externalId], [1, 'p0']);
  assert.deepEqual(await storage.reader(shop.storeId).imports.find(run.id), run);
});

onBothEngines('§4.2 single: the body may be one product', async ({ storage }) => {
  const shop = await openIngestShop(storage);
  const { run } = await shop.importBody(makeProduct('a', { color: 'red' }));
  assert.deepEqual([run.totalRows, run.createdRows], [1, 1]);
  assert.deepEqual((await shop.stored('a')).attributes, [['color', 'red']]);
});

onBothEngines('§4.2 upsert: created, updated and unchanged rows are counted apart', async ({ storage }) => {
  const shop = await openIngestShop(storage);
  await shop.importRows([makeProduct('same'), makeProduct('price'), makeProduct('title')]);
  const before = await shop.stored('price');
  shop.clock.advanceMs(1_000);
  const { run, changeNumber } = await shop.importRows([
    makeProduct('same'),
    makeProduct('price', { price: 1 }),
    makeProduct('title', { title: 'New' }),
    makeProduct('new'),
  ]);
  assert.deepEqual([run.createdRows, run.updatedRows, run.unchangedRows], [1, 2, 1]);
  assert.equal(run.queuedRows, 2);
  assert.equal(changeNumber, 2);
  const after = await shop.stored('price');
  assert.deepEqual([after.id, after.createdAt, after.price], [before.id, before.createdAt, '1']);
  assert.ok(after.updatedAt >= before.updatedAt + 1_000_000);
  assert.equal((await shop.stored('same')).changeNumber, 1);
});

onBothEngines('an import that changes nothing moves no change number', async ({ storage }) => {
  const shop = await openIngestShop(storage);
  await shop.importRows([makeProduct('a')]);
  const { run, changeNumber } = await shop.importRows([makeProduct('a')]);
  assert.deepEqual([run.unchangedRows, run.validRows, changeNumber], [1, 1, 1]);
  assert.equal((await shop.store()).changeNumber, 1);
});

onBothEngines('§3.1 upload-absent: products that are not named stay', async ({ storage }) => {
  const shop = await openIngestShop(storage);
  await shop.importRows([makeProduct('a'), makeProduct('b')]);
  const before = await shop.stored('b');
  await shop.importRows([makeProduct('a', { price: 1 })]);
  assert.deepEqual(await shop.stored('b'), before);
});

onBothEngines('§8 products: a batch fills a free store and skips the rest', async ({ storage }) => {
  const shop = await openIngestShop(storage, { plan: 'free' });
  const { run } = await shop.importRows(makeProducts(103));
  assert.deepEqual(rowCounts(run), {
    totalRows: 103,
    processedRows: 103,
    validRows: 100,
    failedRows: 0,
    skippedRows: 3,
  });
  assert.deepEqual([run.status, run.createdRows, run.queuedRows], ['completed', 100, 5]);
  const store = await shop.store();
  assert.deepEqual([store.productCount, store.enrichmentCount], [100, 5]);
  assert.equal(await storage.reader(shop.storeId).products.find('p100'), null);
  const again = await shop.importRows([makeProduct('p0', { title: 'New' }), makeProduct('p100')]);
  assert.deepEqual([again.run.updatedRows, again.run.skippedRows, again.run.queuedRows], [1, 1, 0]);
  assert.equal(await shop.queuedJobs(), 5);
});

onBothEngines('Contract §5 a dry run counts everything and writes nothing', async ({ storage }) => {
  const shop = await openIngestShop(storage, { plan: 'free' });
  const rows = [...makeProducts(101), {}, makeProduct('p0')];
  const { run, changeNumber } = await shop.importRows(rows, { dryRun: true });
  assert.deepEqual(rowCounts(run), {
    totalRows: 103,
    processedRows: 103,
    validRows: 101,
    failedRows: 1,
    skippedRows: 1,
  });
  assert.deepEqual([run.dryRun, run.createdRows, run.queuedRows, changeNumber], [true, 100, 5, 0]);
  await assertNothingStored(shop);
  assert.deepEqual(await storage.reader(shop.storeId).imports.page({ before: null, limit: 5 }), []);
});

onBothEngines('Contract §5 the same key and body give the first import', async ({ storage }) => {
  const shop = await openIngestShop(storage);
  const request = { idempotencyKey: 'k' };
  const first = await shop.importRows([makeProduct('a')], request);
  await shop.put('a', makeProduct('a', { title: 'Meanwhile' }));
  shop.clock.advanceMs(24 * hourMs - 1_000);
  const again = await shop.importRows([makeProduct('a')], request);
  assert.deepEqual(again.run, first.run);
  assert.equal(again.changeNumber, 2);
  assert.equal((await shop.stored('a')).title, 'Meanwhile');
  assert.equal((await storage.reader(shop.storeId).imports.page({ before: null, limit: 5 })).length, 1);
});

onBothEngines('Contract §5 the same key with another body is refused', async ({ storage }) => {
  const shop = await openIngestShop(storage);
  const request = { idempotencyKey: 'k' };
  await shop.importRows([makeProduct('a')], request);
  await assert.rejects(
    shop.importRows([makeProduct('b')], request),
    (error) =>
      error instanceof AppError &&
      error.code === 'validation_failed' &&
      error.errors?.[0]?.code === 'idempotency_key_reused',
  );
  assert.equal(await storage.reader(shop.storeId).products.find('b'), null);
});

onBothEngines('Contract §5 a key is forgotten after 24 hours', async ({ storage }) => {
  const shop = await openIngestShop(storage);
  const request = { idempotencyKey: 'k' };
  const first = await shop.importRows([makeProduct('a')], request);
  shop.clock.advanceMs(24 * hourMs + 1);
  const second = await shop.importRows([makeProduct('b')], request);
  assert.notEqual(second.run.id, first.run.id);
  assert.equal(second.run.createdRows, 1);
});

onBothEngines('an import leaves the old keys of others to pruning', async ({ storage }) => {
  const shop = await openIngestShop(storage);
  const { id: storeId } = await shop.store();
  const old = { requestHash: 'h', importId: uuidOf(9), createdAt: 0 };
  await storage.write(storeId, (writer) => writer.idempotency.insert({ ...old, key: 'old' }));
  await shop.importRows([makeProduct('a')], { idempotencyKey: 'k' });
  assert.equal((await storage.reader(storeId).idempotency.find('old'))?.key, 'old');
});

onBothEngines('a dry run neither uses nor spends an idempotency key', async ({ storage }) => {
  const shop = await openIngestShop(storage);
  const idempotencyKey = 'k';
  const dry = await shop.importRows([makeProduct('a')], { idempotencyKey, dryRun: true });
  const real = await shop.importRows([makeProduct('a')], { idempotencyKey });
  assert.notEqual(real.run.id, dry.run.id);
  assert.equal(real.run.createdRows, 1);
  const dryAgain = await shop.importRows([makeProduct('a')], { idempotencyKey, dryRun: true });
  assert.deepEqual([dryAgain.run.dryRun, dryAgain.run.unchangedRows], [true, 1]);
});

onBothEngines('an idempotency key is another one in another store', async ({ storage }) => {
  const [first, second] = [await openIngestShop(storage), await openIngestShop(storage, { id: uuidOf(2) })];
  await first.importRows([makeProduct('a')], { idempotencyKey: 'k' });
  const { run } = await second.importRows([makeProduct('b')], { idempotencyKey: 'k' });
  assert.deepEqual([run.storeId, run.createdRows], [second.storeId, 1]);
});

onBothEngines('two requests with one key at once import once', async ({ storage }) => {
  const shop = await openIngestShop(storage);
  const request = { idempotencyKey: 'k' };
  const [left, right] = await Promise.all([
    shop.importRows([makeProduct('a')], request),
    shop.importRows([makeProduct('a')], request),
  ]);
  assert.deepEqual(left.run, right.run);
});

onBothEngines('§5.2 write: a batch reaches its own store only', async ({ storage }) => {
  const [first, second] = [await openIngestShop(storage), await openIngestShop(storage, { id: uuidOf(2) })];
  await first.importRows([makeProduct('same', { title: 'Of the first' })]);
  await second.importRows([makeProduct('same', { title: 'Of the second' })]);
  assert.equal((await first.stored('same')).title, 'Of the first');
  assert.equal((await second.stored('same')).title, 'Of the second');
});

onBothEngines('an import into an unknown store is not found', async ({ storage }) => {
  const { environment } = await openIngestShop(storage);
  const request = {
    storeId: uuidOf(99),
    body: jsonBytes(makeProduct('a')),
    dryRun: false,
    idempotencyKey: null,
  };
  await assert.rejects(
    importJson(storage, request, environment),
    (error) => error instanceof AppError && error.code === 'not_found',
  );
});

onBothEngines('a refused body stores nothing', async ({ storage }) => {
  const shop = await openIngestShop(storage);
  await assert.rejects(shop.importBody({ products: 'none' }), AppError);
  await assert.rejects(shop.importBody([makeProduct('a')]), AppError);
  await assertNothingStored(shop);
});

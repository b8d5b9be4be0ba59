/**
 * Goal: imports and their failures come back complete and in order, however many there are. Method: the storage's
 * own calls on both databases.
 */
import assert from 'node:assert/strict';
import type { Failure } from '../../server/storage/records.ts';
import type { Storage } from '../../server/storage/storage.ts';
import { onBothEngines } from '../support/engines.ts';
import { failureRow, importRun, storeRow, uuidOf } from '../support/storage-rows.ts';

const storeId = uuidOf(1);

onBothEngines('Contract §5 an import comes back as it was written', async ({ storage }) => {
  await storage.directory.createStore(storeRow(), []);
  const failure: Failure = {
    row: 3,
    line: 17,
    externalId: null,
    raw: '{"price":"1,2,3"}',
    problems: [
      { path: '/price', code: 'price_invalid', message: 'No "number".', value: '1,2,3' },
      { path: '', code: 'row_malformed', message: 'No object.', value: null },
    ],
  };
  const counts = {
    totalRows: 9,
    processedRows: 8,
    validRows: 7,
    failedRows: 1,
    skippedRows: 1,
    createdRows: 2,
  };
  const run = importRun(uuidOf(7), {
    ...counts,
    updatedRows: 3,
    unchangedRows: 4,
    queuedRows: 5,
    warningRows: 6,
    source: 'csv',
    filename: 'Größe.csv',
    status: 'failed',
    dryRun: true,
    error: 'No title column.',
    issues: [{ code: 'price_invalid', count: 1, sampleRows: [3] }],
    // The row itself comes with the list of failures only.
    failures: [{ ...failure, raw: null }],
  });
  await insertImport(storage, run.id, [failure], run);
  assert.deepEqual(await storage.reader(storeId).imports.find(run.id), run);
  assert.deepEqual(await storage.reader(storeId).imports.page({ before: null, limit: 9 }), [run]);
  assert.deepEqual(await storage.reader(storeId).imports.failures(run.id, { afterRow: 0, limit: 9 }), [
    failure,
  ]);
  assert.equal(await storage.reader(storeId).imports.find(uuidOf(8)), null);
  assert.equal(await storage.reader(uuidOf(2)).imports.find(run.id), null);
});

onBothEngines('Contract §5 an import shows its first hundred failures', async ({ storage }) => {
  await storage.directory.createStore(storeRow(), []);
  const failures = Array.from({ length: 1_205 }, (_, index) => failureRow(index * 3 + 1));
  await insertImport(storage, uuidOf(7), failures);
  await insertImport(storage, uuidOf(8), failures.slice(0, 100));
  await insertImport(storage, uuidOf(9), failures.slice(0, 101));
  const reader = storage.reader(storeId);
  assert.deepEqual((await reader.imports.find(uuidOf(7)))?.failures, failures.slice(0, 100));
  const runs = await reader.imports.page({ before: null, limit: 9 });
  assert.deepEqual(
    runs.map((run) => run.failures.length),
    [100, 100, 100],
  );
});

onBothEngines('Contract §5 imports are listed newest first, page by page', async ({ storage }) => {
  await storage.directory.createStore(storeRow(), []);
  for (const number of [4, 2, 5, 1, 3]) {
    const failures = Array.from({ length: number }, (_, index) => failureRow(index + 1));
    await insertImport(storage, uuidOf(number), failures);
  }
  const reader = storage.reader(storeId);
  const first = await reader.imports.page({ before: null, limit: 2 });
  assert.deepEqual(
    first.map((run) => [run.id, run.failures.length]),
    [
      [uuidOf(5), 5],
      [uuidOf(4), 4],
    ],
  );
  assert.deepEqual(await reader.imports.page({ before: null, limit: 9, without: 'api' }), []);
  const second = await reader.imports.page({ before: uuidOf(4), limit: 9 });
  assert.deepEqual(
    second.map((run) => run.id),
    [uuidOf(3), uuidOf(2), uuidOf(1)],
  );
});

onBothEngines('Contract §5 failures are paged in row order', async ({ storage }) => {
  await storage.directory.createStore(storeRow(), []);
  const failures = [2, 9, 10, 11, 100].map(failureRow);
  await insertImport(storage, uuidOf(7), failures.toReversed());
  const reader = storage.reader(storeId);
  assert.deepEqual(await reader.imports.failures(uuidOf(7), { afterRow: 0, limit: 3 }), failures.slice(0, 3));
  assert.deepEqual(await reader.imports.failures(uuidOf(7), { afterRow: 10, limit: 3 }), failures.slice(3));
});

async function insertImport(
  storage: Storage,
  importId: string,
  failures: readonly Failure[],
  run = importRun(importId),
): Promise<void> {
  await storage.write(storeId, async (writer) => {
    await writer.imports.insert(run);
    await writer.imports.insertFailures(importId, failures);
  });
}

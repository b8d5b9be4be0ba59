import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { limits } from '../../contract/limits.ts';
import type { RowCode } from '../../contract/words/product-import.ts';
import { onBothEngines } from '../../test/support/engines.ts';
import { failureRow, importRun, storeRow, uuidOf } from '../../test/support/storage-rows.ts';
import type { Failure, ImportRun } from '../storage/records.ts';
import type { Storage } from '../storage/storage.ts';
import { addBatch, addIssues, appendUpTo, pendingRun, recordFailures } from './run-counts.ts';

function failureWith(row: number, first: RowCode, ...others: RowCode[]): Failure {
  const toProblem = (code: RowCode) => ({ path: '/x', code, message: 'Wrong.', value: null });
  return {
    row,
    line: null,
    externalId: null,
    raw: null,
    problems: [toProblem(first), ...others.map(toProblem)],
  };
}

test('Contract §5 issues group failures, the most frequent code first', () => {
  const failures = [
    failureWith(2, 'url_missing'),
    failureWith(3, 'price_invalid', 'url_missing'),
    failureWith(9, 'title_missing'),
  ];
  assert.deepEqual(addIssues([], failures), [
    { code: 'url_missing', count: 2, sampleRows: [2, 3] },
    { code: 'price_invalid', count: 1, sampleRows: [3] },
    { code: 'title_missing', count: 1, sampleRows: [9] },
  ]);
});

test('a row counts once for a repeated code', () => {
  assert.deepEqual(addIssues([], [failureWith(1, 'text_invalid', 'text_invalid')]), [
    { code: 'text_invalid', count: 1, sampleRows: [1] },
  ]);
});

test('an issue names five sample rows and counts all', () => {
  const failures = Array.from({ length: 12 }, (_, index) => failureWith(index + 1, 'price_missing'));
  assert.deepEqual(addIssues([], failures), [
    { code: 'price_missing', count: 12, sampleRows: [1, 2, 3, 4, 5] },
  ]);
});

test('kept counts hold none of the rows’ texts', () => {
  setFlagsFromString('--expose-gc');
  const collect: () => void = runInNewContext('gc');
  collect();
  const before = process.memoryUsage().heapUsed;
  let kept: readonly { readonly value: string }[] = [];
  for (let row = 0; row < 50; row += 1) {
    const text = JSON.parse(`"${String(row).padEnd(1_000_000, 'a')}"`) as string;
    kept = appendUpTo(kept, [{ value: text.slice(0, 200) }], 100);
  }
  collect();
  const grown = process.memoryUsage().heapUsed - before;
  assert.equal(kept.length, 50);
  assert.ok(grown < 10_000_000, `${grown} bytes`);
});

test('an import without failures has no issues', () => {
  assert.deepEqual(addIssues([], []), []);
});

test('issues of many batches equal those of all failures', () => {
  const codes: RowCode[] = ['url_missing', 'price_invalid', 'title_missing'];
  const failures = Array.from({ length: 30 }, (_, index) =>
    failureWith(index + 1, codes[index % 3] ?? 'url_missing'),
  );
  const inBatches = [0, 7, 19].reduce(
    (issues, start, index, starts) => addIssues(issues, failures.slice(start, starts[index + 1] ?? 30)),
    addIssues([], []),
  );
  assert.deepEqual(inBatches, addIssues([], failures));
});

test('a record shows warnings up to a number and length', () => {
  const nothing = { writes: [], jobs: [], updatedIds: [], createdRows: 0, updatedRows: 0, unchangedRows: 0 };
  const decisions = { ...nothing, restoredRows: 0, skippedRows: 0, inStockCount: 0, enrichmentCount: 0 };
  const identity = { id: 'i', storeId: 's', source: 'api', filename: 'api.json', dryRun: false } as const;
  const run = pendingRun({ ...identity, fileId: null, settings: null, createdAt: 0 });
  const withNote = (length: number) => (row: number) => {
    const note = { path: '', code: 'price_invalid', message: 'n'.repeat(length), value: null } as const;
    return { row, line: null, externalId: null, problems: [note] as const };
  };
  const rows = Array.from({ length: 120 }, (_, index) => index + 1);
  const shownOf = (length: number) => {
    const warnings = rows.map(withNote(length));
    const batch = { rowCount: 120, products: [], failures: [], warnings };
    return addBatch(addBatch(run, batch, decisions), batch, decisions);
  };
  assert.deepEqual(
    [shownOf(10).warnings.length, shownOf(10).warningRows],
    [limits.warningsShownInImport, 240],
  );
  const long = shownOf(1_000);
  assert.ok(long.warnings.length > 10 && JSON.stringify(long.warnings).length <= limits.warningsMaxLength);
  assert.equal(long.warningRows, 240);
});

const storeId = uuidOf(1);

/** Writes the run with these failures, as every way in does. */
async function record(storage: Storage, run: ImportRun, failures: readonly Failure[]): Promise<ImportRun> {
  return await storage.write(storeId, async (writer) => {
    const kept = { ...run, ...(await recordFailures(writer, run, failures)) };
    await writer.imports.update(kept);
    return kept;
  });
}

async function storeWithRuns(storage: Storage, runs: readonly ImportRun[]): Promise<void> {
  await storage.directory.createStore(storeRow(), []);
  await storage.write(storeId, async (writer) => {
    for (const run of runs) {
      await writer.imports.insert(run);
      await writer.imports.addFailureBytes(run.failureBytes);
    }
  });
}

onBothEngines('runs at the same time fill their store once', async ({ storage }) => {
  const earlier = importRun(uuidOf(1), { failureBytes: limits.storeFailuresMaxBytes - 1 });
  const runs = [importRun(uuidOf(2)), importRun(uuidOf(3))];
  await storeWithRuns(storage, [earlier, ...runs]);
  const recorded = await Promise.all(runs.map((run) => record(storage, run, [failureRow(1)])));
  assert.deepEqual(recorded.map(({ failuresDropped }) => failuresDropped).sort(), [0, 1]);
  const kept = await Promise.all(
    runs.map(({ id }) => storage.reader(storeId).imports.failures(id, { afterRow: 0, limit: 9 })),
  );
  assert.equal(kept.flat().length, 1);
});

onBothEngines('a run fills only its own part', async ({ storage }) => {
  const text = 'x'.repeat(1_000);
  const whole = (row: number): Failure => ({ ...failureRow(row), raw: JSON.stringify({ text }) });
  const withRoom = (bytes: number) => importRun(uuidOf(2), { failureBytes: bytes });
  await storeWithRuns(storage, [withRoom(0)]);
  const share = limits.runFailuresMaxBytes * limits.failureTextShare;
  const beforeShare = await record(storage, withRoom(share - 1), [whole(1), whole(2)]);
  assert.ok(beforeShare.failureBytes > share + 1_000 && beforeShare.failureBytes < share + 2_000);
  const full = await record(storage, withRoom(limits.runFailuresMaxBytes - 1), [whole(3), whole(4)]);
  assert.equal(full.failuresDropped, 1);
  const kept = await storage.reader(storeId).imports.failures(full.id, { afterRow: 0, limit: 9 });
  assert.deepEqual(
    kept.map(({ row, raw }) => [row, raw !== null]),
    [
      [1, true],
      [2, false],
      [3, false],
    ],
  );
});

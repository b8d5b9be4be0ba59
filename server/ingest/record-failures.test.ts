import assert from 'node:assert/strict';
import { limits } from '../../contract/limits.ts';
import { onBothEngines } from '../../test/support/engines.ts';
import { failureRow, importRun, storeRow, uuidOf } from '../../test/support/storage-rows.ts';
import type { Failure, ImportRun } from '../storage/records.ts';
import type { Storage } from '../storage/storage.ts';
import { recordFailures } from './record-failures.ts';

const storeId = uuidOf(1);

/** Writes the run with these failures, as every way in does. */
async function record(storage: Storage, run: ImportRun, failures: readonly Failure[]): Promise<ImportRun> {
  return await storage.write(storeId, async (writer) => {
    const kept = { ...run, ...(await recordFailures(writer, run, failures)) };
    await writer.updateImport(kept);
    return kept;
  });
}

async function storeWithRuns(storage: Storage, runs: readonly ImportRun[]): Promise<void> {
  await storage.directory.createStore(storeRow(), []);
  await storage.write(storeId, async (writer) => {
    for (const run of runs) {
      await writer.insertImport(run);
      await writer.addFailureBytes(run.failureBytes);
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
    runs.map(({ id }) => storage.reader(storeId).failures(id, { afterRow: 0, limit: 9 })),
  );
  assert.equal(kept.flat().length, 1);
});

onBothEngines('a run fills no more than its own part', async ({ storage }) => {
  const text = 'x'.repeat(1_000);
  const whole = (row: number): Failure => ({ ...failureRow(row), raw: JSON.stringify({ text }) });
  const withRoom = (bytes: number) => importRun(uuidOf(2), { failureBytes: bytes });
  await storeWithRuns(storage, [withRoom(0)]);
  const share = limits.runFailuresMaxBytes * limits.failureTextShare;
  const beforeShare = await record(storage, withRoom(share - 1), [whole(1), whole(2)]);
  assert.ok(beforeShare.failureBytes > share + 1_000 && beforeShare.failureBytes < share + 2_000);
  const full = await record(storage, withRoom(limits.runFailuresMaxBytes - 1), [whole(3), whole(4)]);
  assert.equal(full.failuresDropped, 1);
  const kept = await storage.reader(storeId).failures(full.id, { afterRow: 0, limit: 9 });
  assert.deepEqual(
    kept.map(({ row, raw }) => [row, raw !== null]),
    [
      [1, true],
      [2, false],
      [3, false],
    ],
  );
});

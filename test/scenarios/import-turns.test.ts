/**
 * Goal: long files of some stores keep no other store's import waiting for their end, and lose nothing by it. Method: a real
 * worker and real files on both databases, with a clock that moves by each write.
 */
import assert from 'node:assert/strict';
import { limits } from '../../contract/limits.ts';
import { newId } from '../../server/ids.ts';
import { importFile } from '../../server/ingest/files/import-file.ts';
import { appendToFile, beginFile, completeFile } from '../../server/ingest/files/receive-file.ts';
import { requestImport } from '../../server/ingest/files/request-import.ts';
import { type JobHandler, startJobWorker } from '../../server/jobs/job-worker.ts';
import type { ImportRun } from '../../server/storage/records.ts';
import type { Storage } from '../../server/storage/storage.ts';
import { createDrivenClock } from '../support/driven-clock.ts';
import { onBothEngines } from '../support/engines.ts';
import { storeRow, uuidOf } from '../support/storage-rows.ts';
import { waitUntil } from '../support/wait-until.ts';

const clock = createDrivenClock();
const rowsOf = (count: number) =>
  Array.from({ length: count }, (_, index) => `${index},Lamp ${index},5,https://shop.example/${index}`);

/** A store whose plan takes 100 products, with a file that is to be imported; gives the import's id. */
async function openShop(
  storage: Storage,
  storeId: string,
  rowCount: number,
  dryRun = false,
): Promise<string> {
  await storage.directory.createStore({ ...storeRow(), id: storeId, name: storeId, plan: 'free' }, []);
  const { id: fileId } = await beginFile(storage, { storeId, name: 'lamps.csv' }, { clock, newId });
  const content = Buffer.from(`${['external_id,title,price,url', ...rowsOf(rowCount)].join('\n')}\n`);
  await appendToFile(storage, { storeId, fileId, content });
  await completeFile(storage, { storeId, fileId });
  const call = { storeId, fileId, dryRun, settings: {} };
  return (await requestImport(storage, call, { clock, newId })).id;
}

interface ImportsSeen {
  /** Stores of the imports in the order in which they were begun. */
  readonly begun: string[];
  /** Called as an import of a store is about to end. */
  readonly ending: (storeId: string) => Promise<void>;
}

/** A worker with one slot, to which each transaction of an import takes `writeMs`. */
function startImports(storage: Storage, writeMs: number, { begun, ending }: ImportsSeen) {
  const environment = {
    clock,
    newId,
    enrich: false,
    async inTurn<Result>(_storeId: string, task: () => Promise<Result>): Promise<Result> {
      clock.advanceMs(writeMs);
      return await task();
    },
    makeAnswerable: ending,
    countRows: () => {},
    announce: async () => {},
  };
  const work: JobHandler = async (job, lease, stopping, pause) => {
    begun.push(job.storeId);
    assert.equal(job.attempts, 1);
    await importFile(storage, job, lease, { ...environment, stopping, pause });
  };
  return startJobWorker({
    directory: storage.directory,
    handlers: { import: work },
    clock,
    newId,
    concurrency: 1,
    pollMs: 20,
    failed: (error) => assert.fail(String(error)),
  });
}

onBothEngines('a small import does not wait for long files', async ({ storage }) => {
  const [first, second, newcomer] = [uuidOf(1), uuidOf(2), uuidOf(3)];
  const batches = 24;
  const runOf = async (storeId: string, id: string): Promise<ImportRun> => {
    const run = await storage.reader(storeId).imports.find(id);
    assert.ok(run !== null);
    return run;
  };
  const long = [
    [first, await openShop(storage, first, batches * limits.rowsPerTransaction)],
    [second, await openShop(storage, second, batches * limits.rowsPerTransaction)],
  ] as const;
  const small = await openShop(storage, newcomer, 3);
  const begun: string[] = [];
  const rowsBefore: number[] = [];
  const worker = startImports(storage, limits.jobTurnMs / 5, {
    begun,
    async ending(storeId) {
      if (storeId !== newcomer) return;
      for (const [longId, id] of long) rowsBefore.push((await runOf(longId, id)).processedRows);
    },
  });
  try {
    for (const [storeId, id] of [[newcomer, small], ...long] as const) {
      await waitUntil('an import', async () => (await runOf(storeId, id)).status === 'completed', 30_000);
    }
    assert.equal(rowsBefore.length, 2);
    for (const rows of rowsBefore) assert.ok(rows < batches * limits.rowsPerTransaction, `${rows} rows`);
    for (const [storeId, id] of long) {
      const { processedRows, createdRows, skippedRows } = await runOf(storeId, id);
      assert.deepEqual([processedRows, createdRows, skippedRows], [24_000, 100, 23_900]);
    }
    assert.deepEqual(begun, [first, second, newcomer], 'nothing was begun again');
  } finally {
    await worker.stop();
  }
});

onBothEngines('no import waits for trial runs of other stores', async ({ storage }) => {
  const [trying, importing] = [uuidOf(1), uuidOf(2)];
  const trialId = await openShop(storage, trying, 3, true);
  const importId = await openShop(storage, importing, 3);
  const ended = Promise.withResolvers<void>();
  const importEnded: JobHandler = async () => ended.resolve();
  const trialEnded: JobHandler = async () => await ended.promise;
  const done: string[] = [];
  /** Both kinds have one slot, and the trial run keeps its own until the import is over. */
  const doOne =
    (work: JobHandler): JobHandler =>
    async (job, ...rest) => {
      await work(job, ...rest);
      done.push(job.id);
      await storage.write(job.storeId, (writer) => writer.jobs.delete(job.id));
    };
  const worker = startJobWorker({
    directory: storage.directory,
    handlers: { import: doOne(importEnded), trial_import: doOne(trialEnded) },
    clock,
    newId,
    concurrency: 1,
    pollMs: 5,
    failed: (error) => assert.fail(String(error)),
  });
  try {
    await waitUntil('both runs', () => done.length === 2, 20_000);
    assert.deepEqual(done, [importId, trialId]);
  } finally {
    ended.resolve();
    await worker.stop();
  }
});

onBothEngines('an import outlasts a write round longer than its lease', async ({ storage }) => {
  const [quick, slow] = [uuidOf(1), uuidOf(2)];
  const { directory } = storage;
  const turns = { [quick]: 0, [slow]: 0 };
  const round = Promise.withResolvers<void>();
  const attempts: number[] = [];
  let renewals = 0;
  const environment = {
    clock,
    newId,
    enrich: false,
    countRows: () => {},
    async inTurn<Result>(storeId: string, task: () => Promise<Result>): Promise<Result> {
      turns[storeId] = (turns[storeId] ?? 0) + 1;
      if (storeId === slow) await round.promise;
      return await task();
    },
    makeAnswerable: async () => {},
    announce: async () => {},
  };
  const work: JobHandler = async (job, lease, stopping, pause) => {
    attempts.push(job.attempts);
    await importFile(storage, job, lease, { ...environment, stopping, pause });
  };
  const worker = startJobWorker({
    directory: {
      ...directory,
      async renewLease(lease) {
        const isKept = await directory.renewLease(lease);
        renewals += 1;
        return isKept;
      },
    },
    handlers: { import: work },
    clock,
    newId,
    concurrency: 2,
    pollMs: 20,
    failed: (error) => assert.fail(String(error)),
  });
  const isOver = async (storeId: string, id: string) =>
    (await storage.reader(storeId).imports.find(id))?.status === 'completed';
  try {
    const rowCount = 2 * limits.rowsPerTransaction;
    const undisturbed = await openShop(storage, quick, rowCount);
    worker.wake();
    await waitUntil('an import alone', () => isOver(quick, undisturbed), 30_000);
    const id = await openShop(storage, slow, rowCount);
    worker.wake();
    await waitUntil('an import that waits to write', () => turns[slow] === 1);
    await directory.pullBackJobs('import', { aheadMs: 0, leaseMs: 0 });
    renewals = 0;
    await waitUntil('its lease to be renewed', () => renewals >= 2, 20_000);
    assert.equal(await directory.claimJob('import', { owner: 'another', leaseMs: 1 }), null);
    round.resolve();
    await waitUntil('its end', () => isOver(slow, id), 30_000);
    assert.deepEqual(attempts, [1, 1], 'each was begun once');
    assert.equal(turns[slow], turns[quick], 'no turn went to a renewal');
  } finally {
    round.resolve();
    await worker.stop();
  }
});

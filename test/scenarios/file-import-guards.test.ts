/**
 * Goal: what could go wrong around the import of a file does not: jobs that stop often, files that expire, rows that
 * are tiny or many. Method: the import run by hand on real databases, claim by claim.
 */
import assert from 'node:assert/strict';
import { limits } from '../../contract/limits.ts';
import { createSystemClock } from '../../server/clock.ts';
import { AppError } from '../../server/errors.ts';
import { newId } from '../../server/ids.ts';
import { importFile } from '../../server/ingest/files/import-file.ts';
import {
  appendToFile,
  beginFile,
  completeFile,
  expireFile,
  insertFile,
} from '../../server/ingest/files/receive-file.ts';
import { requestImport } from '../../server/ingest/files/request-import.ts';
import type { RunEnvironment } from '../../server/ingest/leased-run.ts';
import type { ImportRun } from '../../server/storage/records.ts';
import type { Storage } from '../../server/storage/storage.ts';
import { onAnyEngine, onBothEngines } from '../support/engines.ts';
import { importRun, storeRow, uuidOf } from '../support/storage-rows.ts';

const clock = createSystemClock();
const storeId = storeRow().id;
const header = 'external_id,title,price,url';
const rowOf = (id: string | number) => `${id},Lamp ${id},5,https://shop.example/${id}`;
const filesOnly = { clock, newId };

function environmentOf(stopping: AbortSignal = new AbortController().signal): RunEnvironment {
  return {
    clock,
    newId,
    stopping,
    enrich: false,
    inTurn: (_storeId, task) => task(),
    makeAnswerable: async () => {},
    countRows: () => {},
    announce: async () => {},
    pause: async () => {},
  };
}

async function storeFile(storage: Storage, rows: readonly string[], isWhole = true): Promise<string> {
  const { id: fileId } = await beginFile(storage, { storeId, name: 'lamps.csv' }, filesOnly);
  await appendToFile(storage, { storeId, fileId, content: Buffer.from(`${[header, ...rows].join('\n')}\n`) });
  if (isWhole) await completeFile(storage, { storeId, fileId });
  return fileId;
}

async function request(storage: Storage, fileId: string, dryRun = false): Promise<string> {
  return (await requestImport(storage, { storeId, fileId, dryRun, settings: {} }, filesOnly)).id;
}

type ImportKind = 'import' | 'trial_import';

async function claim(storage: Storage, kind: ImportKind = 'import') {
  const { leaseMs } = limits;
  const owner = newId();
  const job = await storage.directory.claimJob(kind, { owner, leaseMs });
  assert.ok(job !== null, `there is no ${kind} to claim`);
  return { job, lease: { jobId: job.id, owner, leaseMs } };
}

/** Claims the import that is due and works on it, until it ends or `leave` says so. */
async function work(storage: Storage, stopping?: AbortSignal, kind?: ImportKind): Promise<void> {
  const { job, lease } = await claim(storage, kind);
  await importFile(storage, job, lease, environmentOf(stopping));
  await storage.directory.releaseLease(lease, false);
}

/** Begins the import and leaves after its first batch was written. */
async function workForOneBatch(storage: Storage): Promise<void> {
  const leaving = new AbortController();
  const { job, lease } = await claim(storage);
  const environment = { ...environmentOf(leaving.signal), countRows: () => leaving.abort() };
  await importFile(storage, job, lease, environment);
  await storage.directory.releaseLease(lease, false);
}

async function show(storage: Storage, importId: string): Promise<ImportRun> {
  const run = await storage.reader(storeId).imports.find(importId);
  assert.ok(run !== null);
  return run;
}

const many = (count: number) => Array.from({ length: count }, (_, index) => rowOf(index));

onAnyEngine('an import that progresses may be stopped any number of times', async ({ storage }) => {
  await storage.directory.createStore(storeRow(), []);
  const id = await request(
    storage,
    await storeFile(storage, many((limits.jobAttempts + 3) * limits.rowsPerTransaction)),
  );
  for (let stop = 0; stop < limits.jobAttempts + 2; stop += 1) await workForOneBatch(storage);
  assert.equal((await show(storage, id)).processedRows, (limits.jobAttempts + 2) * limits.rowsPerTransaction);
  await work(storage);
  const { status, error, createdRows } = await show(storage, id);
  assert.deepEqual([status, error, createdRows], ['completed', null, (limits.jobAttempts + 3) * 1_000]);
});

onBothEngines('an import that never gets anywhere is given up', async ({ storage }) => {
  await storage.directory.createStore(storeRow(), []);
  const id = await request(storage, await storeFile(storage, many(5)));
  for (let attempt = 0; attempt < limits.jobAttempts; attempt += 1) await work(storage, AbortSignal.abort());
  assert.equal((await show(storage, id)).status, 'processing');
  await work(storage);
  const { status, error } = await show(storage, id);
  assert.equal(status, 'failed');
  assert.match(error ?? '', /stopped 20 times at the same place/);
});

onAnyEngine('more tiny rows than a call takes fail row by row', async ({ storage }) => {
  await storage.directory.createStore(storeRow(), []);
  const rows = Array.from({ length: 140_000 }, () => '1,a');
  const id = await request(storage, await storeFile(storage, rows), true);
  await work(storage, undefined, 'trial_import');
  const { status, totalRows, processedRows, failedRows } = await show(storage, id);
  assert.deepEqual([status, totalRows, processedRows, failedRows], ['completed', 140_000, 140_000, 140_000]);
});

onBothEngines('a trial run that was interrupted counts from the beginning', async ({ storage }) => {
  await storage.directory.createStore(storeRow(), []);
  const rows = [...many(1_500), 'bad,,,', ...many(1_600).slice(1_500)];
  const id = await request(storage, await storeFile(storage, rows), true);
  const leaving = new AbortController();
  let writes = 0;
  const { job, lease } = await claim(storage, 'trial_import');
  const inTurn: RunEnvironment['inTurn'] = (_storeId, task) => {
    writes += 1;
    // Begun, surveyed, one batch.
    if (writes === 3) leaving.abort();
    return task();
  };
  await importFile(storage, job, lease, { ...environmentOf(leaving.signal), inTurn });
  await storage.directory.releaseLease(lease, false);
  assert.ok((await show(storage, id)).processedRows > 0);
  await work(storage, undefined, 'trial_import');
  const { status, processedRows, createdRows, failedRows, issues } = await show(storage, id);
  assert.deepEqual([status, processedRows, createdRows, failedRows], ['completed', 1_601, 1_600, 1]);
  assert.equal(issues[0]?.count, 1);
  assert.equal((await storage.reader(storeId).imports.failures(id, { afterRow: 0, limit: 10 })).length, 1);
});

onAnyEngine('an import, but no trial run, resumes between batches', async ({ storage }) => {
  await storage.directory.createStore(storeRow(), []);
  const fileId = await storeFile(storage, many(2 * limits.rowsPerTransaction));
  for (const dryRun of [true, false]) {
    await request(storage, fileId, dryRun);
    const pauses: boolean[] = [];
    const { job, lease } = await claim(storage, dryRun ? 'trial_import' : 'import');
    const pause: RunEnvironment['pause'] = async (isResumable) => {
      if (isResumable !== undefined) pauses.push(isResumable);
    };
    await importFile(storage, job, lease, { ...environmentOf(), pause });
    assert.deepEqual(pauses, [!dryRun, !dryRun]);
  }
});

onBothEngines('failed rows of a trial run go stepwise', async ({ storage }) => {
  await storage.directory.createStore(storeRow(), []);
  const most = limits.rowsPerTransaction;
  const bad = Array.from({ length: 3 * most }, (_, index) => `bad-${index},,,`);
  const id = await request(storage, await storeFile(storage, bad), true);
  const failedRows = async () =>
    (await storage.reader(storeId).imports.failures(id, { afterRow: 0, limit: 4 * most })).length;
  const workWith = async (stopping: AbortSignal, wrote: () => Promise<void>) => {
    const { job, lease } = await claim(storage, 'trial_import');
    const inTurn: RunEnvironment['inTurn'] = async (_storeId, task) => {
      const result = await task();
      await wrote();
      return result;
    };
    await importFile(storage, job, lease, { ...environmentOf(stopping), inTurn });
    await storage.directory.releaseLease(lease, false);
  };
  const leaving = new AbortController();
  await workWith(leaving.signal, async () => {
    if ((await failedRows()) === 3 * most) leaving.abort();
  });
  const counts: number[] = [];
  await workWith(new AbortController().signal, async () => void counts.push(await failedRows()));
  // Forgotten, surveyed, logged again, ended.
  assert.deepEqual(
    counts.map((count) => count / most),
    [2, 1, 0, 0, 0, 1, 2, 3, 3],
  );
});

onBothEngines('a worker that lost its job writes nothing more', async ({ storage }) => {
  await storage.directory.createStore(storeRow(), []);
  const id = await request(storage, await storeFile(storage, many(3_000)));
  const { job, lease } = await claim(storage);
  const countRows = () => storage.write(storeId, (writer) => writer.jobs.delete(job.id));
  await importFile(storage, job, lease, {
    ...environmentOf(),
    countRows: () => {},
    async inTurn(_storeId, task) {
      const result = await task();
      if ((await show(storage, id)).processedRows > 0) await countRows();
      return result;
    },
  });
  assert.equal((await show(storage, id)).processedRows, limits.rowsPerTransaction);
});

onBothEngines('an expired file goes unless an import waits for it', async ({ storage }) => {
  await storage.directory.createStore(storeRow(), []);
  const fileId = await storeFile(storage, many(3));
  await request(storage, fileId);
  const claimExpiry = async () => {
    await storage.write(storeId, (writer) => writer.files.expireOldest());
    return await storage.directory.claimJob('file_expiry', { owner: newId(), leaseMs: 1 });
  };
  assert.equal(await claimExpiry(), null);
  await work(storage);
  const unused = await storeFile(storage, many(3));
  // The first file's own job is the oldest, and has nothing left to delete.
  for (let job = await claimExpiry(); job !== null; job = await claimExpiry())
    await expireFile(storage, job, environmentOf());
  assert.equal(await storage.reader(storeId).files.find(unused), null);
  assert.equal(await storage.reader(storeId).files.chunk(unused, 0), null);
});

onBothEngines('a node whose clock is behind keeps its files', async ({ storage }) => {
  await storage.directory.createStore(storeRow(), []);
  const daysBehind = { nowMicros: () => Date.now() * 1_000 - 5 * 86_400_000_000, monotonicMs: () => 0 };
  const file = await beginFile(storage, { storeId, name: 'a.csv' }, { clock: daysBehind, newId });
  const claim = { owner: 'a', leaseMs: limits.leaseMs };
  assert.equal(await storage.directory.claimJob('file_expiry', claim), null);
  assert.equal((await storage.reader(storeId).files.find(file.id))?.id, file.id);
});

onBothEngines('a file that has not arrived whole is not imported', async ({ storage }) => {
  await storage.directory.createStore(storeRow(), []);
  const fileId = await storeFile(storage, many(1), false);
  await assert.rejects(request(storage, fileId), { code: 'validation_failed' });
});

onBothEngines('a store’s files and waiting imports are bounded', async ({ storage }) => {
  await storage.directory.createStore(storeRow(), []);
  const files: string[] = [];
  for (let count = 0; count < limits.filesPerStore; count += 1) files.push(await storeFile(storage, []));
  const { directory } = storage;
  assert.equal(await directory.claimJob('file_expiry', { owner: 'a', leaseMs: 1 }), null);
  const last = await storeFile(storage, many(1));
  const job = await directory.claimJob('file_expiry', { owner: 'b', leaseMs: limits.leaseMs });
  assert.equal(job?.subject, files[0]);
  await request(storage, last);
  await assert.rejects(request(storage, last), { code: 'conflict' });
  for (let count = 1; count < limits.importsWaitingPerStore; count += 1) {
    await request(storage, await storeFile(storage, many(1)));
  }
  await assert.rejects(request(storage, await storeFile(storage, many(1))), { code: 'conflict' });
});

onBothEngines('feed runs take no place of files and imports', async ({ storage }) => {
  await storage.directory.createStore(storeRow(), []);
  const runs = Array.from({ length: limits.importsWaitingPerStore + 1 }, (_, number) => uuidOf(500 + number));
  await storage.write(storeId, async (writer) => {
    for (const [number, id] of runs.entries()) {
      // Also of a run that failed: its spool goes by itself.
      const status = number === 0 ? 'failed' : 'processing';
      const fileId = number < 3 ? (await insertFile(writer, 'feed', filesOnly)).id : null;
      await writer.imports.insert(importRun(id, { source: 'feed', status, fileId }));
    }
  });
  const claimExpiry = (owner: string) =>
    storage.directory.claimJob('file_expiry', { owner, leaseMs: limits.leaseMs });
  const files: string[] = [];
  for (let count = 0; count < limits.filesPerStore; count += 1) {
    files.push(await storeFile(storage, many(1)));
  }
  await storage.write(storeId, (writer) => insertFile(writer, 'feed', filesOnly));
  assert.equal(await claimExpiry('a'), null);
  await storeFile(storage, many(1));
  assert.equal((await claimExpiry('b'))?.subject, files[0]);
  await request(storage, files[1] ?? '');
});

const codeOf = (error: unknown) => (error instanceof AppError ? error.code : 'internal');

/** A file of so many bytes, of which none are written. */
async function keepBytes(storage: Storage, bytes: number): Promise<void> {
  const file = { id: newId(), name: 'kept.csv', bytes, chunkCount: 0, complete: true, createdAt: 0 };
  await storage.write(storeId, (writer) => writer.files.insert(file));
}

onBothEngines('files that arrive together stay below one bound of bytes', async ({ storage }) => {
  await storage.directory.createStore(storeRow(), []);
  await keepBytes(storage, limits.storeFilesMaxBytes - 10);
  const begun = [1, 2].map(() => beginFile(storage, { storeId, name: 'a.csv' }, filesOnly));
  const content = Buffer.from('123456');
  const appended = (await Promise.all(begun)).map(({ id: fileId }) =>
    appendToFile(storage, { storeId, fileId, content }),
  );
  const ends = await Promise.all(appended.map((done) => done.then(() => 'stored', codeOf)));
  assert.deepEqual(ends.sort(), ['payload_too_large', 'stored']);
  assert.equal(await storage.reader(storeId).files.sumBytes(), limits.storeFilesMaxBytes - 4);
  // What says how large it is need not be sent first.
  const announced = { storeId, name: 'b.csv', bytes: 5 };
  await assert.rejects(beginFile(storage, announced, filesOnly), { code: 'payload_too_large' });
  await beginFile(storage, { ...announced, bytes: 4 }, filesOnly);
});

onBothEngines('a full store drops its oldest whole file only', async ({ storage }) => {
  await storage.directory.createStore(storeRow(), []);
  await storeFile(storage, many(1), false);
  const whole = await storeFile(storage, many(1));
  await keepBytes(storage, limits.storeFilesMaxBytes / 2);
  const announced = { storeId, name: 'b.csv', bytes: limits.storeFilesMaxBytes };
  await assert.rejects(beginFile(storage, announced, filesOnly), { code: 'payload_too_large' });
  const claimExpiry = (owner: string) =>
    storage.directory.claimJob('file_expiry', { owner, leaseMs: limits.leaseMs });
  assert.equal((await claimExpiry('a'))?.subject, whole);
  assert.equal(await claimExpiry('b'), null);
});

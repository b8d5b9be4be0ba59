/**
 * Goal: no store's writes cost another store's worker its lease. Method: a real worker on both databases, whose jobs wait
 * for as long as a test likes, as for a turn to write, and leases that the test has run out.
 */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { limits } from '../../contract/limits.ts';
import { newId } from '../../server/ids.ts';
import { type JobHandler, startJobWorker } from '../../server/jobs/job-worker.ts';
import { type JobKind, jobKinds } from '../../server/storage/records.ts';
import type { Directory, Storage } from '../../server/storage/storage.ts';
import { createDrivenClock } from '../support/driven-clock.ts';
import { onBothEngines } from '../support/engines.ts';
import { storeRow, uuidOf } from '../support/storage-rows.ts';
import { waitUntil } from '../support/wait-until.ts';

const { leaseMs } = limits;

async function createStores(storage: Storage, count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, (_, index) => uuidOf(index + 1));
  for (const id of ids) await storage.directory.createStore({ ...storeRow(), id, name: id }, []);
  return ids;
}

async function insertJob(storage: Storage, storeId: string, kind: JobKind): Promise<string> {
  const id = newId();
  await storage.write(storeId, (writer) => writer.jobs.insert({ id, kind, storeId, subject: id, runAt: 0 }));
  return id;
}

/** As if a round of writes had taken longer than a lease. */
async function endLeases({ directory }: Storage): Promise<void> {
  for (const kind of jobKinds) await directory.pullBackJobs(kind, { aheadMs: 0, leaseMs: 0 });
}

/** A worker whose jobs last until the signal. */
function startWaiting(
  storage: Storage,
  directory: Pick<Directory, 'claimJob' | 'renewLease' | 'releaseLease'>,
  over: AbortSignal,
) {
  const begun: string[] = [];
  const left: string[] = [];
  const wait: JobHandler = async ({ id, storeId }, _lease, stopping) => {
    begun.push(id);
    const end = AbortSignal.any([over, stopping]);
    if (!end.aborted) await once(end, 'abort');
    left.push(id);
    if (over.aborted) await storage.write(storeId, (writer) => writer.jobs.delete(id));
  };
  const worker = startJobWorker({
    directory,
    newId,
    concurrency: 2,
    pollMs: 5,
    clock: createDrivenClock(),
    handlers: Object.fromEntries(jobKinds.map((kind) => [kind, wait])),
    failed: (error) => assert.fail(String(error)),
  });
  return { worker, begun, left };
}

onBothEngines('a job of any kind keeps its lease while it waits', async ({ storage }) => {
  const [storeId = ''] = await createStores(storage, 1);
  const { directory } = storage;
  const ids: string[] = [];
  for (const kind of jobKinds) ids.push(await insertJob(storage, storeId, kind));
  const renewals = new Map<string, number>();
  const watched: typeof directory = {
    ...directory,
    async renewLease(lease) {
      const isKept = await directory.renewLease(lease);
      renewals.set(lease.jobId, (renewals.get(lease.jobId) ?? 0) + 1);
      return isKept;
    },
  };
  const over = new AbortController();
  const { worker, begun } = startWaiting(storage, watched, over.signal);
  try {
    await waitUntil('all jobs', () => begun.length === jobKinds.length, 20_000);
    await endLeases(storage);
    renewals.clear();
    // The first may have begun before.
    await waitUntil('two renewals of each', () => ids.every((id) => (renewals.get(id) ?? 0) >= 2), 20_000);
    for (const kind of jobKinds) {
      assert.equal(await directory.claimJob(kind, { owner: 'another', leaseMs }), null, kind);
    }
    over.abort();
    await waitUntil('the end', async () => (await storage.reader(storeId).imports.countOpen()) === 0);
    assert.deepEqual(begun.toSorted(), ids.toSorted(), 'each was begun once');
  } finally {
    await worker.stop();
  }
});

onBothEngines('a worker does not claim a job that it holds', async ({ storage }) => {
  const [first = '', second = ''] = await createStores(storage, 2);
  const held = await insertJob(storage, first, 'import');
  let claims = 0;
  const watched: typeof storage.directory = {
    ...storage.directory,
    async claimJob(...parameters) {
      const job = await storage.directory.claimJob(...parameters);
      claims += 1;
      return job;
    },
    // As where a write takes longer than a lease, and nothing else is written meanwhile.
    renewLease: async () => true,
  };
  const over = new AbortController();
  const { worker, begun } = startWaiting(storage, watched, over.signal);
  try {
    await waitUntil('the job', () => begun.length === 1);
    await endLeases(storage);
    claims = 0;
    await waitUntil('looks for jobs', () => claims >= 3 * jobKinds.length);
    assert.deepEqual(begun, [held]);
    const other = await insertJob(storage, second, 'import');
    worker.wake();
    await waitUntil('the job of another store', () => begun.length === 2);
    assert.deepEqual(begun, [held, other]);
  } finally {
    over.abort();
    await worker.stop();
  }
});

onBothEngines('a claim passes over all jobs that are held', async ({ storage }) => {
  const { directory } = storage;
  const stores = await createStores(storage, 7);
  const newcomer = stores.at(-1) ?? '';
  const claim = { owner: 'me', leaseMs };
  const held: string[] = [];
  for (const storeId of stores) await insertJob(storage, storeId, 'feed');
  for (const _store of stores) held.push((await directory.claimJob('feed', claim))?.id ?? '');
  const served = held.pop() ?? '';
  await storage.write(newcomer, (writer) => writer.jobs.delete(served));
  await endLeases(storage);
  // Its store was served last of all.
  const next = await insertJob(storage, newcomer, 'feed');
  assert.equal((await directory.claimJob('feed', claim, { held }))?.id, next);
  assert.equal(await directory.claimJob('feed', claim, { held }), null);
  const again = await directory.claimJob('feed', claim);
  assert.ok(again !== null && held.includes(again.id), 'another worker may take them');
});

onBothEngines('a job that is lost is left off', async ({ storage }) => {
  const [storeId = ''] = await createStores(storage, 1);
  const id = await insertJob(storage, storeId, 'feed');
  const { worker, begun, left } = startWaiting(storage, storage.directory, new AbortController().signal);
  try {
    await waitUntil('the job to begin', () => begun.length === 1);
    await storage.write(storeId, (writer) => writer.jobs.delete(id));
    await waitUntil('the worker to leave off', () => left.length === 1, 20_000);
    assert.deepEqual([begun, left], [[id], [id]]);
  } finally {
    await worker.stop();
  }
});

/**
 * Goal: a job is held by one worker at a time, and files arrive whole. Method: claims at once from several
 * connections of both databases, and leases that run out.
 */
import assert from 'node:assert/strict';
import { Client } from 'pg';
import type { Job, JobKind } from '../../server/storage/records.ts';
import type { Storage } from '../../server/storage/storage.ts';
import { onBothEngines, onPostgres } from '../support/engines.ts';
import { feedRow, someTime, storeRow, uuidOf } from '../support/storage-rows.ts';
import { waitUntil } from '../support/wait-until.ts';

const leaseMs = 60_000;

function job(number: number, fields: Partial<Job> = {}): Job {
  return {
    id: uuidOf(number),
    kind: 'import',
    storeId: uuidOf(1),
    subject: `subject ${number}`,
    runAt: someTime,
    ...fields,
  };
}

async function insertJobs(storage: Storage, ...jobs: readonly Job[]): Promise<void> {
  for (const one of jobs) await storage.write(one.storeId, (writer) => writer.jobs.insert(one));
}

async function withStores(storage: Storage, count = 1): Promise<void> {
  for (let number = 1; number <= count; number += 1) {
    await storage.directory.createStore({ ...storeRow(), id: uuidOf(number), name: `store ${number}` }, []);
  }
}

onBothEngines('a job is claimed once until its lease runs out', async ({ storage }) => {
  await withStores(storage);
  await insertJobs(storage, job(1));
  const { directory } = storage;
  const claimed = await directory.claimJob('import', { owner: 'first', leaseMs: 300 });
  assert.deepEqual(claimed, { ...job(1), attempts: 1 });
  assert.equal(await directory.claimJob('import', { owner: 'second', leaseMs }), null);
  await waitUntil('the end of the lease', async () => {
    const again = await directory.claimJob('import', { owner: 'second', leaseMs });
    return again?.attempts === 2;
  });
  assert.equal(await directory.renewLease({ jobId: job(1).id, owner: 'first', leaseMs }), false);
  assert.equal(await directory.renewLease({ jobId: job(1).id, owner: 'second', leaseMs }), true);
});

onBothEngines('ten workers that claim at once get different jobs', async ({ storage, openAnother }) => {
  await withStores(storage, 5);
  await insertJobs(storage, ...[1, 2, 3, 4, 5].map((number) => job(number, { storeId: uuidOf(number) })));
  const workers = await Promise.all(Array.from({ length: 3 }, () => openAnother()));
  const claims = await Promise.all(
    Array.from({ length: 10 }, (_, index) =>
      (workers[index % 3] ?? storage).directory.claimJob('import', { owner: `worker ${index}`, leaseMs }),
    ),
  );
  const ids = claims.flatMap((claim) => (claim === null ? [] : [claim.id]));
  // On PostgreSQL a worker may come away empty while another claims; what is left is found by the next claim.
  for (let claim = await storage.directory.claimJob('import', { owner: 'last', leaseMs }); claim !== null; ) {
    ids.push(claim.id);
    claim = await storage.directory.claimJob('import', { owner: 'last', leaseMs });
  }
  assert.deepEqual(ids.sort(), [1, 2, 3, 4, 5].map(uuidOf));
});

onPostgres('a lease that is renewed during a claim stays', async ({ storage, target }) => {
  assert.ok(target.engine === 'postgres');
  await withStores(storage, 2);
  await insertJobs(storage, job(1, { kind: 'feed' }));
  const claim = () => storage.directory.claimJob('feed', { owner: 'late', leaseMs });
  assert.equal((await claim())?.id, job(1).id);
  await insertJobs(storage, job(2, { kind: 'feed', storeId: uuidOf(2) }));
  assert.equal((await claim())?.id, job(2).id);
  // The claim below passes over the first store, which has no job left, and takes it off once it has chosen the second's.
  await storage.write(uuidOf(1), (writer) => writer.jobs.delete(job(1).id));
  const worker = new Client({ connectionString: target.url });
  await worker.connect();
  try {
    await worker.query('update jobs set lease_until = 1');
    await worker.query('begin');
    await worker.query('select 1 from job_turns where store_id = $1 for update', [uuidOf(1)]);
    const claimed = claim();
    const waiting =
      "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
    await waitUntil(
      'the claim to wait for the turn',
      async () => (await worker.query(waiting)).rowCount === 1,
    );
    await worker.query("update jobs set lease_until = 4000000000000000, lease_owner = 'renewed'");
    await worker.query('commit');
    assert.equal(await claimed, null);
    assert.deepEqual((await worker.query('select lease_owner from jobs')).rows, [{ lease_owner: 'renewed' }]);
  } finally {
    await worker.end();
  }
});

onBothEngines('imports of a store run one by one, others in parallel', async ({ storage }) => {
  await withStores(storage, 2);
  const other = job(3, { storeId: uuidOf(2) });
  const expiry = job(4, { kind: 'file_expiry' });
  await insertJobs(storage, job(1), job(2), other, expiry);
  const claim = async (kind: JobKind = 'import') =>
    (await storage.directory.claimJob(kind, { owner: 'me', leaseMs }))?.id ?? null;
  assert.deepEqual([await claim(), await claim(), await claim()], [uuidOf(1), uuidOf(3), null]);
  assert.equal(await claim('file_expiry'), expiry.id);
  await storage.write(uuidOf(1), (writer) => writer.jobs.delete(job(1).id));
  assert.equal(await claim(), job(2).id);
});

onBothEngines('at most two feeds of a store are held at once', async ({ storage, openAnother }) => {
  await withStores(storage, 2);
  const numbers = [1, 2, 3, 4, 5, 6];
  await insertJobs(storage, ...numbers.map((number) => job(number, { kind: 'feed' })));
  await insertJobs(storage, job(7, { kind: 'feed', storeId: uuidOf(2), runAt: someTime + 1 }));
  const workers = [storage, await openAnother(), await openAnother()];
  const claim = (worker = storage) => worker.directory.claimJob('feed', { owner: 'me', leaseMs });
  const claims = await Promise.all(
    Array.from({ length: 12 }, (_, index) => claim(workers[index % workers.length])),
  );
  const held = claims.flatMap((claimed) => (claimed === null ? [] : [claimed.id]));
  assert.deepEqual(held.sort(), [1, 2, 7].map(uuidOf));
  await storage.directory.releaseLease({ jobId: uuidOf(1), owner: 'me' }, true);
  assert.deepEqual([(await claim())?.id, await claim()], [uuidOf(1), null]);
});

onBothEngines('one feed of a store that had to leave is held', async ({ storage }) => {
  await withStores(storage, 2);
  const ofOther = { kind: 'feed', storeId: uuidOf(2), runAt: someTime + 1 } as const;
  await insertJobs(storage, job(1, { kind: 'feed' }), job(2, { kind: 'feed' }), job(3, ofOther));
  const { directory } = storage;
  const claim = async (kind: JobKind) =>
    (await directory.claimJob(kind, { owner: 'me', leaseMs }))?.id ?? null;
  for (let jobId = await claim('feed'); jobId !== null; jobId = await claim('feed')) {
    await directory.releaseLease({ jobId, owner: 'me' }, true, { kind: 'slow_feed' });
  }
  const held = [await claim('slow_feed'), await claim('slow_feed'), await claim('slow_feed')];
  assert.deepEqual(held, [uuidOf(1), uuidOf(3), null]);
});

onBothEngines('a job is claimed in time by workers of its kind', async ({ storage }) => {
  await withStores(storage);
  await insertJobs(storage, job(1), job(2, { kind: 'file_expiry', runAt: 4_000_000_000_000_000 }));
  const { directory } = storage;
  assert.equal(await directory.claimJob('file_expiry', { owner: 'me', leaseMs }), null);
  await storage.write(uuidOf(1), (writer) => writer.jobs.postpone(job(1).id, 4_000_000_000_000_000));
  assert.equal(await directory.claimJob('import', { owner: 'me', leaseMs }), null);
});

onBothEngines('a future job is not claimed beside a held one', async ({ storage }) => {
  await withStores(storage);
  await insertJobs(storage, job(1, { kind: 'feed' }), job(2, { kind: 'feed', runAt: 4_000_000_000_000_000 }));
  const { directory } = storage;
  assert.equal((await directory.claimJob('feed', { owner: 'me', leaseMs }))?.id, job(1).id);
  assert.equal(await directory.claimJob('feed', { owner: 'me', leaseMs }), null);
});

onBothEngines('a job is put off to a whole microsecond', async ({ storage }) => {
  await withStores(storage);
  await insertJobs(storage, job(1));
  const { directory } = storage;
  // What is left of a pause has a fraction.
  await storage.write(uuidOf(1), (writer) => writer.jobs.delay(job(1).id, 0.0015));
  await waitUntil('the job', async () => {
    const claimed = await directory.claimJob('import', { owner: 'me', leaseMs });
    return claimed !== null && Number.isInteger(claimed.runAt);
  });
});

onBothEngines('a job that was given back is claimed at once', async ({ storage }) => {
  await withStores(storage);
  await insertJobs(storage, job(1));
  const { directory } = storage;
  await directory.claimJob('import', { owner: 'first', leaseMs });
  await directory.releaseLease({ jobId: job(1).id, owner: 'another' }, false);
  assert.equal(await directory.claimJob('import', { owner: 'second', leaseMs }), null);
  await directory.releaseLease({ jobId: job(1).id, owner: 'first' }, true);
  const again = await directory.claimJob('import', { owner: 'second', leaseMs });
  assert.deepEqual([again?.id, again?.attempts], [job(1).id, 1]);
});

onBothEngines('a job that a wrong clock deferred is pulled back', async ({ storage }) => {
  await withStores(storage);
  const { directory } = storage;
  const farMicros = 48 * 3_600 * 1_000_000;
  const nowMicros = await storage.write(uuidOf(1), (writer) => writer.feeds.now());
  await insertJobs(storage, job(1, { kind: 'feed', runAt: nowMicros + farMicros }), job(2, { kind: 'feed' }));
  assert.equal((await directory.claimJob('feed', { owner: 'dead', leaseMs: farMicros }))?.id, job(2).id);
  await directory.pullBackJobs('import', { aheadMs: 0, leaseMs: 0 });
  assert.equal(await directory.claimJob('feed', { owner: 'next', leaseMs }), null);
  await directory.pullBackJobs('feed', { aheadMs: 0, leaseMs: 0 });
  const claims = [
    await directory.claimJob('feed', { owner: 'next', leaseMs }),
    await directory.claimJob('feed', { owner: 'next', leaseMs }),
  ];
  assert.deepEqual(claims.map((claim) => claim?.id).sort(), [job(1).id, job(2).id]);
  assert.equal(await directory.renewLease({ jobId: job(2).id, owner: 'dead', leaseMs }), false);
});

onBothEngines('a feed shows its waiting job’s time, also once corrected', async ({ storage }) => {
  await withStores(storage);
  const nowMicros = await storage.write(uuidOf(1), (writer) => writer.feeds.now());
  const farMicros = nowMicros + 10 * 365 * 86_400_000_000;
  const feed = feedRow({ id: uuidOf(1), nextRunAt: farMicros });
  const paused = feedRow({ id: uuidOf(2), nextRunAt: farMicros });
  await storage.write(uuidOf(1), async (writer) => {
    await writer.feeds.insert(feed);
    await writer.feeds.insert(paused);
    await writer.jobs.insert(job(1, { kind: 'feed', runAt: farMicros }));
  });
  const reader = storage.reader(uuidOf(1));
  const nextRunOfFeed = async () => (await reader.feeds.find(feed.id))?.nextRunAt ?? 0;
  assert.equal(await nextRunOfFeed(), farMicros);
  const aheadMs = 3_600_000;
  await storage.directory.pullBackJobs('feed', { aheadMs, leaseMs });
  const aheadMicros = (await nextRunOfFeed()) - nowMicros;
  assert.ok(aheadMicros > 0 && aheadMicros < (aheadMs + 60_000) * 1_000, `${aheadMicros}`);
  assert.deepEqual(
    (await reader.feeds.list()).map(({ nextRunAt }) => nextRunAt),
    [await nextRunOfFeed(), farMicros],
  );
  // One that is due at once, as after a refresh, leaves the next run where it is planned.
  await storage.write(uuidOf(1), (writer) => writer.jobs.postpone(feed.id, 0));
  assert.equal(await nextRunOfFeed(), farMicros);
});

onBothEngines('a rescheduled job keeps its holder and takes the new time', async ({ storage }) => {
  await withStores(storage);
  const { directory } = storage;
  const schedule = (runAt: number) =>
    storage.write(uuidOf(1), (writer) => writer.jobs.schedule(job(1, { kind: 'feed', runAt })));
  const far = Number.MAX_SAFE_INTEGER;
  await schedule(far);
  assert.equal(await directory.claimJob('feed', { owner: 'first', leaseMs }), null);
  await schedule(0);
  assert.equal((await directory.claimJob('feed', { owner: 'first', leaseMs }))?.attempts, 1);
  await schedule(0);
  assert.equal(await directory.claimJob('feed', { owner: 'second', leaseMs }), null);
  assert.equal(await directory.renewLease({ jobId: job(1).id, owner: 'first', leaseMs }), true);
});

onBothEngines('a write under a lost lease is undone', async ({ storage }) => {
  await withStores(storage);
  await insertJobs(storage, job(1));
  await storage.directory.claimJob('import', { owner: 'second', leaseMs });
  const held = await storage.write(uuidOf(1), (writer) =>
    writer.jobs.renewLease({ jobId: job(1).id, owner: 'first', leaseMs }),
  );
  assert.equal(held, false);
});

const emptyFile = {
  id: uuidOf(50),
  name: '../../products.csv',
  bytes: 0,
  chunkCount: 0,
  complete: false,
  createdAt: someTime,
};

onBothEngines('a file comes back byte for byte until it is deleted', async ({ storage }) => {
  await withStores(storage, 2);
  const [storeId, fileId] = [uuidOf(1), emptyFile.id];
  const chunks = [0, 1, 2].map((number) =>
    Uint8Array.from({ length: 300 }, (_, index) => (index + number) % 256),
  );
  await storage.write(storeId, (writer) => writer.files.insert(emptyFile));
  for (const chunk of chunks)
    await storage.write(storeId, (writer) => writer.files.appendChunk(fileId, chunk));
  await storage.write(storeId, (writer) => writer.files.setComplete(fileId, true));
  const reader = storage.reader(storeId);
  assert.deepEqual(await reader.files.find(fileId), {
    ...emptyFile,
    bytes: 900,
    chunkCount: 3,
    complete: true,
  });
  for (const [number, chunk] of chunks.entries()) {
    assert.deepEqual(Buffer.from((await reader.files.chunk(fileId, number)) ?? []), Buffer.from(chunk));
  }
  assert.equal(await reader.files.chunk(fileId, 3), null);
  assert.equal(await storage.reader(uuidOf(2)).files.find(fileId), null);
  assert.equal(await storage.reader(uuidOf(2)).files.chunk(fileId, 0), null);
  // Nothing is added to a complete file, nor to one of another store.
  assert.equal(
    await storage.write(storeId, (writer) => writer.files.appendChunk(fileId, new Uint8Array(1))),
    null,
  );
  assert.equal(await storage.write(storeId, (writer) => writer.files.delete(fileId, 2)), true);
  assert.equal(await storage.write(storeId, (writer) => writer.files.delete(fileId, 2)), false);
  assert.equal(await reader.files.find(fileId), null);
  assert.equal(await reader.files.chunk(fileId, 0), null);
});

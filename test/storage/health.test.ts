/** Goal: what doctor and measurements say of a database is so. Method: each engine, with jobs and settings that are known. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Client } from 'pg';
import { knownMigrations } from '../../server/storage/migrate.ts';
import { openStorage } from '../../server/storage/open-storage.ts';
import type { LongTransaction } from '../../server/storage/snapshots/snapshot.ts';
import { engineNamed, onBothEngines } from '../support/engines.ts';
import { startPostgres } from '../support/postgres.ts';
import { storeRow, uuidOf } from '../support/storage-rows.ts';
import { waitUntil } from '../support/wait-until.ts';

onBothEngines('database health shows its clock and due jobs by kind', async ({ storage }) => {
  const store = storeRow({ id: uuidOf(1) });
  await storage.directory.createStore(store, []);
  const { nowMicros } = await storage.health();
  assert.ok(Math.abs(nowMicros / 1_000 - Date.now()) < 5_000);
  await storage.write(store.id, async (writer) => {
    for (const [number, waitedMs] of [60_000, 120_000, -60_000].entries()) {
      const runAt = nowMicros - waitedMs * 1_000;
      const id = uuidOf(10 + number);
      await writer.jobs.insert({ id, kind: 'file_expiry', storeId: store.id, subject: id, runAt });
    }
  });
  const [job, ...others] = (await storage.health()).jobs;
  assert.deepEqual([job?.kind, job?.due, job?.retried, others.length], ['file_expiry', 2, 0, 0]);
  assert.ok(job !== undefined && job.oldestDueMs >= 120_000 && job.oldestDueMs < 150_000);
  await storage.directory.claimJob('file_expiry', { owner: 'worker', leaseMs: 60_000 });
  assert.equal((await storage.health()).jobs[0]?.due, 1);
});

onBothEngines('a job without a time waits since it was made', async ({ storage }) => {
  const store = storeRow({ id: uuidOf(1) });
  await storage.directory.createStore(store, []);
  const { nowMicros } = await storage.health();
  const madeMs = Math.floor(nowMicros / 1_000) - 120_000;
  const time = madeMs.toString(16).padStart(12, '0');
  const importId = `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-000000000001`;
  await storage.write(store.id, async (writer) => {
    const job = { storeId: store.id, runAt: 0 };
    await writer.jobs.insert({ ...job, id: importId, kind: 'import', subject: importId });
    await writer.jobs.insert({ ...job, id: store.id, kind: 'enrichment', subject: store.id });
  });
  const [enrichment, imports] = (await storage.health()).jobs;
  // Its id is that of the store, which is older than the job.
  assert.deepEqual([enrichment?.kind, enrichment?.due, enrichment?.oldestDueMs], ['enrichment', 1, 0]);
  assert.deepEqual([imports?.kind, imports?.due], ['import', 1]);
  assert.ok(imports !== undefined && imports.oldestDueMs >= 120_000 && imports.oldestDueMs < 150_000);
});

onBothEngines('database health reports pending migrations', async ({ storage, engine }) => {
  const health = await storage.health();
  assert.deepEqual(health.pendingMigrations, []);
  const fresh = await engineNamed(engine).openEmpty();
  const empty = await openStorage(fresh.target);
  assert.deepEqual((await empty.health()).pendingMigrations, knownMigrations);
  await empty.close();
  await fresh.close();
});

test('server health reports settings that risk acknowledged writes', async () => {
  const [durable, hasty] = await Promise.all([startPostgres(), startPostgres({ isDurable: false })]);
  try {
    const url = await durable.createDatabase();
    assert.deepEqual(await faultsOf(url), []);
    assert.deepEqual(await faultsOf(`${url}&options=-csynchronous_commit%3Doff`), [
      'synchronous_commit is off: acknowledged writes can be lost',
    ]);
    assert.deepEqual(await faultsOf(await hasty.createDatabase()), [
      'fsync is off: a power cut can destroy the database',
    ]);
  } finally {
    await Promise.all([durable.stop(), hasty.stop()]);
  }
});

async function faultsOf(url: string): Promise<readonly string[]> {
  const storage = await openStorage({ engine: 'postgres', url });
  try {
    return (await storage.health()).faults;
  } finally {
    await storage.close();
  }
}

test('a blocking transaction is reported together with those that wait', async () => {
  const { target, close } = await engineNamed('postgres').openEmpty();
  assert.ok(target.engine === 'postgres');
  const storage = await openStorage(target);
  await storage.migrate();
  await storage.directory.createStore(storeRow(), []);
  assert.deepEqual((await storage.health()).transactions, []);
  const [holder, waiter] = [new Client(target.url), new Client(target.url)];
  await Promise.all([holder.connect(), waiter.connect()]);
  // In a transaction, which has its connection to itself also behind a pooler.
  const begin = async (client: Client) => {
    await client.query('begin');
    return (await client.query('select pg_backend_pid() as pid')).rows[0].pid;
  };
  const [held, waits] = [await begin(holder), await begin(waiter)];
  const lock = "update stores set name = 'x'";
  await holder.query(lock);
  const waiting = waiter.query(lock);
  let found: readonly LongTransaction[] = [];
  try {
    await waitUntil('the transaction that holds up another', async () => {
      found = (await storage.health()).transactions;
      return found.length > 0;
    });
  } finally {
    await holder.query('rollback');
    await waiting;
    await Promise.all([holder.end(), waiter.end()]);
    await storage.close();
    await close();
  }
  assert.deepEqual(
    found.map(({ pid, isIdle, holdsUp }) => [pid, isIdle, holdsUp]),
    [[held, true, [waits]]],
  );
});

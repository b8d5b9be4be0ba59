/** Goal: what doctor and measurements say of a database is so. Method: each engine, with jobs and settings that are known. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { knownMigrations } from '../../server/storage/migrate.ts';
import { openStorage } from '../../server/storage/open-storage.ts';
import { engines, onBothEngines } from '../support/engines.ts';
import { startPostgres } from '../support/postgres.ts';
import { storeRow, uuidOf } from '../support/storage-rows.ts';

onBothEngines('the health of a database tells due jobs by kind, and its clock', async ({ storage }) => {
  const store = storeRow({ id: uuidOf(1) });
  await storage.directory.createStore(store, []);
  const { nowMicros } = await storage.health();
  assert.ok(Math.abs(nowMicros / 1_000 - Date.now()) < 5_000);
  await storage.write(store.id, async (writer) => {
    for (const [number, waitedMs] of [60_000, 120_000, -60_000].entries()) {
      const runAt = nowMicros - waitedMs * 1_000;
      const id = uuidOf(10 + number);
      await writer.insertJob({ id, kind: 'file_expiry', storeId: store.id, subject: id, runAt });
    }
  });
  const [job, ...others] = (await storage.health()).jobs;
  assert.deepEqual([job?.kind, job?.due, job?.retried, others.length], ['file_expiry', 2, 0, 0]);
  assert.ok(job !== undefined && job.oldestDueMs >= 120_000 && job.oldestDueMs < 150_000);
  await storage.directory.claimJob(['file_expiry'], { owner: 'worker', leaseMs: 60_000 });
  assert.equal((await storage.health()).jobs[0]?.due, 1);
});

onBothEngines('the health of a database tells pending migrations', async ({ storage, engine }) => {
  const health = await storage.health();
  assert.deepEqual(health.pendingMigrations, []);
  const fresh = await engines.find(({ name }) => name === engine)?.open();
  assert.ok(fresh !== undefined);
  const empty = await openStorage(fresh.target);
  assert.deepEqual((await empty.health()).pendingMigrations, knownMigrations);
  await empty.close();
  await fresh.close();
});

test('the health of a server tells settings that cost acknowledged writes', async () => {
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

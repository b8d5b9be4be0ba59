/** Goal: what doctor and measurements say of a database is so. Method: each engine, with jobs and settings that are known. */
import assert from 'node:assert/strict';
import { knownMigrations } from '../../server/storage/migrate.ts';
import { openStorage } from '../../server/storage/open-storage.ts';
import { engines, onBothEngines } from '../support/engines.ts';
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

onBothEngines(
  'the health of a database tells pending migrations and unsafe settings',
  async ({ storage, engine, target }) => {
    const health = await storage.health();
    assert.deepEqual(health.pendingMigrations, []);
    assert.deepEqual(health.faults, []);
    if (target.engine === 'postgres') {
      const hasty = await openStorage({ ...target, url: `${target.url}&options=-csynchronous_commit%3Doff` });
      assert.deepEqual((await hasty.health()).faults, [
        'synchronous_commit is off: acknowledged writes can be lost',
      ]);
      await hasty.close();
    }
    const fresh = await engines.find(({ name }) => name === engine)?.open();
    assert.ok(fresh !== undefined);
    const empty = await openStorage(fresh.target);
    assert.deepEqual((await empty.health()).pendingMigrations, knownMigrations);
    await empty.close();
    await fresh.close();
  },
);

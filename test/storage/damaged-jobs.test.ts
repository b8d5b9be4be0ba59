/**
 * Goal: damaged numbers of jobs and of their turns keep no store from its jobs. Method: values are overwritten past the
 * storage on both databases; then jobs are claimed.
 */
import assert from 'node:assert/strict';
import type { JobKind } from '../../server/storage/records.ts';
import type { Storage } from '../../server/storage/storage.ts';
import { runSql } from '../support/damage.ts';
import { onBothEngines } from '../support/engines.ts';
import { storeRow, uuidOf } from '../support/storage-rows.ts';

const leaseMs = 60_000;

/** Stores with so many jobs each. */
async function storesWithJobs(
  storage: Storage,
  kind: JobKind,
  stores: number,
  jobs: number,
): Promise<string[]> {
  const ids = Array.from({ length: stores }, (_, index) => uuidOf(index + 1));
  for (const [index, storeId] of ids.entries()) {
    await storage.directory.createStore({ ...storeRow(), id: storeId, name: storeId }, []);
    await storage.write(storeId, async (writer) => {
      for (let job = 0; job < jobs; job += 1) {
        const id = uuidOf(1_000 * (index + 1) + job);
        await writer.jobs.insert({ id, kind, storeId, subject: id, runAt: 0 });
      }
    });
  }
  return ids;
}

onBothEngines('a damaged number of a turn is set right', async ({ storage, target }) => {
  const [first = '', second = '', third = ''] = await storesWithJobs(storage, 'webhook_delivery', 3, 20);
  const claim = async () => {
    const job = await storage.directory.claimJob('webhook_delivery', { owner: 'me', leaseMs });
    if (job !== null) await storage.write(job.storeId, (writer) => writer.jobs.delete(job.id));
    return job?.storeId;
  };
  for (const number of ['9223372036854775807', '9007199254740993', '-9223372036854775808']) {
    assert.deepEqual([await claim(), await claim(), await claim()], [first, second, third]);
    await runSql(target, second, `update job_turns set last_turn = ${number} where store_id = '${second}'`);
    // As one that was never served it is next, and then in turn.
    assert.deepEqual([await claim(), await claim(), await claim()], [second, first, third], number);
    await runSql(target, second, 'update job_turns set last_turn = 0');
  }
  // A store that waits for nothing does not hand its number on.
  await runSql(
    target,
    third,
    `insert into job_turns (kind, store_id, waiting, last_turn) values ('webhook_delivery', 'none', 0, 9223372036854775807)`,
  );
  assert.deepEqual([await claim(), await claim(), await claim()], [first, second, third]);
  const turns = await runSql(
    target,
    first,
    `select max(last_turn) as most from job_turns where store_id <> 'none'`,
  );
  assert.ok(Number(turns[0]?.most) < 100);
});

onBothEngines('damaged numbers of a job keep no other waiting', async ({ storage, target }) => {
  const [first = '', second = ''] = await storesWithJobs(storage, 'feed', 2, 1);
  const least = target.engine === 'sqlite' ? '-9223372036854775808' : '-9007199254740993';
  const most = target.engine === 'sqlite' ? '9223372036854775807' : '2147483647';
  await runSql(
    target,
    first,
    `update jobs set attempts = ${most}, run_at = ${least} where store_id = '${first}'`,
  );
  const claim = () => storage.directory.claimJob('feed', { owner: 'me', leaseMs });
  const jobs = [await claim(), await claim()];
  assert.deepEqual(
    jobs.map((job) => [job?.storeId, job?.attempts]),
    [
      [first, 1],
      [second, 1],
    ],
  );
});

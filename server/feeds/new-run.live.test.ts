import assert from 'node:assert/strict';
import { onBothEngines } from '../../test/support/engines.ts';
import { feedRow, someTime, storeRow, uuidOf } from '../../test/support/storage-rows.ts';
import { createSystemClock } from '../clock.ts';
import { claimRun } from './new-run.ts';

const environment = {
  inTurn: <Result>(_storeId: string, work: () => Promise<Result>) => work(),
  clock: createSystemClock(),
  newId: () => uuidOf(900),
};

onBothEngines('a worker that lost its lease takes up no run', async ({ storage }) => {
  await storage.directory.createStore({ ...storeRow(), id: uuidOf(1) }, []);
  const feed = feedRow();
  const job = {
    id: feed.id,
    kind: 'feed',
    storeId: feed.storeId,
    subject: feed.id,
    runAt: someTime,
  } as const;
  await storage.write(feed.storeId, async (writer) => {
    await writer.feeds.insert(feed);
    await writer.jobs.insert(job);
  });
  const held = { jobId: job.id, owner: 'second', leaseMs: 60_000 };
  const claimed = await storage.directory.claimJob('feed', held);
  assert.ok(claimed);
  assert.equal(await claimRun(storage, claimed, { ...held, owner: 'first' }, environment), null);
  assert.equal(await storage.reader(feed.storeId).feeds.openRun(feed.id), null, 'no run was begun');
  assert.equal((await claimRun(storage, claimed, held, environment))?.feed.id, feed.id);
});

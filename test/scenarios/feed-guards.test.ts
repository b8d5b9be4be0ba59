/**
 * Goal: what could go wrong around feeds does not: rows that a run keeps are gone soon after it, also where nobody comes
 * to drop them; looking at a feed holds up nobody. Method: feeds by hand on real databases, killed after their last
 * transaction, deleted while they are read, looked at beside a write.
 */
import assert from 'node:assert/strict';
import { limits } from '../../contract/limits.ts';
import { newId } from '../../server/ids.ts';
import { expireFile } from '../../server/ingest/files/receive-file.ts';
import type { Storage } from '../../server/storage/storage.ts';
import { callFeeds } from '../support/call-operation.ts';
import { onBothEngines } from '../support/engines.ts';
import { createFeedDependencies } from '../support/feed-dependencies.ts';
import { feedProducts } from '../support/feeds.ts';
import { startHostileFeedServer } from '../support/hostile-feed-server.ts';
import { storeRow } from '../support/storage-rows.ts';
import { waitUntil } from '../support/wait-until.ts';

const storeId = storeRow().id;
/** More than a chunk of rows. */
const many = JSON.stringify(feedProducts(1, 3_000, { description: 'x'.repeat(500) }));

/** Runs the job that deletes expired files, as its worker does. */
async function expireDueFiles(storage: Storage): Promise<void> {
  const claim = { owner: newId(), leaseMs: limits.leaseMs };
  const job = await storage.directory.claimJob('file_expiry', claim);
  assert.ok(job !== null, 'the end of the spool is not due');
  await expireFile(storage, job, { inTurn: (_storeId, task) => task() });
}

onBothEngines('the spool of a killed run or deleted feed is removed', async ({ storage }) => {
  await storage.directory.createStore(storeRow(), []);
  const server = await startHostileFeedServer();
  const dependencies = createFeedDependencies(storage);
  const countFiles = () => storage.reader(storeId).files.count();
  try {
    server.answer('/feed', { body: many });
    const feed = await dependencies.register(storeId, { feed_url: `${server.origin}/feed` });

    server.answer('/feed', { body: many, framing: 'chunked', cutAt: many.length - 1 });
    const killed = new AbortController();
    const work = dependencies.work({
      announce: async () => killed.abort(),
      async inTurn(_storeId, task) {
        if (killed.signal.aborted) throw new Error('killed');
        return await task();
      },
    });
    await assert.rejects(work, { message: 'killed' });
    assert.equal(await countFiles(), 1);
    await expireDueFiles(storage);
    assert.equal(await countFiles(), 0);

    server.answer('/feed', { body: many, framing: 'chunked', cutAt: many.length - 1, ending: 'stall' });
    await dependencies.refresh(feed);
    const stopping = new AbortController();
    const reading = dependencies.work({ stopping: stopping.signal });
    await waitUntil('the spool', async () => (await countFiles()) === 1);
    await callFeeds(storage, dependencies.environment)('deleteFeed', {
      storeId,
      params: { feed_id: feed.id },
    });
    stopping.abort();
    await reading;
    await expireDueFiles(storage);
    assert.equal(await countFiles(), 0);
  } finally {
    await dependencies.close();
    await server.close();
  }
});

onBothEngines('a preview does not wait for writers', async ({ storage }) => {
  await storage.directory.createStore(storeRow(), []);
  const server = await startHostileFeedServer();
  const dependencies = createFeedDependencies(storage);
  try {
    server.answer('/feed', { body: JSON.stringify(feedProducts(1, 3)) });
    const feed_url = `${server.origin}/feed`;
    await dependencies.register(storeId, { feed_url });
    assert.equal(await dependencies.work(), true);
    server.answer('/feed', { body: JSON.stringify(feedProducts(2, 5)) });
    const body = { name: 'Main feed', feed_format: 'json', feed_url };
    const call = callFeeds(storage, dependencies.environment);
    await storage.write(storeId, async () => {
      const shown: unknown[] = [];
      void call('previewFeed', { storeId, body }).then(
        ({ preview }) => shown.push(preview.would_create, preview.unchanged_rows),
        (error: unknown) => shown.push(error),
      );
      await waitUntil('the preview beside a write', () => shown.length > 0);
      assert.deepEqual(shown, [2, 2]);
    });
  } finally {
    await dependencies.close();
    await server.close();
  }
});

onBothEngines('registrations and previews do not delay a stopping process', async ({ storage }) => {
  await storage.directory.createStore(storeRow(), []);
  const server = await startHostileFeedServer();
  const dependencies = createFeedDependencies(storage);
  try {
    server.answer('/silence', () => Promise.resolve());
    const body = { name: 'Main feed', feed_format: 'json', feed_url: `${server.origin}/silence` };
    const stopping = new AbortController();
    const call = callFeeds(storage, { ...dependencies.environment, stopping: stopping.signal });
    const looks = [call('registerFeed', { storeId, body }), call('previewFeed', { storeId, body })];
    const refused = looks.map((look) => assert.rejects(look, { code: 'unavailable' }));
    await waitUntil('the calls', () => server.requests.length === 2);
    stopping.abort();
    await Promise.all(refused);
    assert.deepEqual(await storage.reader(storeId).feeds.list(), []);
  } finally {
    await dependencies.close();
    await server.close();
  }
});

onBothEngines('a document refused for its repeats supplies nothing', async ({ storage }) => {
  await storage.directory.createStore(storeRow(), []);
  const server = await startHostileFeedServer();
  const dependencies = createFeedDependencies(storage);
  const { repeatedIdsMax } = limits;
  try {
    server.answer('/feed', { body: JSON.stringify(feedProducts(1, 3)) });
    const feed = await dependencies.register(storeId, { feed_url: `${server.origin}/feed` });
    assert.equal(await dependencies.work(), true);
    const reader = storage.reader(storeId);
    const supplied = await reader.feeds.contentsOfOthers('');
    assert.equal(supplied.length, 1);

    // More than a million ids take a minute.
    Object.assign(limits, { repeatedIdsMax: 1 });
    const twice = [...feedProducts(7, 8), ...feedProducts(7, 8)];
    server.answer('/feed', { body: JSON.stringify(twice) });
    const { run } = await dependencies.refresh(feed, true);
    assert.equal(await dependencies.work(), true);
    assert.equal((await reader.feeds.run(run.id))?.details.errorCode, 'too_many_repeats');
    assert.deepEqual(await reader.feeds.contentsOfOthers(''), supplied);
  } finally {
    Object.assign(limits, { repeatedIdsMax });
    await dependencies.close();
    await server.close();
  }
});

onBothEngines('rows that changed settings make valid take nothing out of stock', async ({ storage }) => {
  await storage.directory.createStore(storeRow({ currency: 'EUR' }), []);
  const server = await startHostileFeedServer();
  const dependencies = createFeedDependencies(storage);
  const reader = storage.reader(storeId);
  try {
    server.answer('/feed', { body: JSON.stringify(feedProducts(1, 60)) });
    const feed = await dependencies.register(storeId, { feed_url: `${server.origin}/feed` });
    assert.equal(await dependencies.work(), true);

    // Half a dinar is no amount of euros.
    server.answer('/feed', { body: JSON.stringify(feedProducts(61, 63, { price: '0,500' })) });
    const { run } = await dependencies.refresh(feed);
    await dependencies.work({
      async inTurn(_storeId, task) {
        const isFetching = (await reader.feeds.run(run.id))?.run.phase === 'fetching';
        if (isFetching)
          await storage.write(storeId, (writer) =>
            writer.updateSettings({ ...writer.store, currency: 'KWD' }),
          );
        return await task();
      },
    });
    const ended = await reader.feeds.run(run.id);
    assert.deepEqual([ended?.details.errorCode, ended?.details.removedRows], ['no_valid_rows', 0]);
    assert.match(ended?.run.error ?? '', /settings of the store were changed/);
    const store = await storage.directory.findStore(storeId);
    assert.deepEqual([store?.productCount, store?.inStockCount, store?.currency], [60, 60, 'KWD']);

    // The next run looks at them as they are now.
    const next = await dependencies.refresh(feed);
    assert.equal(await dependencies.work(), true);
    assert.equal((await reader.feeds.run(next.run.id))?.details.errorCode, 'removal_guard');
  } finally {
    await dependencies.close();
    await server.close();
  }
});

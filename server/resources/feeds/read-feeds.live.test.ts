/** Goal: a feed and its newest run are never shown as of two moments. Method: a real store whose run ends between two statements. */
import assert from 'node:assert/strict';
import type { FeedBody, FeedRunBody } from '../../../contract/feeds.ts';
import { createDrivenClock } from '../../../test/support/driven-clock.ts';
import { onAnyEngine } from '../../../test/support/engines.ts';
import { readCall } from '../../../test/support/read-call.ts';
import { feedRow, storeRow, uuidOf } from '../../../test/support/storage-rows.ts';
import { insertRun } from '../../feeds/new-run.ts';
import type { ReadContext } from '../../operations/read-context.ts';
import type { FeedReader } from '../../storage/feeds/tables.ts';
import { feedReads } from './read-feeds.ts';

onAnyEngine('a run that is over shows its feed as ended', async ({ storage }) => {
  const store = storeRow({ id: uuidOf(1) });
  await storage.directory.createStore(store, []);
  const feed = feedRow({ status: 'error', lastError: 'It was cut short.' });
  const clock = createDrivenClock();
  const { run } = await storage.write(store.id, async (writer) => {
    await writer.feeds.insert(feed);
    const begin = { trigger: 'manual', forced: true } as const;
    return await insertRun(writer, feed, begin, { clock, newId: () => uuidOf(900) });
  });
  const endOnce = runOnce(() =>
    storage.write(store.id, async (writer) => {
      await writer.imports.update({ ...run, status: 'completed' });
      await writer.feeds.update({ ...feed, status: 'active', lastError: null });
    }),
  );
  const reader = storage.reader(store.id);
  const context: ReadContext = {
    clock,
    store,
    reader: { ...reader, feeds: endAfterFirstRead(reader.feeds, endOnce) },
    accounts: storage.accounts,
    deletions: storage.deletions,
    directory: storage.directory,
    inTurns: (task) => task(reader),
  };
  const show = async () =>
    (await feedReads.showFeed(readCall(store.id, { feed_id: feed.id }, undefined), context)) as {
      readonly feed: FeedBody;
      readonly latest_run: FeedRunBody;
    };
  const between = await show();
  assert.deepEqual([between.latest_run.status, between.feed.status], ['pending', 'active']);
  const after = await show();
  assert.deepEqual([after.latest_run.status, after.feed.status], ['completed', 'active']);
});

function runOnce(task: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | undefined;
  return () => (done ??= task());
}

/** Reads as before, and ends the run once the first answer is there. */
function endAfterFirstRead(feeds: FeedReader, end: () => Promise<void>): FeedReader {
  return {
    ...feeds,
    async find(feedId) {
      const found = await feeds.find(feedId);
      await end();
      return found;
    },
    async runs(feedId, choice) {
      const found = await feeds.runs(feedId, choice);
      await end();
      return found;
    },
  };
}

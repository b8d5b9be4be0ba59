/** Goal: a finished run is never shown with an earlier state of its feed. Method: a real store whose run ends after each statement. */
import assert from 'node:assert/strict';
import type { FeedBody, FeedRunBody, FeedRunMark } from '../../../contract/feeds.ts';
import { createActingReader } from '../../../test/support/acting-reader.ts';
import { createDrivenClock } from '../../../test/support/driven-clock.ts';
import { onAnyEngine } from '../../../test/support/engines.ts';
import { readCall } from '../../../test/support/read-call.ts';
import { feedRow, storeRow, uuidOf } from '../../../test/support/storage-rows.ts';
import { insertRun } from '../../feeds/new-run.ts';
import type { ReadContext } from '../../operations/read-context.ts';
import type { Storage } from '../../storage/storage.ts';
import { feedReads } from './read-feeds.ts';

/** More than the statements of one read. */
const places = [1, 2, 3, 4];

/** A store whose only feed fails, with a run under way that ends well after the read's statement of that place. */
async function openStore(storage: Storage, place: number) {
  const store = storeRow({ id: uuidOf(place) });
  await storage.directory.createStore(store, []);
  const ids = { id: uuidOf(500 + place), storeId: store.id };
  const feed = feedRow({ ...ids, status: 'error', lastError: 'It was cut short.' });
  const clock = createDrivenClock();
  const { run } = await storage.write(store.id, async (writer) => {
    await writer.feeds.insert(feed);
    const begin = { trigger: 'manual', forced: true } as const;
    const created = await insertRun(writer, feed, begin, { clock, newId: () => uuidOf(900 + place) });
    // The end of a run is written in two steps, of which this is the first.
    await writer.feeds.updateRun({ ...created.details, errorCode: 'removal_guard' });
    return created;
  });
  const end = () =>
    storage.write(store.id, async (writer) => {
      await writer.imports.update({ ...run, status: 'completed' });
      await writer.feeds.update({ ...feed, status: 'active', lastError: null });
    });
  const context: ReadContext = {
    ...{ clock, store },
    reader: createActingReader(storage, store.id, { place, act: end }),
    accounts: storage.accounts,
    deletions: storage.deletions,
    directory: storage.directory,
    inTurns: () => assert.fail('it is a short read'),
  };
  return { store, feed, context };
}

function assertOfOneMoment(feed: FeedBody, run: FeedRunMark | null | undefined): void {
  const isTorn = run?.status === 'completed' && feed.status === 'error';
  assert.equal(isTorn, false, 'a finished run beside an earlier state of its feed');
}

onAnyEngine('a feed is as new as the run beside it', async ({ storage }) => {
  for (const place of places) {
    const { store, feed, context } = await openStore(storage, place);
    const shown = await feedReads.showFeed(readCall(store.id, { feed_id: feed.id }, undefined), context);
    const { feed: body, latest_run: run } = shown as { feed: FeedBody; latest_run: FeedRunBody | null };
    assertOfOneMoment(body, run);
    assert.equal(run?.error_code, null, 'it has not failed');
  }
});

onAnyEngine('listed feeds are as new as the runs beside them', async ({ storage }) => {
  for (const place of places) {
    const { store, context } = await openStore(storage, place);
    const call = { ...readCall(store.id, {}, undefined), caller: 'member' } as const;
    const { feeds } = (await feedReads.listFeeds(call, context)) as {
      feeds: readonly (FeedBody & { readonly runs: readonly FeedRunMark[] })[];
    };
    assert.equal(feeds.length, 1);
    for (const feed of feeds) assertOfOneMoment(feed, feed.runs.at(-1));
  }
});

/** Goal: lists of runs of feeds come with one read, however many there are. Method: the storage's calls on both databases. */
import assert from 'node:assert/strict';
import { limits } from '../../contract/limits.ts';
import { newId } from '../../server/ids.ts';
import type { FeedRunDetails } from '../../server/storage/feeds/tables.ts';
import type { ImportRun } from '../../server/storage/records.ts';
import type { StoreWriter } from '../../server/storage/storage.ts';
import { onBothEngines } from '../support/engines.ts';
import { feedRow, importRun, productWrite, someTime, storeRow, uuidOf } from '../support/storage-rows.ts';

const storeId = uuidOf(1);

async function insertRun(
  writer: StoreWriter,
  { id, feedId, ...fields }: Partial<FeedRunDetails> & Pick<FeedRunDetails, 'id' | 'feedId'>,
  status: ImportRun['status'] = 'completed',
): Promise<void> {
  await writer.imports.insert(importRun(id, { source: 'feed', status }));
  await writer.feeds.insertRun({
    id,
    feedId,
    trigger: 'schedule',
    reading: 'whole',
    forced: false,
    notModified: false,
    removedRows: 0,
    restoredRows: 0,
    unidentifiedRows: 0,
    errorCode: null,
    fence: 0,
    processedWith: null,
    facts: null,
    startedAt: null,
    finishedAt: null,
    ...fields,
  });
}

onBothEngines('the newest runs of all feeds are read at once', async ({ storage }) => {
  await storage.directory.createStore(storeRow(), []);
  const feedIds = Array.from({ length: limits.feedsPerStore }, (_, index) => uuidOf(500 + index));
  // Rounds of all feeds; the last feed has one run, the first of all.
  const rounds = [0, 1, 2].map((round) =>
    feedIds.slice(0, round === 0 ? undefined : -1).map((feedId, index) => ({
      feedId,
      id: uuidOf(1_000 + round * feedIds.length + index),
    })),
  );
  await storage.write(storeId, async (writer) => {
    for (const id of feedIds) await writer.feeds.insert(feedRow({ id }));
    for (const run of rounds.flat()) await insertRun(writer, run);
  });
  const reader = storage.reader(storeId);
  const expected = rounds
    .flat()
    .filter(({ id, feedId }) => feedId === feedIds.at(-1) || id >= uuidOf(1_000 + feedIds.length))
    .map(({ id }) => id);
  const { feeds, runs } = await reader.feeds.listWithRuns(2);
  assert.deepEqual(
    runs.map(({ run }) => run.id),
    expected.reverse(),
  );
  assert.deepEqual(new Set(feeds.map(({ id }) => id)), new Set(feedIds));
  assert.deepEqual(await storage.reader(uuidOf(2)).feeds.listWithRuns(2), { feeds: [], runs: [] });
});

onBothEngines('a run’s predecessor is the last one with a document', async ({ storage }) => {
  await storage.directory.createStore(storeRow(), []);
  const feedId = uuidOf(500);
  const [taken, last] = [uuidOf(1_000), uuidOf(1_200)];
  await storage.write(storeId, async (writer) => {
    await insertRun(writer, { id: taken, feedId });
    for (let number = 1_001; number < 1_150; number += 1) {
      await insertRun(writer, { id: uuidOf(number), feedId, notModified: true });
    }
    await insertRun(writer, { id: uuidOf(1_150), feedId }, 'failed');
    await insertRun(writer, { id: uuidOf(1_151), feedId: uuidOf(501) });
    await insertRun(writer, { id: last, feedId });
  });
  const reader = storage.reader(storeId);
  assert.equal((await reader.feeds.runBefore({ feedId, runId: last }))?.run.id, taken);
  assert.equal(await reader.feeds.runBefore({ feedId, runId: taken }), null);
});

onBothEngines('products that another feed wrote late may go', async ({ storage }) => {
  await storage.directory.createStore(storeRow(), []);
  await storage.directory.createStore(storeRow({ id: uuidOf(2) }), []);
  const [ofFeed, ofApi, ofStranger] = [newId(), newId(), newId()];
  const written = (id: string, number: number, runId: string | null) => productWrite(id, number, { runId });
  await storage.write(uuidOf(2), (writer) => insertRun(writer, { id: ofStranger, feedId: uuidOf(501) }));
  await storage.write(storeId, async (writer) => {
    await writer.products.upsert([written('before', 0, ofApi)], 1);
    const after = [
      written('by-api', 1, ofApi),
      written('by-call', 2, null),
      written('by-feed', 3, ofFeed),
      written('by-other-feed', 4, ofStranger),
    ];
    await writer.products.upsert(after, 2);
  });
  const reader = storage.reader(storeId);
  const ids = ['before', 'by-api', 'by-call', 'by-feed', 'by-other-feed'];
  assert.deepEqual(await reader.feeds.removableAmong(ids, 1), ['before'], 'no feed has run yet');
  await storage.write(storeId, (writer) => insertRun(writer, { id: ofFeed, feedId: uuidOf(500) }));
  assert.deepEqual((await reader.feeds.removableAmong(ids, 1)).toSorted(), ['before', 'by-feed']);
  const page = { after: null, limit: 10, fence: 1 };
  assert.deepEqual(await reader.feeds.removableIds(page), ['before', 'by-feed']);
  assert.deepEqual(await reader.feeds.removableIds({ ...page, after: 'before', limit: 1 }), ['by-feed']);
});

onBothEngines('a change of a feed leaves the time of its last order', async ({ storage }) => {
  await storage.directory.createStore(storeRow(), []);
  const feed = feedRow({ storeId, ordersSealed: 'sealed' });
  const other = feedRow({ storeId, id: uuidOf(501), url: 'https://shop.example/other' });
  await storage.write(storeId, async (writer) => {
    await writer.feeds.insert(feed);
    await writer.feeds.insert(other);
    await writer.feeds.noteOrder(feed.id, someTime + 5);
    // As it was read before the order came.
    await writer.feeds.update({ ...feed, name: 'Renamed' });
  });
  const reader = storage.reader(storeId);
  assert.deepEqual(await reader.feeds.find(feed.id), { ...feed, name: 'Renamed', lastOrderAt: someTime + 5 });
  assert.equal((await reader.feeds.find(other.id))?.lastOrderAt, null);
});

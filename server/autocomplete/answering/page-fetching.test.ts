import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as turnOfOthers } from 'node:timers/promises';
import { limits } from '../../../contract/limits.ts';
import { waitUntil } from '../../../test/support/wait-until.ts';
import { createFairQueue } from '../../threads/fairness/fair-queue.ts';
import { type FetchPages, PageFetching } from './page-fetching.ts';

const waited = new AbortController().signal;

function open(fetch: FetchPages, atOnce: number) {
  const lost: string[] = [];
  const pages = new PageFetching({
    fetch,
    atOnce,
    turns: createFairQueue(atOnce),
    lost: (storeId, segmentId) => lost.push(`${storeId} ${segmentId}`),
  });
  return { pages, lost };
}

function missing(count: number) {
  return Array.from({ length: count }, (_, index) => ({
    segmentId: index + 1,
    numbers: [0],
    isMissing: () => true,
    fill() {},
  }));
}

test('fetches are limited by connections, and their faults are reported', async () => {
  let underWay = 0;
  let most = 0;
  const { pages, lost } = open(async (_storeId, { segmentId }) => {
    underWay += 1;
    most = Math.max(most, underWay);
    await turnOfOthers();
    underWay -= 1;
    return segmentId === 3 ? new Error('pages of it are gone') : null;
  }, 2);
  await assert.rejects(pages.fetch('store', missing(5), waited), { code: 'unavailable' });
  assert.deepEqual([most, lost], [2, ['store 3']]);
});

test('a store that fetches much leaves turns to others', async () => {
  const fetched: string[] = [];
  const { pages } = open(async (storeId) => {
    fetched.push(storeId);
    return null;
  }, 2);
  const greedy = pages.fetch('greedy', missing(100), waited);
  await turnOfOthers();
  const before = fetched.length;
  await pages.fetch('quiet', missing(1), waited);
  assert.ok(fetched.indexOf('quiet') <= before + 4, fetched.join(' '));
  await greedy;
});

test('fetches without a waiting caller are not started', async () => {
  let fetchedCount = 0;
  const arrival = Promise.withResolvers<null>();
  const { pages } = open(() => {
    fetchedCount += 1;
    return arrival.promise;
  }, 2);
  const gone = new AbortController();
  const fetching = pages.fetch('store', missing(100), gone.signal);
  await waitUntil('the first two', () => fetchedCount === 2);
  gone.abort();
  await assert.rejects(fetching, { code: 'unavailable' });
  arrival.resolve(null);
  await pages.fetch('store', missing(1), waited);
  assert.equal(fetchedCount, 3);
});

test('fetches of a store that wait are bounded', async () => {
  let fetchedCount = 0;
  const { pages } = open(async () => {
    fetchedCount += 1;
    return null;
  }, 2);
  const most = pages.fetch('store', missing(limits.pageFetchesPerStore), waited);
  await assert.rejects(pages.fetch('store', missing(1), waited), /Too many parts/);
  await pages.fetch('other', missing(1), waited);
  await most;
  await pages.fetch('store', missing(1), waited);
  assert.equal(fetchedCount, limits.pageFetchesPerStore + 2);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as turnOfOthers } from 'node:timers/promises';
import { PageFetching } from './page-fetching.ts';

test('of many fetches no more are under way than there are connections for, and faults are told', async () => {
  let underWay = 0;
  let most = 0;
  const lost: string[] = [];
  const pages = new PageFetching({
    async fetch(_storeId, { segmentId }) {
      underWay += 1;
      most = Math.max(most, underWay);
      await turnOfOthers();
      underWay -= 1;
      return segmentId === 3 ? new Error('pages of it are gone') : null;
    },
    atOnce: 2,
    lost: (storeId, segmentId) => lost.push(`${storeId} ${segmentId}`),
  });
  const missed = [1, 2, 3, 4, 5].map((segmentId) => ({
    ...{ segmentId, numbers: [0] },
    isMissing: () => true,
    fill() {},
  }));
  await assert.rejects(pages.fetch('store', missed), { code: 'unavailable' });
  assert.deepEqual([most, lost], [2, ['store 3']]);
});

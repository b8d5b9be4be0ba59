import assert from 'node:assert/strict';
import { test } from 'node:test';
import { missedSharePicture } from './analytics-pictures.ts';

function days(...counts: readonly (readonly [searches: number, missed: number])[]) {
  return counts.map(([searches, no_results], index) => ({
    ...{ day: `2026-11-${String(index + 1).padStart(2, '0')}`, searches, no_results, clicked: 0 },
    ...{ carts: 0, purchases: 0, revenue: {} },
  }));
}

test('a share without result covers seven days of enough searches', () => {
  const picture = missedSharePicture(
    days([20, 2], [20, 2], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [100, 50]),
  );
  const share = [null, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, null, null, 0.5];
  assert.deepEqual(picture?.line?.values, share);
  assert.equal(missedSharePicture(days([29, 1])), null);
  assert.equal(missedSharePicture([]), null);
});

/** Checks which stores count as slow, and for how long. The clock is driven. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { limits } from '../../contract/limits.ts';
import { createDrivenClock } from '../../test/support/driven-clock.ts';
import { SlowStores } from './slow-stores.ts';

test('a store is slow for forty times its longest call', () => {
  const clock = createDrivenClock();
  const stores = new SlowStores(clock);
  stores.note('slow', 15_000);
  stores.note('slow', limits.slowCallMs);
  clock.advanceMs(15_000 * limits.slowCallFactor - 1);
  assert.deepEqual([stores.has('slow'), stores.all()], [true, ['slow']]);
  clock.advanceMs(1);
  assert.deepEqual([stores.has('slow'), stores.all()], [false, []]);
});

test('a call answered soon marks no store slow', () => {
  const stores = new SlowStores(createDrivenClock());
  stores.note('quick', limits.slowCallMs - 1);
  assert.equal(stores.has('quick'), false);
});

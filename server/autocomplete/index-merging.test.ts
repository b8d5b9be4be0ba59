/** Merging while the other thread is busy: what is too large to be merged here waits, and the look for work ends. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createDrivenClock } from '../../test/support/driven-clock.ts';
import type { MergePlan } from '../search/engine.ts';
import { IndexMerging } from './index-merging.ts';
import type { StoreIndex } from './store-index.ts';

/** An index that always has a plan: few products, but full of words. */
function fullIndex(storeId: string) {
  const data = new SharedArrayBuffer(2 * 1024 * 1024);
  const segments = [{ id: 1, data, tombstones: new SharedArrayBuffer(1) }];
  const plan = { documentCount: 8, segments } as Partial<MergePlan> as MergePlan;
  const looks = { planned: 0, abandoned: 0 };
  const index = {
    storeId,
    planMerge() {
      looks.planned += 1;
      // Else a look that never ends would hang the test.
      if (looks.planned > 100) throw new Error('it is looked at again and again');
      return plan;
    },
    abandon() {
      looks.abandoned += 1;
    },
  } as Partial<StoreIndex> as StoreIndex;
  return { index, looks };
}

test('a large merge waits while another one is under way', () => {
  const handedOver: MergePlan[] = [];
  const clock = createDrivenClock();
  const merging = new IndexMerging({
    mergeElsewhere(plan) {
      handedOver.push(plan);
      return new Promise(() => {});
    },
    paging: null,
    clock,
    merged: () => assert.fail(),
    warn: () => assert.fail(),
    failed: (_, error) => assert.fail(String(error)),
  });
  const first = fullIndex('first');
  const second = fullIndex('second');
  merging.note(first.index);
  assert.equal(merging.mergeOnce(), true);
  merging.note(second.index);
  assert.equal(merging.mergeOnce(), false);
  assert.deepEqual(first.looks, { planned: 2, abandoned: 1 });
  assert.deepEqual(second.looks, { planned: 1, abandoned: 1 });
});

/** Merging while the other thread is busy: what is too large to be merged here waits, and the look for work ends. Merging after an import. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createDrivenClock } from '../../../test/support/driven-clock.ts';
import { onBothEngines } from '../../../test/support/engines.ts';
import { createShops, followStores, lamps, writeProducts } from '../../../test/support/followed-stores.ts';
import { waitUntil } from '../../../test/support/wait-until.ts';
import type { MergePlan } from '../../search/engine.ts';
import { mergeSegments } from '../../search/indexing/merge-plan.ts';
import type { Storage } from '../../storage/storage.ts';
import type { StoreIndex } from '../following/store-index.ts';
import { IndexMerging } from './index-merging.ts';

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

/** A store whose index is followed, and how many products each large merge held. */
async function followMerges(storage: Storage) {
  const [storeId = ''] = await createShops(storage, 1);
  const planned: number[] = [];
  const mergeElsewhere = async (plan: MergePlan) => {
    planned.push(plan.documentCount);
    return mergeSegments(plan);
  };
  const life = followStores(storage, { folder: null, mergeElsewhere });
  await life.round();
  return { storeId, planned, life };
}

onBothEngines('segments of an import are merged once it ends', async ({ storage }) => {
  const { storeId, planned, life } = await followMerges(storage);
  for (let batch = 0; batch < 5; batch += 1) {
    await writeProducts(storage, storeId, lamps(10 + batch * 4_000, 4_000));
    await life.round();
  }
  assert.deepEqual([planned, life.segmentCount()], [[], 6]);
  life.clock.advanceMs(5_000);
  await life.round();
  await waitUntil('the merge', () => life.segmentCount() === 2);
  assert.deepEqual(planned, [20_000]);
});

onBothEngines('an import that comes in small reads waits too', async ({ storage }) => {
  const { storeId, planned, life } = await followMerges(storage);
  for (let batch = 0; batch < 12; batch += 1) {
    await writeProducts(storage, storeId, lamps(10 + batch * 1_000, 1_000));
    life.clock.advanceMs(1_000);
    await life.round();
  }
  // Until it was known as an import four of its segments were merged.
  assert.deepEqual(planned, [4_000]);
  life.clock.advanceMs(10_000);
  await life.round();
  await waitUntil('the merges', () => life.segmentCount() === 1);
  assert.deepEqual(planned, [4_000, 8_000, 12_003], 'eight segments waited');
});

/**
 * Goal: a store whose products are full of words delays no other. Method: such a store and a small one share a follower;
 * what the small one waits for is told by how much of the other was read, published and merged by then.
 */
import assert from 'node:assert/strict';
import { onBothEngines } from '../../../test/support/engines.ts';
import {
  createShops,
  followStores,
  holdReads,
  lamps,
  type WrittenProduct,
  writeProducts,
} from '../../../test/support/followed-stores.ts';
import { waitUntil } from '../../../test/support/wait-until.ts';
import type { MergePlan } from '../../search/engine.ts';
import { mergeSegments } from '../../search/indexing/merge-plan.ts';

/** Products of 2,000 words that no other one holds, from a number on. */
function fullProducts(from: number, count: number): WrittenProduct[] {
  return lamps(from, count, 'Full').map(({ number, title }) => ({
    number,
    title,
    attributes: Array.from({ length: 100 }, (_, place) => [
      `k${place}`,
      Array.from({ length: 120 }, (_, word) => `w${((number * 100 + place) * 120 + word).toString(36)}`).join(
        ' ',
      ),
    ]),
  }));
}

onBothEngines('a store of full products is followed between others’ writes', async ({ storage }) => {
  const [full = '', quick = ''] = await createShops(storage, 2);
  const life = followStores(storage, { folder: null });
  await life.round();
  await writeProducts(storage, full, fullProducts(10, 20));
  const following = life.follower.follow(full);
  await writeProducts(storage, quick, lamps(3, 1));
  await life.follower.follow(quick);
  assert.equal(life.titles(quick, 'lamp')?.length, 4);
  assert.deepEqual(life.titles(full, 'full'), [], 'it is not there yet');
  await following;
  assert.equal(life.titles(full, 'full')?.length, 20);
});

onBothEngines('few products full of words are merged elsewhere', async ({ storage }) => {
  const [storeId = ''] = await createShops(storage, 1);
  const plans: MergePlan[] = [];
  const mergeElsewhere = async (plan: MergePlan) => {
    plans.push(plan);
    return mergeSegments(plan);
  };
  const life = followStores(storage, { folder: null, mergeElsewhere });
  for (let round = 0; round < 4; round += 1) {
    await writeProducts(storage, storeId, fullProducts(10 + round * 8, 8));
    await life.round();
  }
  await waitUntil('the merge', () => life.segmentCount() < 4);
  assert.deepEqual(
    plans.map(({ documentCount }) => documentCount < 256),
    [true],
  );
});

onBothEngines('a slow store does not keep its node from being ready', async ({ storage }) => {
  const [slow = '', quick = ''] = await createShops(storage, 2);
  const held = holdReads(storage, slow);
  held.hold();
  const life = followStores(held.storage, { folder: null, loadMaxMs: 1 });
  await life.follower.poll();
  await life.follower.settled();
  await waitUntil('the quick store', () => life.titles(quick, 'lamp')?.length === 3);
  assert.equal(life.titles(slow, 'lamp'), null);
  held.letGo();
  await life.follower.load(slow);
  assert.equal(life.titles(slow, 'lamp')?.length, 3);
});

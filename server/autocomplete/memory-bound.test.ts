/**
 * Goal: stores whose indexes need more memory than there is slow themselves down, and no store whose index takes less than
 * its part. Method: a follower on a real database whose clock the test drives; loads and drops are counted.
 */
import assert from 'node:assert/strict';
import { onAnyEngine } from '../../test/support/engines.ts';
import {
  createShops,
  type FollowedStores,
  followStores,
  lamps,
  writeProducts,
} from '../../test/support/followed-stores.ts';
import { watchedQuarantine } from '../../test/support/quarantines.ts';
import type { Storage } from '../storage/storage.ts';

/** Three shops, of which the third is by far the largest, and what their indexes take. */
async function createUnequalShops(storage: Storage) {
  const [first = '', second = '', large = ''] = await createShops(storage, 3);
  await writeProducts(storage, large, lamps(3, 100));
  const life = followStores(storage, { folder: null });
  await life.follower.load(first);
  const smallBytes = life.bytes();
  await life.follower.load(large);
  return { first, second, large, smallBytes, largeBytes: life.bytes() };
}

/** What a keystroke is refused with whose store has no place. */
function assertPutOut({ follower }: FollowedStores, storeId: string, retryAfterSeconds = 1): Promise<void> {
  return assert.rejects(follower.load(storeId), { code: 'unavailable', retryAfterSeconds });
}

onAnyEngine('an index beyond the bound leaves those of others', async ({ storage }) => {
  const { first, second, large, largeBytes } = await createUnequalShops(storage);
  const life = followStores(storage, { folder: null, memoryMaxBytes: largeBytes - 1 });
  for (const storeId of [first, second]) await life.follower.load(storeId);
  await assertPutOut(life, large);
  // Before its pause is over nothing is read, however often it is asked.
  for (let asked = 0; asked < 5; asked += 1) await assertPutOut(life, large);
  assert.deepEqual(life.events, ['1:1', '2:1', '3:2', '-3']);
  life.clock.advanceMs(1_000);
  for (let asked = 0; asked < 5; asked += 1) await assertPutOut(life, large);
  assert.deepEqual(life.events.slice(4), ['3:2', '-3']);
});

onAnyEngine('an index beyond the bound is asked while no other is', async ({ storage }) => {
  const { first, large, largeBytes } = await createUnequalShops(storage);
  const life = followStores(storage, { folder: null, memoryMaxBytes: largeBytes - 1 });
  await life.follower.load(first);
  life.clock.advanceMs(60_000);
  await life.follower.load(large);
  assert.equal(life.titles(large, 'lamp 7')?.[0], 'Lamp 7');
  assert.deepEqual(life.events, ['1:1', '3:2', '-1']);
  // Whoever was not asked lately comes back without a pause, and then the large one leaves.
  await life.follower.load(first);
  assert.deepEqual(life.events.slice(3), ['1:1', '-3']);
});

onAnyEngine('who takes less than its part of memory stays', async ({ storage }) => {
  const { first, large, smallBytes, largeBytes } = await createUnequalShops(storage);
  const life = followStores(storage, { folder: null, memoryMaxBytes: largeBytes + smallBytes / 2 });
  await life.follower.load(large);
  await life.follower.load(first);
  assert.deepEqual(life.events, ['3:2', '1:1', '-3']);
  life.clock.advanceMs(1_000);
  await assertPutOut(life, large);
  assert.deepEqual(life.events.slice(3), ['3:2', '-3']);
});

onAnyEngine('what fits alone stays beside what does not', async ({ storage }) => {
  const { second, large, largeBytes } = await createUnequalShops(storage);
  await writeProducts(storage, second, lamps(3, 70));
  const life = followStores(storage, { folder: null, memoryMaxBytes: largeBytes - 1 });
  await life.follower.load(second);
  await assertPutOut(life, large);
  assert.deepEqual(life.events, ['2:2', '3:2', '-3']);
});

onAnyEngine('stores that do not fit together take turns', async ({ storage }) => {
  const [first = '', second = ''] = await createShops(storage, 2);
  const one = followStores(storage, { folder: null });
  await one.follower.load(first);
  const life = followStores(storage, { folder: null, memoryMaxBytes: one.bytes() * 1.5 });
  await life.follower.load(first);
  await life.follower.load(second);
  for (let asked = 0; asked < 5; asked += 1) {
    await assertPutOut(life, first);
    await life.follower.load(second);
  }
  assert.deepEqual(life.events, ['1:1', '2:1', '-1']);
  life.clock.advanceMs(1_000);
  await life.follower.load(first);
  await assertPutOut(life, second);
  assert.deepEqual(life.events.slice(3), ['1:1', '-2']);
});

onAnyEngine('a store without a place in memory is named with the setting', async ({ storage }) => {
  const { first, large, largeBytes } = await createUnequalShops(storage);
  const watched: ReturnType<typeof watchedQuarantine>[] = [];
  const life = followStores(storage, {
    folder: null,
    memoryMaxBytes: largeBytes - 1,
    putOut(clock) {
      const one = watchedQuarantine(clock, 'memory');
      watched.push(one);
      return one.quarantine;
    },
  });
  const states = () => watched.flatMap(({ notices }) => notices.map(({ state }) => state));
  await life.follower.load(first);
  await assertPutOut(life, large);
  life.clock.advanceMs(1_000);
  await assertPutOut(life, large);
  assert.deepEqual(
    states().map((state) => state?.cause),
    ['memory'],
  );
  assert.match(states()[0]?.reason ?? '', /index of 1 MiB .*Set FORETYPE_INDEX_MEMORY_MB to \d+ or more$/);
  life.clock.advanceMs(119_999);
  await life.round();
  assert.equal(states().length, 1);
  life.clock.advanceMs(1);
  await life.round();
  assert.deepEqual(states().slice(1), [null]);
});

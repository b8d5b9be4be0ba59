/**
 * Goal: a product that was erased leaves every index, those that were saved before it included; and a load makes as few
 * segments as it can.
 */
import assert from 'node:assert/strict';
import { onBothEngines } from '../../../test/support/engines.ts';
import {
  createShops,
  followStores,
  indexFolder,
  lamps,
  writeProducts,
} from '../../../test/support/followed-stores.ts';
import { purgeProduct } from '../../ingest/remove-product.ts';
import type { Storage } from '../../storage/storage.ts';

const clock = { nowMicros: () => 1_000_000, monotonicMs: () => 1 };

function purge(storage: Storage, storeId: string, ...externalIds: readonly string[]): Promise<unknown> {
  return externalIds.reduce<Promise<unknown>>(
    (before, externalId) => before.then(() => purgeProduct(storage, { storeId, externalId }, clock)),
    Promise.resolve(),
  );
}

onBothEngines('erased products leave the indexes of every node', async ({ storage }) => {
  const [storeId = ''] = await createShops(storage, 1);
  const lives = [followStores(storage, { folder: null }), followStores(storage, { folder: null })];
  for (const life of lives) await life.round();
  await purge(storage, storeId, 'p1');
  for (const life of lives) {
    await life.follower.follow(storeId);
    assert.deepEqual(life.titles(storeId, 'lamp'), ['Lamp 0', 'Lamp 2']);
  }
  await writeProducts(storage, storeId, lamps(3, 1));
  await purge(storage, storeId, 'p0', 'p2', 'p3');
  for (const life of lives) {
    await life.follower.follow(storeId);
    assert.deepEqual(life.titles(storeId, 'lamp'), [], 'the last product too');
  }
});

onBothEngines('an index saved before an erasure forgets the product', async ({ storage }) => {
  const { folder, remove } = indexFolder();
  const [storeId = ''] = await createShops(storage, 1);
  await writeProducts(storage, storeId, lamps(3, 3));
  const before = followStores(storage, { folder });
  await before.round();
  await before.save();
  // The newest too, by which a saved index is known to be of this history.
  await purge(storage, storeId, 'p5', 'p1');
  const reads: number[] = [];
  const after = followStores(storage, { folder, onRead: (count) => reads.push(count) });
  await after.follower.load(storeId);
  assert.deepEqual(after.titles(storeId, 'lamp'), ['Lamp 0', 'Lamp 2', 'Lamp 3', 'Lamp 4']);
  assert.deepEqual([after.warnings, reads], [[], [0]], 'no product was read again');
  remove();
});

onBothEngines('an erasure during a merge holds in the result', async ({ storage }) => {
  const [storeId = ''] = await createShops(storage, 1);
  const life = followStores(storage, { folder: null });
  await life.round();
  for (const number of [3, 4, 5]) {
    await writeProducts(storage, storeId, lamps(number, 1));
    await life.follower.follow(storeId);
  }
  await purge(storage, storeId, 'p4');
  await life.follower.follow(storeId);
  await life.round();
  assert.deepEqual(life.titles(storeId, 'lamp')?.toSorted(), [
    'Lamp 0',
    'Lamp 1',
    'Lamp 2',
    'Lamp 3',
    'Lamp 5',
  ]);
});

onBothEngines('a store that is loaded is built in one go', async ({ storage }) => {
  const [storeId = ''] = await createShops(storage, 1);
  for (let from = 0; from < 4_500; from += 1_500) {
    await writeProducts(storage, storeId, lamps(from, 1_500));
  }
  const life = followStores(storage, { folder: null });
  await life.round();
  assert.deepEqual([life.segmentCount(), life.registry.size().documents], [1, 4_500]);
});

/**
 * Goal: whatever else goes on, an index ends with the currency and the locale that its store has now. Method: a follower
 * on a real database, whose reads and merges are held while the settings change.
 */
import assert from 'node:assert/strict';
import { mergeSegments } from '../../server/search/indexing/merge-plan.ts';
import { onBothEngines } from '../support/engines.ts';
import {
  createNumberedStore,
  createShops,
  followStores,
  holdReads,
  lamps,
  writeProducts,
  writeSettings,
} from '../support/followed-stores.ts';

onBothEngines('another currency shows on every card, even recent ones', async ({ storage }) => {
  const [storeId = ''] = await createShops(storage, 1);
  const held = holdReads(storage, storeId);
  const life = followStores(held.storage, { folder: null });
  await life.round();
  held.hold();
  await writeSettings(storage, storeId, { currency: 'CHF' });
  const following = life.follower.follow(storeId);
  // Otherwise it may see the write as well, and both are one change to it.
  await held.untilWaiting();
  await writeProducts(storage, storeId, lamps(3, 1));
  const written = life.follower.follow(storeId);
  await life.follower.poll();
  // Until everything is read again, the index before is asked.
  assert.deepEqual(life.currencies(storeId, 'lamp'), ['USD']);
  held.letGo();
  await Promise.all([following, written]);
  assert.deepEqual(life.currencies(storeId, 'lamp'), ['CHF']);
  assert.equal(life.titles(storeId, 'lamp')?.length, 4);
  await life.round();
  // An answer that was cached before is told by a later change.
  assert.deepEqual(life.events, ['1:1', '1:2', '1:3']);
});

onBothEngines('the index uses settings changed during its first read', async ({ storage }) => {
  const [storeId = ''] = await createShops(storage, 1);
  const held = holdReads(storage, storeId);
  const life = followStores(held.storage, { folder: null });
  held.hold();
  const loading = life.follower.load(storeId);
  await writeSettings(storage, storeId, { currency: 'CHF' });
  await writeSettings(storage, storeId, { currency: 'EUR', locale: 'de' });
  await life.follower.follow(storeId);
  held.letGo();
  await loading;
  await life.round();
  assert.deepEqual(life.currencies(storeId, 'lamp'), ['EUR']);
});

onBothEngines('another locale has other words that mean the same', async ({ storage }) => {
  const storeId = await createNumberedStore(storage, 1);
  await writeProducts(storage, storeId, [{ number: 1, title: 'Aktenvernichter' }]);
  const life = followStores(storage, { folder: null });
  await life.round();
  assert.deepEqual(life.titles(storeId, 'schredder'), []);
  await writeSettings(storage, storeId, { locale: 'de' });
  await life.follower.follow(storeId);
  assert.deepEqual(life.titles(storeId, 'schredder'), ['Aktenvernichter']);
});

onBothEngines('a merge begun for a former currency is abandoned', async ({ storage }) => {
  const [storeId = ''] = await createShops(storage, 1);
  const merge = Promise.withResolvers<void>();
  let merges = 0;
  const life = followStores(storage, {
    folder: null,
    async mergeElsewhere(plan) {
      merges += 1;
      await merge.promise;
      return mergeSegments(plan);
    },
  });
  for (let page = 0; page < 6; page += 1) {
    await writeProducts(storage, storeId, lamps(3 + page * 100, 100));
    await life.round();
  }
  assert.equal(merges, 1);
  await writeSettings(storage, storeId, { currency: 'CHF' });
  await life.follower.follow(storeId);
  merge.resolve();
  await life.round();
  assert.deepEqual(life.currencies(storeId, 'lamp'), ['CHF']);
  assert.equal(life.registry.find(storeId)?.reader.documentCount, 603);
});

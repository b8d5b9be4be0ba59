/**
 * Goal: a store that is held to be why the index thread before ended is left alone until its pause is over. Method: the follower of
 * that thread, in process, with a clock of the test's own.
 */
import assert from 'node:assert/strict';
import { AppError } from '../../server/errors.ts';
import { Quarantine } from '../../server/jobs/quarantine.ts';
import { onAnyEngine } from '../support/engines.ts';
import { followStores } from '../support/followed-stores.ts';
import { productWrite, storeRow, uuidOf } from '../support/storage-rows.ts';

const [heldId, otherId] = [uuidOf(1), uuidOf(2)];
const isRefused = (error: unknown) => error instanceof AppError && error.code === 'store_unavailable';

onAnyEngine('a held store’s index is loaded after its pause', async ({ storage }) => {
  for (const id of [heldId, otherId]) {
    await storage.directory.createStore(storeRow({ id }), []);
    await storage.write(id, async (writer) => {
      await writer.products.upsert([productWrite('a', 1, { product: { title: 'Lamp' } })], 1);
      await writer.updateStore({ changeNumber: 1, productCount: 1, inStockCount: 1, enrichmentCount: 0 });
    });
  }
  const state = { since: 1, cause: 'defect', reason: 'ended' } as const;
  const held = [{ storeId: heldId, work: 'index', state, pauseMs: 5_000 }] as const;
  const notices: unknown[] = [];
  const stores = followStores(storage, {
    folder: null,
    quarantine: (clock) =>
      new Quarantine({ work: 'index', clock, held, notify: (notice) => notices.push(notice) }),
  });
  await stores.round();
  await assert.rejects(stores.follower.load(heldId), isRefused);
  await stores.follower.follow(heldId);
  assert.deepEqual([stores.titles(heldId, 'lamp'), stores.titles(otherId, 'lamp')], [null, ['Lamp']]);
  stores.clock.advanceMs(5_000);
  await stores.round();
  assert.deepEqual(stores.titles(heldId, 'lamp'), ['Lamp']);
  assert.deepEqual(notices, [{ storeId: heldId, work: 'index', state: null }]);
});

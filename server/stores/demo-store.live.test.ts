import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runSql } from '../../test/support/damage.ts';
import { createDrivenClock } from '../../test/support/driven-clock.ts';
import { onBothEngines, withAnyEngine } from '../../test/support/engines.ts';
import { storeRow } from '../../test/support/storage-rows.ts';
import { createDemoStore, findDemoStore, markDemoFilled, restoreDemoKey } from './demo-store.ts';
import { hashKey } from './key-format.ts';

test('Contract §1 an empty service gets one demo store', () =>
  withAnyEngine(async (storage) => {
    const clock = createDrivenClock();
    assert.equal(await findDemoStore(storage), null);
    const created = await createDemoStore(storage, clock);
    assert.equal(created?.store.plan, 'unlimited');
    assert.equal(await createDemoStore(storage, clock), null);
    assert.deepEqual(await storage.directory.listStores(), [created.store]);
  }));

test('a service that has a store gets no demo store', () =>
  withAnyEngine(async (storage) => {
    await storage.directory.createStore(storeRow(), []);
    assert.equal(await createDemoStore(storage, createDrivenClock()), null);
    assert.equal(await findDemoStore(storage), null);
  }));

test('only the storefront key of the demo store is recoverable', () =>
  withAnyEngine(async (storage) => {
    const created = await createDemoStore(storage, createDrivenClock());
    const found = await findDemoStore(storage);
    assert.deepEqual(found, {
      storeId: created?.store.id,
      storeName: created?.store.name,
      storefrontKey: created?.keys.storefront,
      filled: false,
    });
  }));

onBothEngines('a lost demo key returns, a revoked one does not', async ({ storage, target }) => {
  const clock = createDrivenClock();
  const { store, keys } = (await createDemoStore(storage, clock)) ?? assert.fail();
  const demo = (await findDemoStore(storage)) ?? assert.fail();
  const find = () => storage.directory.findApiKey(hashKey(keys.storefront));
  const made = (await find()) ?? assert.fail();
  await restoreDemoKey(storage, clock, demo);
  assert.deepEqual(await find(), made);
  await runSql(target, store.id, `delete from api_keys where id = '${made.id}'`);
  assert.equal(await find(), null);
  await restoreDemoKey(storage, clock, demo);
  const again = (await find()) ?? assert.fail();
  assert.deepEqual([again.storeId, again.kind, again.hint], [store.id, 'storefront', made.hint]);
  await storage.directory.revokeApiKey(store.id, again.id, 7);
  await restoreDemoKey(storage, clock, demo);
  assert.equal((await find())?.revokedAt, 7);
});

test('the demo catalog is remembered as filled', () =>
  withAnyEngine(async (storage) => {
    const clock = createDrivenClock();
    await createDemoStore(storage, clock);
    await markDemoFilled(storage, clock);
    assert.equal((await findDemoStore(storage))?.filled, true);
    await markDemoFilled(storage, clock);
    assert.equal((await findDemoStore(storage))?.filled, true);
  }));

test('a deleted demo store is neither found nor made again', () =>
  withAnyEngine(async (storage) => {
    const clock = createDrivenClock();
    const { store } = (await createDemoStore(storage, clock)) ?? assert.fail();
    await storage.deletions.begin(store.id, { at: 1, by: null });
    assert.equal(await findDemoStore(storage), null);
    assert.equal(await createDemoStore(storage, clock), null);
    assert.deepEqual(await storage.directory.listStores(), []);
  }));

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createDrivenClock } from '../../test/support/driven-clock.ts';
import { withAnyEngine } from '../../test/support/engines.ts';
import { storeRow } from '../../test/support/storage-rows.ts';
import { createDemoStore, findDemoStore, markDemoFilled } from './demo-store.ts';

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

test('the storefront key of the demo store is found again, the secret is not', () =>
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

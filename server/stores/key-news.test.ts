import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countLookups, createOther, withRing } from '../../test/support/key-rings.ts';
import { storeRow, uuidOf } from '../../test/support/storage-rows.ts';
import { changedStoresKept } from '../storage/stores/directory-changes.ts';
import { createKeyNews } from './key-news.ts';
import { createKeyRing } from './key-ring.ts';

test('changes of one store cost the keys of another nothing', () =>
  withRing(async ({ storage, clock, ring, key, record, lookupCount }) => {
    const other = await createOther({ storage, clock });
    const news = createKeyNews();
    const { counted, lookupCount: ofThread } = countLookups(storage.directory);
    const [thread, beside] = [storage.directory, counted].map((one) => createKeyRing(one, clock, news));
    assert.ok(thread && beside);
    const rings = [ring, thread, beside];
    for (const one of rings) await one.refresh();
    const changes = 20;
    for (let count = 0; count <= changes; count += 1) {
      for (const one of rings) {
        for (const asked of [key, other.key]) if (one.recall(asked) === undefined) await one.find(asked);
      }
      if (count === changes) break;
      await storage.directory.updateApiKey(record.storeId, record.id, { name: `Name ${count}` });
      for (const one of [ring, thread]) await one.refresh();
    }
    for (const one of rings) assert.equal(one.recall(key)?.keyName, `Name ${changes - 1}`);
    // Each key once, and the changed one again after each change.
    assert.deepEqual([lookupCount(), ofThread()], [2 + changes, 2 + changes]);
  }));

test('a thread does not repeat another thread’s announcement', () =>
  withRing(async ({ storage, clock, key, record }) => {
    const news = createKeyNews();
    const { counted, lookupCount } = countLookups(storage.directory);
    const asked = createKeyRing(counted, clock, news);
    const threads = [1, 2, 3].map(() => createKeyRing(storage.directory, clock, news));
    for (const ring of [asked, ...threads]) await ring.refresh();
    await asked.find(key);
    await storage.directory.updateApiKey(record.storeId, record.id, { name: 'Renamed' });
    for (const ring of threads) {
      await ring.refresh();
      if (asked.recall(key) === undefined) await asked.find(key);
    }
    assert.equal(lookupCount(), 2);
  }));

test('a node that missed too much forgets every store', () =>
  withRing(async ({ storage, ring, key, record, clock }) => {
    await ring.find(key);
    await storage.directory.revokeApiKey(record.storeId, record.id, clock.nowMicros());
    for (let count = 0; count < changedStoresKept; count += 1) {
      await storage.directory.createStore(storeRow({ id: uuidOf(1_000 + count) }), []);
    }
    await ring.refresh();
    assert.equal(ring.recall(key), undefined);
    assert.equal(await ring.find(key), null);
  }));

test('a thread that missed too much forgets every store', () =>
  withRing(async ({ storage, key, record, clock }) => {
    const news = createKeyNews();
    const one = createKeyRing(storage.directory, clock, news);
    const behind = createKeyRing(storage.directory, clock, news);
    for (const ring of [one, behind]) await ring.refresh();
    await behind.find(key);
    await storage.directory.revokeApiKey(record.storeId, record.id, clock.nowMicros());
    for (let count = 0; count < 150; count += 1) {
      await one.refresh();
      await storage.directory.createStore(storeRow({ id: uuidOf(1_000 + count) }), []);
    }
    assert.equal(behind.recall(key), undefined);
    assert.equal(await behind.find(key), null);
  }));

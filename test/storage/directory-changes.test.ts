/**
 * Goal: a cache of keys learns which stores changed, or that any store may have. Method: changes
 * of several stores on both databases, in any order, and changes by a node of an earlier version.
 */
import assert from 'node:assert/strict';
import type { Storage } from '../../server/storage/storage.ts';
import { changedStoresKept } from '../../server/storage/stores/directory-changes.ts';
import { runSql } from '../support/damage.ts';
import { onBothEngines } from '../support/engines.ts';
import { apiKeyRow, someTime, storeRow, uuidOf } from '../support/storage-rows.ts';

const [first, second, third] = [uuidOf(1), uuidOf(2), uuidOf(3)];

/** Stores with a key each. */
async function createStores(storage: Storage, ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    const key = apiKeyRow({ id: keyOf(id), storeId: id, hash: id });
    await storage.directory.createStore(storeRow({ id }), [key]);
  }
}

function keyOf(storeId: string): string {
  return storeId.replace(/^0/, '1');
}

function rename({ directory }: Storage, storeId: string, name: string) {
  return directory.updateApiKey(storeId, keyOf(storeId), { name });
}

onBothEngines('every change of keys or settings names its store', async ({ storage }) => {
  const { directory } = storage;
  await createStores(storage, [first, second]);
  let { version } = await directory.changesSince(null);
  const settings = storeRow({ name: 'Renamed', changeNumber: 1 });
  const changes: readonly (() => Promise<unknown>)[] = [
    () => directory.insertApiKey(apiKeyRow({ id: uuidOf(300), storeId: second, hash: 'new' })),
    () => rename(storage, second, 'Renamed'),
    () => directory.revokeApiKey(second, keyOf(second), someTime),
    () => storage.write(second, (writer) => writer.updateSettings(settings)),
    () => storage.deletions.begin(second, { at: someTime, by: null }),
    () => createStores(storage, [third]),
  ];
  const named: (readonly string[] | null)[] = [];
  for (const change of changes) {
    await change();
    const since = await directory.changesSince(version);
    version = since.version;
    named.push(since.stores);
  }
  assert.deepEqual(named, [[second], [second], [second], [second], [second], [third]]);
  assert.deepEqual(await directory.changesSince(version), { version, stores: [] });
});

onBothEngines('a store that changes all the time hides no other', async ({ storage }) => {
  await createStores(storage, [first, second]);
  const { version } = await storage.directory.changesSince(null);
  await rename(storage, second, 'Once');
  for (let count = 0; count <= changedStoresKept; count += 1) await rename(storage, first, `Name ${count}`);
  const { stores } = await storage.directory.changesSince(version);
  assert.deepEqual(stores, [first, second]);
});

onBothEngines('an entry that is no longer kept is not unchanged', async ({ storage }) => {
  await createStores(storage, [first, second]);
  const { version } = await storage.directory.changesSince(null);
  await rename(storage, second, 'Once');
  const ids = Array.from({ length: changedStoresKept }, (_, index) => uuidOf(1_000 + index));
  await createStores(storage, ids.slice(1));
  const changed = async (since: number) => (await storage.directory.changesSince(since)).stores;
  assert.equal((await changed(version))?.length, changedStoresKept);
  await createStores(storage, ids.slice(0, 1));
  assert.equal(await changed(version), null);
  assert.equal((await changed(version + 1))?.length, changedStoresKept);
});

onBothEngines('an earlier version’s change may concern any store', async ({ storage, target }) => {
  await createStores(storage, [first, second]);
  const { version } = await storage.directory.changesSince(null);
  await runSql(target, first, 'update directory_state set version = version + 1');
  const changed = async (since: number) => (await storage.directory.changesSince(since)).stores;
  assert.equal(await changed(version), null);
  await rename(storage, second, 'Renamed');
  assert.equal(await changed(version), null);
  assert.deepEqual(await changed(version + 1), [second]);
  assert.equal(await changed(version + 3), null, 'a version that was never reached');
});

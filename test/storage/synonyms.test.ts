/**
 * Goal: the synonyms of a store are kept as they were given, with the change that they came with, on both databases.
 * Method: each test runs on an empty database of either kind.
 */
import assert from 'node:assert/strict';
import type { StoreSynonyms } from '../../server/storage/records.ts';
import type { Storage } from '../../server/storage/storage.ts';
import { onBothEngines } from '../support/engines.ts';
import { someTime, storeRow, uuidOf } from '../support/storage-rows.ts';

type SetSynonyms = StoreSynonyms & { readonly updatedAt: number };

const storeId = uuidOf(1);
const defaults: StoreSynonyms = { rules: [], common: true, changeNumber: 0, updatedAt: null };
const some: SetSynonyms = {
  rules: [{ terms: ['tv', 'Télévision', '电视'] }, { from: ['"quoted"'], to: ["o'clock", '\\'] }],
  common: false,
  changeNumber: 7,
  updatedAt: someTime,
};

function replace(storage: Storage, synonyms: SetSynonyms, id = storeId): Promise<void> {
  return storage.write(id, (writer) => writer.synonyms.replace(synonyms));
}

onBothEngines('a store without synonyms has only the common ones', async ({ storage }) => {
  await storage.directory.createStore(storeRow(), []);
  assert.deepEqual(await storage.reader(storeId).synonyms.read(), defaults);
  assert.equal(await storage.reader(storeId).synonyms.changed(-1), null);
});

onBothEngines('synonyms come back as written, the last ones counting', async ({ storage }) => {
  await storage.directory.createStore(storeRow(), []);
  await replace(storage, some);
  assert.deepEqual(await storage.reader(storeId).synonyms.read(), some);
  const later = { rules: [], common: true, changeNumber: 8, updatedAt: someTime + 1 };
  await replace(storage, later);
  assert.deepEqual(await storage.reader(storeId).synonyms.read(), later);
});

onBothEngines('a follower reads synonyms only when they changed', async ({ storage }) => {
  await storage.directory.createStore(storeRow(), []);
  await replace(storage, some);
  const reader = storage.reader(storeId);
  assert.deepEqual(await reader.synonyms.changed(6), some);
  assert.equal(await reader.synonyms.changed(7), null);
});

onBothEngines('a writer reads the synonyms that it has replaced', async ({ storage }) => {
  await storage.directory.createStore(storeRow(), []);
  const read = await storage.write(storeId, async (writer) => {
    await writer.synonyms.replace(some);
    return await writer.synonyms.read();
  });
  assert.deepEqual(read, some);
});

onBothEngines('synonyms of a write that fails are not there', async ({ storage }) => {
  await storage.directory.createStore(storeRow(), []);
  const write = storage.write(storeId, async (writer) => {
    await writer.synonyms.replace(some);
    throw new Error('after the synonyms');
  });
  await assert.rejects(write, /after the synonyms/);
  assert.deepEqual(await storage.reader(storeId).synonyms.read(), defaults);
});

onBothEngines('synonyms belong to one store', async ({ storage }) => {
  const other = uuidOf(2);
  await storage.directory.createStore(storeRow(), []);
  await storage.directory.createStore(storeRow({ id: other }), []);
  await replace(storage, some);
  assert.deepEqual(await storage.reader(other).synonyms.read(), defaults);
  await replace(storage, { ...some, rules: [] }, other);
  assert.deepEqual(await storage.reader(storeId).synonyms.read(), some);
});

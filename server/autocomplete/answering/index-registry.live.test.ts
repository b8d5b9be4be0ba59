import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withAnyEngine } from '../../../test/support/engines.ts';
import { createNumberedStore, followStores, writeProducts } from '../../../test/support/followed-stores.ts';
import { storeRow, uuidOf } from '../../../test/support/storage-rows.ts';
import { createIndexWriter } from '../../search/index-writer.ts';
import { changesBehind, createIndexRegistry, externalIdsOf } from './index-registry.ts';

test('clicked phrases are kept with the strongest first', () => {
  const registry = createIndexRegistry();
  const snapshot = createIndexWriter({ locale: 'en' }).snapshot();
  registry.publish({ storeId: 's', changeNumber: 1, snapshot, popularity: [], origin: 'products' });
  const phrases = [
    ['weak', 1],
    ['strong', 9],
  ] as const;
  registry.announceSignals({ storeId: 's', isWhole: true, popularity: [], phrases, queries: [['typed', 5]] });
  assert.deepEqual(Array.from(registry.find('s')?.signals.phrases.keys() ?? []), ['strong', 'typed', 'weak']);
});

test('an index knows external ids by the UUIDs of products', () =>
  withAnyEngine(async (storage) => {
    const storeId = await createNumberedStore(storage, 1);
    await writeProducts(storage, storeId, [{ number: 3, title: 'Chair' }]);
    const { registry, round } = followStores(storage, { folder: null });
    await round();
    const { products } = await storage.reader(storeId).products.changed({ after: null, limit: 1 });
    const [{ id, externalId } = { id: '', externalId: '' }] = products;
    assert.deepEqual([...externalIdsOf(registry, storeId, [id, 'unknown'])], [[id, externalId]]);
    assert.deepEqual([...externalIdsOf(registry, 'another store', [id])], []);
  }));

test('the index with most missing changes gives the lag', () =>
  withAnyEngine(async ({ directory }) => {
    const [near, far, unloaded] = [uuidOf(1), uuidOf(2), uuidOf(3)];
    await directory.createStore(storeRow({ id: near, changeNumber: 5 }), []);
    await directory.createStore(storeRow({ id: far, changeNumber: 9 }), []);
    await directory.createStore(storeRow({ id: unloaded, changeNumber: 100 }), []);
    const behind = (shown: readonly [string, number][]) => changesBehind(directory, new Map(shown));
    assert.equal(await behind([]), 0);
    assert.equal(
      await behind([
        [near, 5],
        [far, 9],
      ]),
      0,
    );
    assert.equal(
      await behind([
        [near, 4],
        [far, 6],
      ]),
      3,
    );
    assert.equal(
      await behind([
        [near, 4],
        [uuidOf(8), 2],
      ]),
      1,
      'a store that is gone lacks nothing',
    );
  }));

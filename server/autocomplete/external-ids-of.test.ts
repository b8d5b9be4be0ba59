import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withAnyEngine } from '../../test/support/engines.ts';
import { createNumberedStore, followStores, writeProducts } from '../../test/support/followed-stores.ts';
import { externalIdsOf } from './external-ids-of.ts';

test('an index knows external ids by the UUIDs of products', () =>
  withAnyEngine(async (storage) => {
    const storeId = await createNumberedStore(storage, 1);
    await writeProducts(storage, storeId, [{ number: 3, title: 'Chair' }]);
    const { registry, round } = followStores(storage, { folder: null });
    await round();
    const { products } = await storage.reader(storeId).changedProducts({ after: null, limit: 1 });
    const [{ id, externalId } = { id: '', externalId: '' }] = products;
    assert.deepEqual([...externalIdsOf(registry, storeId, [id, 'unknown'])], [[id, externalId]]);
    assert.deepEqual([...externalIdsOf(registry, 'another store', [id])], []);
  }));

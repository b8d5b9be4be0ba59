/** Goal: what is erased after a load failed midway is not shown by the load that goes on. Method: storages whose second page fails once. */
import assert from 'node:assert/strict';
import { onBothEngines } from '../../../test/support/engines.ts';
import {
  createShops,
  followStores,
  lamps,
  type WrittenProduct,
  writeProducts,
} from '../../../test/support/followed-stores.ts';
import { unavailable } from '../../errors.ts';
import { purgeProduct } from '../../ingest/remove-product.ts';
import type { ProductReader } from '../../storage/products/tables.ts';
import type { Storage } from '../../storage/storage.ts';

const clock = { nowMicros: () => 1_000_000, monotonicMs: () => 1 };

/** A storage whose second page of products cannot be read, once. */
function failingOnce(storage: Storage): Storage {
  let pages = 0;
  const failing = (room: Pick<ProductReader, 'changed'>): ProductReader['changed'] => {
    return async (page) => {
      pages += 1;
      if (pages === 2) throw unavailable('The database cannot be reached right now.', 2);
      return await room.changed(page);
    };
  };
  return {
    ...storage,
    reader(storeId) {
      const reader = storage.reader(storeId);
      return { ...reader, products: { ...reader.products, changed: failing(reader.products) } };
    },
    warmUpReader: async (store) => ({ changed: failing(await storage.warmUpReader(store)) }),
  };
}

onBothEngines('a product erased after a failed read is not shown', async ({ storage }) => {
  const [storeId = ''] = await createShops(storage, 1);
  await writeProducts(storage, storeId, lamps(0, 1_500));
  const { follower, titles, registry } = followStores(failingOnce(storage), { folder: null });
  await assert.rejects(follower.load(storeId), { code: 'unavailable' });
  await purgeProduct(storage, { storeId, externalId: 'p17' }, clock);
  await follower.load(storeId);
  assert.equal(registry.size().documents, 1_499);
  assert.ok(titles(storeId, 'lamp 17')?.includes('Lamp 17') === false);
});

/** Products that are so full of words that their page is built by itself. */
function wordyLamps(count: number): WrittenProduct[] {
  const words = (number: number, label: string) =>
    Array.from({ length: 125 }, (_, place) => `${label}${number}x${place}`).join(' ');
  return lamps(0, count).map((lamp) => ({
    ...lamp,
    attributes: [
      ['first', words(lamp.number, 'a')],
      ['second', words(lamp.number, 'b')],
    ],
  }));
}

onBothEngines('a product built before a failed read is erased', async ({ storage }) => {
  const [storeId = ''] = await createShops(storage, 1);
  await writeProducts(storage, storeId, wordyLamps(1_100));
  const { follower, titles, registry } = followStores(failingOnce(storage), { folder: null });
  await assert.rejects(follower.load(storeId), { code: 'unavailable' });
  await purgeProduct(storage, { storeId, externalId: 'p17' }, clock);
  await follower.load(storeId);
  assert.equal(registry.size().documents, 1_099);
  assert.ok(titles(storeId, 'lamp 17')?.includes('Lamp 17') === false);
});

import assert from 'node:assert/strict';
import { onBothEngines } from '../../test/support/engines.ts';
import { createShops, followStores, lamps, writeProducts } from '../../test/support/followed-stores.ts';
import { unavailable } from '../errors.ts';
import { purgeProduct } from '../ingest/purge-product.ts';
import type { Storage, StoreReader } from '../storage/storage.ts';

const clock = { nowMicros: () => 1_000_000, monotonicMs: () => 1 };

/** A storage whose second page of products cannot be read, once. */
function failingOnce(storage: Storage): Storage {
  let pages = 0;
  const failing = <Reader extends Pick<StoreReader, 'changedProducts'>>(reader: Reader): Reader =>
    new Proxy(reader, {
      get(target, name) {
        if (name !== 'changedProducts') return Reflect.get(target, name);
        return (...page: Parameters<StoreReader['changedProducts']>) => {
          pages += 1;
          if (pages === 2) throw unavailable('The database cannot be reached right now.', 2);
          return target.changedProducts(...page);
        };
      },
    });
  return {
    ...storage,
    reader: (storeId) => failing(storage.reader(storeId)),
    warmUpReader: async (store) => failing(await storage.warmUpReader(store)),
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

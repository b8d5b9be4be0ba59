import assert from 'node:assert/strict';
import { onBothEngines } from '../../test/support/engines.ts';
import { openIngestShop } from '../../test/support/ingest-shop.ts';
import { makeProductBody } from '../../test/support/make-product.ts';
import { uuidOf } from '../../test/support/storage-rows.ts';
import { AppError } from '../errors.ts';

function isNotFound(error: unknown): boolean {
  return error instanceof AppError && error.code === 'not_found';
}

onBothEngines('§4.5 out-of-stock: a removed product keeps all its data', async ({ storage }) => {
  const shop = await openIngestShop(storage);
  const { product } = await shop.put('a', makeProductBody({ brand: 'B', color: 'red' }));
  shop.clock.advanceMs(1_000);
  const removed = await shop.remove('a');
  const { inStock, updatedAt, changeNumber, ...kept } = await shop.stored('a');
  assert.deepEqual(removed.product, { ...kept, inStock, updatedAt, changeNumber });
  assert.deepEqual({ ...product, inStock, updatedAt, changeNumber }, removed.product);
  assert.deepEqual([inStock, changeNumber, removed.changeNumber], [false, 2, 2]);
  assert.ok(product !== null && updatedAt >= product.updatedAt + 1_000_000);
  assert.deepEqual(await shop.raw('a'), {
    ...makeProductBody({ brand: 'B', color: 'red' }),
    external_id: 'a',
  });
});

onBothEngines('a removal counts one product less in stock only', async ({ storage }) => {
  const shop = await openIngestShop(storage);
  await shop.put('a', makeProductBody());
  await shop.put('b', makeProductBody());
  await shop.remove('a');
  const { productCount, inStockCount, enrichmentCount } = await shop.store();
  assert.deepEqual([productCount, inStockCount, enrichmentCount], [2, 1, 2]);
});

onBothEngines('a second removal changes nothing and is answered alike', async ({ storage }) => {
  const shop = await openIngestShop(storage);
  await shop.put('a', makeProductBody());
  const first = await shop.remove('a');
  shop.clock.advanceMs(1_000);
  assert.deepEqual(await shop.remove('a'), first);
  assert.deepEqual([(await shop.store()).inStockCount, (await shop.store()).changeNumber], [0, 2]);
});

onBothEngines('a product already out of stock is removed unchanged', async ({ storage }) => {
  const shop = await openIngestShop(storage);
  await shop.put('a', makeProductBody({ in_stock: false }));
  assert.equal((await shop.remove('a')).changeNumber, 1);
  assert.equal((await shop.store()).inStockCount, 0);
});

onBothEngines('Contract §4 a removal of an unknown product is not found', async ({ storage }) => {
  const shop = await openIngestShop(storage);
  await assert.rejects(shop.remove('absent'), isNotFound);
  assert.equal((await shop.store()).changeNumber, 0);
});

onBothEngines('a product of another store cannot be removed', async ({ storage }) => {
  const [shop, other] = [await openIngestShop(storage), await openIngestShop(storage, { id: uuidOf(2) })];
  await shop.put('a', makeProductBody());
  await assert.rejects(other.remove('a'), isNotFound);
  assert.equal((await shop.stored('a')).inStock, true);
});

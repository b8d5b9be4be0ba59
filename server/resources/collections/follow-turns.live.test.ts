/** A step of the follower holds many products against many rules: other work of its thread runs in between. */
import assert from 'node:assert/strict';
import { limits } from '../../../contract/limits.ts';
import { callCollections } from '../../../test/support/call-operation.ts';
import { onAnyEngine } from '../../../test/support/engines.ts';
import { openIngestShop } from '../../../test/support/ingest-shop.ts';
import { makeProduct } from '../../../test/support/make-product.ts';
import { turnsOf } from '../../../test/support/turns-of.ts';
import type { Storage } from '../../storage/storage.ts';
import { followCollections } from './follow-collections.ts';

/** Turns of others while a store with these numbers of products and collections is followed. */
async function turnsOfFollowing(storage: Storage, products: number, collections: number): Promise<number> {
  const shop = await openIngestShop(storage);
  const rules = { match: 'any', conditions: [{ field: 'age_days', op: 'at_least', value: 0 }] };
  const changes = callCollections(storage, shop.environment);
  for (let number = 0; number < collections; number += 1) {
    const body = { title: `All ${number}`, slug: `all-${number}`, rules };
    await changes('createCollection', { storeId: shop.storeId, body });
  }
  await shop.importRows(Array.from({ length: products }, (_, number) => makeProduct(`p${number}`)));
  const [due] = await storage.directory.storesToCollect();
  assert.ok(due !== undefined);
  const dependencies = {
    clock: shop.clock,
    productsPerStep: limits.collectionProductsPerStep,
    inTurn: <Result>(_: string, task: () => Promise<Result>) => task(),
  };
  return turnsOf(() => followCollections(storage, due, dependencies));
}

onAnyEngine('a step of many products lets other work run', async ({ storage }) => {
  const turns = await turnsOfFollowing(storage, 300, 1);
  assert.ok(turns >= 30, `others had ${turns} turns`);
});

onAnyEngine('a product of many collections takes a turn alone', async ({ storage }) => {
  const turns = await turnsOfFollowing(storage, 100, 20);
  assert.ok(turns >= 100, `others had ${turns} turns`);
});

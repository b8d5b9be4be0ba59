/** A step of the follower holds many products against many rules: other work of its thread runs in between. */
import assert from 'node:assert/strict';
import { limits } from '../../contract/limits.ts';
import { onAnyEngine } from '../../test/support/engines.ts';
import { openIngestShop } from '../../test/support/ingest-shop.ts';
import { makeProduct } from '../../test/support/make-product.ts';
import { turnsOf } from '../../test/support/turns-of.ts';
import { createCollectionChanges } from './collection-changes.ts';
import { followCollections } from './follow-collections.ts';

onAnyEngine('a step of many products lets other work run', async ({ storage }) => {
  const shop = await openIngestShop(storage);
  const rules = { match: 'any', conditions: [{ field: 'age_days', op: 'at_least', value: 0 }] };
  await createCollectionChanges(storage, shop.environment).createCollection({
    ...{ storeId: shop.storeId, actor: null, body: { title: 'All', slug: 'all', rules } },
  });
  await shop.importRows(Array.from({ length: 300 }, (_, number) => makeProduct(`p${number}`)));
  const [due] = await storage.directory.storesToCollect();
  assert.ok(due !== undefined);
  const hands = {
    clock: shop.clock,
    productsPerStep: limits.collectionProductsPerStep,
    inTurn: <Result>(_: string, task: () => Promise<Result>) => task(),
  };
  const turns = await turnsOf(() => followCollections(storage, due, hands));
  assert.ok(turns >= 30, `others had ${turns} turns`);
});

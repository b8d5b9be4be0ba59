/**
 * Goal: what a person says a product is outlives imports and whatever is generated later. Method: a queue that is worked
 * on by hand, between decisions.
 */
import assert from 'node:assert/strict';
import type { ProductType } from '../../server/catalog/product-type.ts';
import type { Storage } from '../../server/storage/storage.ts';
import { runSql } from '../support/damage.ts';
import { onAnyEngine, onBothEngines } from '../support/engines.ts';
import { answerWell, type EnrichmentWorld, openEnrichmentWorld } from '../support/enrichment-world.ts';
import { makeProduct } from '../support/make-product.ts';

async function openTyped(storage: Storage): Promise<EnrichmentWorld> {
  const world = await openEnrichmentWorld(storage);
  world.generateBy(async (products, ...others) => {
    const answer = await answerWell(products, ...others);
    const phrases = new Map(
      products.map(({ id, title }) => {
        const written = answer.phrases.get(id) ?? { suggestionPhrases: [], searchPhrases: [] };
        return [id, { ...written, type: typeOf(title.toLowerCase()) }];
      }),
    );
    return { ...answer, phrases };
  });
  await world.importIds('a');
  await world.work();
  return world;
}

const typeOf = (name: string): ProductType => ({
  name,
  otherNames: ['thing'],
  confidence: 0.8,
  evidence: [{ source: 'provider', text: name }],
});

async function decide(world: EnrichmentWorld, body: Record<string, unknown>) {
  return await world.changes.changePhrases({
    storeId: world.shop.storeId,
    externalId: 'a',
    body,
  });
}

async function change(world: EnrichmentWorld, title: string): Promise<void> {
  await world.shop.put('a', makeProduct('a', { title }));
  await world.work();
}

async function setOf(storage: Storage, world: EnrichmentWorld) {
  const { id } = await world.stored('a');
  return (await storage.reader(world.shop.storeId).phrases.sets([id])).get(id);
}

const typesOf = async (storage: Storage, world: EnrichmentWorld) =>
  (await storage.reader(world.shop.storeId).phrases.types({ after: null, limit: 9 })).map(({ name }) => name);

onBothEngines('a person’s type outlives imports beside the proposed one', async ({ storage }) => {
  const world = await openTyped(storage);
  assert.deepEqual((await world.stored('a')).type, typeOf('title of a'));
  const { suggestionPhrases } = await world.stored('a');
  await decide(world, { type: { name: 'Desk lamp', other_names: ['reading light'] } });
  const mine: ProductType = {
    name: 'Desk lamp',
    otherNames: ['reading light'],
    confidence: 1,
    evidence: [{ source: 'person', text: 'Desk lamp' }],
  };
  const edited = await world.stored('a');
  assert.deepEqual([edited.type, edited.suggestionPhrases], [mine, suggestionPhrases]);
  assert.equal((await setOf(storage, world))?.state, 'edited');
  await change(world, 'Newer');
  assert.deepEqual((await world.stored('a')).type, mine);
  assert.deepEqual((await setOf(storage, world))?.generated?.type, typeOf('newer'));
  assert.deepEqual(await typesOf(storage, world), ['Desk lamp']);
  // Words alone leave it.
  await decide(world, { search_phrases: ['my lamp'] });
  assert.deepEqual((await world.stored('a')).type, mine);
  await decide(world, { state: 'approved' });
  assert.deepEqual((await world.stored('a')).type, typeOf('newer'));
  assert.deepEqual(await typesOf(storage, world), ['newer']);
});

onBothEngines('an import replaces a person’s unreadable type', async ({ storage, target }) => {
  const world = await openTyped(storage);
  await decide(world, { type: { name: 'lamp' } });
  const { storeId } = world.shop;
  await runSql(target, storeId, "update products set type_details = '{' where external_id = 'a'");
  await assert.rejects(world.stored('a'), /type_details/);
  await change(world, 'Newer');
  const { type } = await world.stored('a');
  assert.deepEqual([type?.name, type?.confidence], ['lamp', 1]);
  assert.deepEqual(await typesOf(storage, world), ['lamp']);
});

onAnyEngine('a product without type by a person’s decision keeps none', async ({ storage }) => {
  const world = await openTyped(storage);
  await decide(world, { type: null });
  await change(world, 'Newer');
  assert.equal((await world.stored('a')).type, null);
  assert.deepEqual(await typesOf(storage, world), []);
});

onAnyEngine('a rejected product has no type until it changes', async ({ storage }) => {
  const world = await openTyped(storage);
  await decide(world, { state: 'rejected' });
  assert.equal((await world.stored('a')).type, null);
  assert.deepEqual(await typesOf(storage, world), []);
  await decide(world, { state: 'generated' });
  assert.deepEqual((await world.stored('a')).type, typeOf('title of a'));
  await decide(world, { state: 'rejected' });
  await change(world, 'Newer');
  assert.deepEqual((await world.stored('a')).type, typeOf('newer'));
});

onAnyEngine('a locked type stays until it is unlocked', async ({ storage }) => {
  const world = await openTyped(storage);
  await decide(world, { type: { name: 'lamp' }, state: 'locked' });
  await change(world, 'Newer');
  assert.equal((await world.stored('a')).type?.name, 'lamp');
  await decide(world, { state: 'generated' });
  assert.equal((await setOf(storage, world))?.state, 'edited');
  assert.equal((await world.stored('a')).type?.name, 'lamp');
});

onAnyEngine('a blocked word takes a generated type with it', async ({ storage }) => {
  const world = await openTyped(storage);
  const block = (...blocklist: string[]) =>
    world.changes.changeEnrichment({ storeId: world.shop.storeId, body: { blocklist } });
  await block('thing');
  await decide(world, { state: 'approved' });
  assert.deepEqual((await world.stored('a')).type, { ...typeOf('title of a'), otherNames: [] });
  await block('title');
  await decide(world, { state: 'approved' });
  assert.equal((await world.stored('a')).type, null);
  const { warnings } = await decide(world, { type: { name: 'title lamp' } });
  assert.match(warnings.join(), /title lamp.*blocks/);
  assert.equal((await world.stored('a')).type?.name, 'title lamp');
});

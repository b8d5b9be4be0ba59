/**
 * Goal: what people decide about phrases outlives whatever is generated later, exactly as far as it says. Method: a queue
 * that is worked on by hand, between decisions.
 */
import assert from 'node:assert/strict';
import type { Storage } from '../../server/storage/storage.ts';
import { onAnyEngine, onBothEngines } from '../support/engines.ts';
import { answerWell, type EnrichmentWorld, openEnrichmentWorld } from '../support/enrichment-world.ts';
import { makeProduct } from '../support/make-product.ts';

async function decide(world: EnrichmentWorld, externalId: string, body: Record<string, unknown>) {
  await world.changes.changePhrases({ storeId: world.shop.storeId, externalId, body });
}

onAnyEngine('a person’s words outlive later generated ones, which become proposals', async ({ storage }) => {
  const world = await openEnrichmentWorld(storage);
  await world.importIds('a');
  await world.work();
  await decide(world, 'a', { suggestion_phrases: ['my own words'] });
  const setOf = async () => {
    const { id } = await world.stored('a');
    return (await storage.reader(world.shop.storeId).phrases.sets([id])).get(id);
  };
  assert.deepEqual((await setOf())?.generated?.suggestionPhrases, ['buy title of a']);
  await world.shop.put('a', makeProduct('a', { title: 'Newer' }));
  const { changeNumber } = await world.shop.store();
  await world.work();
  const product = await world.stored('a');
  assert.deepEqual(
    [product.suggestionPhrases, product.searchPhrases],
    [['my own words'], ['title of a shop']],
  );
  const set = await setOf();
  assert.deepEqual([set?.state, set?.generated?.suggestionPhrases], ['edited', ['buy newer']]);
  // Nothing that is indexed has changed.
  assert.equal((await world.shop.store()).changeNumber, changeNumber);
  await decide(world, 'a', { state: 'approved' });
  assert.deepEqual((await world.stored('a')).suggestionPhrases, ['buy newer']);
});

onAnyEngine('rejected phrases are gone until the product changes', async ({ storage }) => {
  const world = await openEnrichmentWorld(storage);
  await world.importIds('a');
  await world.work();
  await decide(world, 'a', { state: 'rejected' });
  assert.deepEqual((await world.stored('a')).suggestionPhrases, []);
  await decide(world, 'a', { state: 'generated' });
  assert.deepEqual((await world.stored('a')).suggestionPhrases, ['buy title of a']);
  await decide(world, 'a', { state: 'rejected' });
  await world.shop.put('a', makeProduct('a', { title: 'Newer' }));
  await world.work();
  assert.deepEqual((await world.stored('a')).suggestionPhrases, ['buy newer']);
});

onBothEngines('locked phrases are never queued, and unlocking catches up', async ({ storage }) => {
  const world = await openEnrichmentWorld(storage);
  await world.importIds('a');
  await world.work();
  await world.shop.put('a', makeProduct('a', { title: 'Queued' }));
  world.generateBy(async (...parameters) => {
    await decide(world, 'a', { state: 'locked' });
    return await answerWell(...parameters);
  });
  await world.work();
  assert.deepEqual((await world.stored('a')).suggestionPhrases, ['buy title of a']);
  await world.shop.put('a', makeProduct('a', { title: 'Newer' }));
  assert.deepEqual(await world.counts(), { waiting: 0, failed: 0 });
  await decide(world, 'a', { state: 'generated' });
  world.generateBy(answerWell);
  await world.work();
  assert.deepEqual((await world.stored('a')).suggestionPhrases, ['buy newer']);
  assert.equal((await world.shop.store()).enrichmentCount, 1);
});

onBothEngines('a request under way leaves phrases that were locked meanwhile', async ({ storage }) => {
  const world = await openEnrichmentWorld(storage);
  await world.importIds('a');
  await world.work();
  await world.shop.put('a', makeProduct('a', { title: 'Newer' }));
  const { id } = await world.stored('a');
  const { storeId } = world.shop;
  world.generateBy(async (...parameters) => {
    const [job] = await storage.reader(storeId).enrichment.fresh({ after: null, limit: 1 });
    await decide(world, 'a', { state: 'locked' });
    // A lock takes the product's job away; one that is there all the same must not end the lock.
    const sourceHash = job?.jobHash ?? '';
    await storage.write(storeId, (writer) =>
      writer.enrichment.enqueue([{ productId: id, sourceHash, createdAt: 0 }]),
    );
    return await answerWell(...parameters);
  });
  await world.work();
  const locked = ['locked', ['buy title of a'], undefined] as const;
  assert.deepEqual(await stateOf(storage, world, 'a'), locked);
});

async function stateOf(storage: Storage, world: EnrichmentWorld, externalId: string) {
  const { id, suggestionPhrases } = await world.stored(externalId);
  const reader = storage.reader(world.shop.storeId);
  const set = (await reader.phrases.sets([id])).get(id);
  return [set?.state, suggestionPhrases, set?.generated?.suggestionPhrases] as const;
}

onBothEngines('a person’s words end only where generated ones are accepted', async ({ storage }) => {
  const world = await openEnrichmentWorld(storage);
  await world.importIds('a');
  await world.work();
  await decide(world, 'a', { suggestion_phrases: ['my own words'] });
  const mine = ['edited', ['my own words'], ['buy title of a']] as const;
  for (const state of ['locked', 'rejected'] as const) {
    await decide(world, 'a', { state });
    await decide(world, 'a', { state: 'generated' });
    assert.deepEqual(await stateOf(storage, world, 'a'), mine, `after ${state}`);
  }
  // Rejected, locked, and all of it taken back.
  await decide(world, 'a', { state: 'rejected' });
  await decide(world, 'a', { state: 'locked' });
  await decide(world, 'a', { state: 'generated' });
  assert.deepEqual(await stateOf(storage, world, 'a'), ['rejected', [], ['buy title of a']]);
  await decide(world, 'a', { state: 'generated' });
  assert.deepEqual(await stateOf(storage, world, 'a'), mine);
  await decide(world, 'a', { suggestion_phrases: ['other words'], state: 'locked' });
  await decide(world, 'a', { state: 'approved' });
  assert.deepEqual(await stateOf(storage, world, 'a'), ['edited', ['other words'], ['buy title of a']]);
  await decide(world, 'a', { state: 'approved' });
  assert.deepEqual(await stateOf(storage, world, 'a'), ['approved', ['buy title of a'], undefined]);
  await decide(world, 'a', { state: 'locked' });
  await decide(world, 'a', { state: 'generated' });
  assert.deepEqual(await stateOf(storage, world, 'a'), ['approved', ['buy title of a'], undefined]);
});

onAnyEngine('a person’s words stay where the product cannot be queued', async ({ storage }) => {
  const world = await openEnrichmentWorld(storage, { store: { plan: 'free' } });
  await world.importIds(...'abcdef');
  await decide(world, 'f', { suggestion_phrases: ['mine'], state: 'locked' });
  await decide(world, 'f', { state: 'generated' });
  for (const state of ['generated', 'approved']) {
    await assert.rejects(decide(world, 'f', { state }), { code: 'conflict' });
  }
  assert.deepEqual(await stateOf(storage, world, 'f'), ['edited', ['mine'], undefined]);
});

onAnyEngine('a product refused during writing gets phrases after a change', async ({ storage }) => {
  const world = await openEnrichmentWorld(storage);
  await world.importIds('a');
  world.generateBy(async (...parameters) => {
    await decide(world, 'a', { state: 'rejected' });
    return await answerWell(...parameters);
  });
  await world.work();
  world.generateBy(answerWell);
  assert.deepEqual(await stateOf(storage, world, 'a'), ['rejected', [], []]);
  assert.deepEqual(await world.counts(), { waiting: 0, failed: 0 });
  await world.shop.put('a', makeProduct('a', { title: 'Newer' }));
  await world.work();
  assert.deepEqual(await stateOf(storage, world, 'a'), ['generated', ['buy newer'], undefined]);
  // Refused before its new wording had its turn: that comes once the refusal is taken back.
  await world.shop.put('a', makeProduct('a', { title: 'Newest' }));
  await decide(world, 'a', { state: 'rejected' });
  await world.work();
  assert.deepEqual((await world.stored('a')).suggestionPhrases, []);
  await decide(world, 'a', { state: 'generated' });
  await world.work();
  assert.deepEqual((await world.stored('a')).suggestionPhrases, ['buy newest']);
});

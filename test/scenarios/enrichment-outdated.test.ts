/**
 * Goal: after an upgrade a store has the phrases of older rules written again in one go, and no others. Method: a queue
 * that is worked on by hand, on both databases, with more products than one stretch holds; what is outdated is counted
 * once more from every product's phrases.
 */
import assert from 'node:assert/strict';
import type { PhraseSet } from '../../server/storage/enrichment/tables.ts';
import type { Storage } from '../../server/storage/storage.ts';
import { onAnyEngine, onBothEngines } from '../support/engines.ts';
import { type EnrichmentWorld, enrichmentChanges, openEnrichmentWorld } from '../support/enrichment-world.ts';
import { uuidOf } from '../support/storage-rows.ts';

const idsOf = (count: number) => Array.from({ length: count }, (_, index) => `p${index}`);

async function decide(world: EnrichmentWorld, externalId: string, body: Record<string, unknown>) {
  await world.changes.changePhrases({ storeId: world.shop.storeId, externalId, body });
}

async function queueOutdated({ changes, shop }: EnrichmentWorld): Promise<number> {
  const { storeId } = shop;
  return (await changes.queueEnrichment({ storeId, body: { outdated: true } })).count;
}

/** Every product's phrases by its external id. */
async function allSets(storage: Storage, storeId: string): Promise<Map<string, PhraseSet>> {
  const reader = storage.reader(storeId);
  const sets = new Map<string, PhraseSet>();
  for (let after: string | null = null, isMore = true; isMore; ) {
    const { products } = await reader.products.page({ after, limit: 100 });
    const known = await reader.phrases.sets(products.map(({ id }) => id));
    for (const { id, externalId } of products) {
      const set = known.get(id);
      if (set !== undefined) sets.set(externalId, set);
    }
    after = products.at(-1)?.externalId ?? null;
    isMore = products.length === 100;
  }
  return sets;
}

/** Products whose phrases another version of the prompt generated, and that no person decided on. */
function outdatedOf(sets: ReadonlyMap<string, PhraseSet>, version: string): string[] {
  return [...sets]
    .filter(([, { state, promptVersion }]) => {
      const isKept = state === 'edited' || state === 'rejected' || state === 'locked';
      return !isKept && promptVersion !== null && promptVersion !== version;
    })
    .map(([externalId]) => externalId);
}

onBothEngines('phrases of older rules alone are written again', async ({ storage }) => {
  const other = await openEnrichmentWorld(storage, { store: { id: uuidOf(50) } });
  await other.importIds('p0', 'p1', 'p2');
  await other.work();
  const world = await openEnrichmentWorld(storage, { productsPerRequest: 500 });
  const { storeId } = world.shop;
  await world.importIds(...idsOf(1_105));
  await world.work();
  await decide(world, 'p1', { suggestion_phrases: ['my own words'] });
  await decide(world, 'p2', { state: 'rejected' });
  await decide(world, 'p3', { state: 'locked' });
  await decide(world, 'p4', { state: 'approved' });
  const kept = ['p1', 'p2', 'p3'];
  const phrasesOfKept = async () =>
    await Promise.all(kept.map(async (id) => (await world.stored(id)).suggestionPhrases));
  const before = { phrases: await phrasesOfKept(), sets: await allSets(storage, storeId) };
  assert.equal(await queueOutdated(world), 0);
  world.upgradeTo('p2');
  await world.importIds('new');
  await world.work();

  const outdated = outdatedOf(await allSets(storage, storeId), 'p2');
  assert.equal(outdated.length, 1_105 - kept.length);
  assert.equal(await queueOutdated(world), outdated.length);
  assert.deepEqual(await world.counts(), { waiting: outdated.length, failed: 0 });
  // What waits is not queued a second time.
  assert.equal(await queueOutdated(world), 0);
  const requestsBefore = world.requests.length;
  await world.work();
  assert.deepEqual(
    world.requests.slice(requestsBefore).flat().toSorted(),
    outdated.map((id) => `Title of ${id}`).toSorted(),
  );
  const after = await allSets(storage, storeId);
  assert.deepEqual(outdatedOf(after, 'p2'), []);
  assert.equal(await queueOutdated(world), 0);
  assert.deepEqual(await phrasesOfKept(), before.phrases);
  for (const id of kept) assert.deepEqual(after.get(id), before.sets.get(id));
  assert.equal((await world.shop.store()).enrichmentCount, 1_106);
  assert.deepEqual(await other.counts(), { waiting: 0, failed: 0 });
  const versions = [...(await allSets(storage, other.shop.storeId)).values()].map((set) => set.promptVersion);
  assert.deepEqual(versions, ['p1', 'p1', 'p1']);
});

onAnyEngine('a broken call leaves a queue that continues', async ({ storage }) => {
  const world = await openEnrichmentWorld(storage, { productsPerRequest: 500 });
  const { storeId, clock } = world.shop;
  await world.importIds(...idsOf(1_105));
  await world.work();
  world.upgradeTo('p2');
  let turns = 0;
  const breaking = enrichmentChanges(storage, {
    clock,
    rules: { generator: 'openai', model: 'tiny', promptVersion: 'p2' },
    async inTurn(_storeId, task) {
      turns += 1;
      if (turns === 2) throw new Error('the process ended');
      return await task();
    },
  });
  await assert.rejects(breaking.queueEnrichment({ storeId, body: { outdated: true } }), /ended/);
  await world.work();
  const left = outdatedOf(await allSets(storage, storeId), 'p2');
  assert.equal(left.length, 105);
  assert.equal(await queueOutdated(world), 105);
  await world.work();
  assert.deepEqual(outdatedOf(await allSets(storage, storeId), 'p2'), []);
});

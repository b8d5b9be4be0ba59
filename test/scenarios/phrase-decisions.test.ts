/**
 * Goal: a decision on a group of phrases leaves what deciding each of them would leave, also if its worker is killed, and taking it
 * back leaves what was there before. Method: a sweep that is worked on by hand, with stops between stretches; then a real process.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PhraseReviewBody } from '../../contract/phrase-review.ts';
import type { Storage } from '../../server/storage/storage.ts';
import { createServiceData, createStoreOn, startChildService } from '../support/child-service.ts';
import { anyEngine, onAnyEngine, onBothEngines } from '../support/engines.ts';
import { answerWell, type EnrichmentWorld, openEnrichmentWorld } from '../support/enrichment-world.ts';
import { makeProduct } from '../support/make-product.ts';
import { sweepByHand } from '../support/sweep-by-hand.ts';
import { waitUntil } from '../support/wait-until.ts';

/** `buy` and `shop` stand in no product, and a word with a digit counts as a model. */
const bought = 'model-title-other';

const product = (id: string) => makeProduct(id, { title: `Lamp ${id}`, brand: 'Nordlys' });

/** A store whose products have the phrases `buy lamp …` and `lamp … shop`, and `lamp` where the number is even. */
async function openReviewed(storage: Storage, count: number): Promise<EnrichmentWorld> {
  const world = await openEnrichmentWorld(storage, { productsPerRequest: 500 });
  world.generateBy(async (products, ...others) => {
    const answer = await answerWell(products, ...others);
    const phrases = new Map(
      products.map((one) => {
        const lists = answer.phrases.get(one.id) ?? { suggestionPhrases: [], searchPhrases: [], type: null };
        const isEven = /[02468]$/.test(one.title);
        const more = isEven ? [...lists.suggestionPhrases, 'lamp'] : lists.suggestionPhrases;
        return [one.id, { ...lists, suggestionPhrases: more }];
      }),
    );
    return { ...answer, phrases };
  });
  await world.shop.importRows(Array.from({ length: count }, (_, index) => product(`p${index}`)));
  while (await world.work()) if ((await world.counts()).waiting === 0) break;
  return world;
}

const decidePhrases = (world: EnrichmentWorld, externalId: string, body: Record<string, unknown>) =>
  world.changes.changePhrases({ storeId: world.shop.storeId, externalId, body });

const decide = (world: EnrichmentWorld, body: object) =>
  world.changes.makeDecision({ storeId: world.shop.storeId, body });

const takeBack = (world: EnrichmentWorld, id: string) =>
  world.changes.deleteDecision({ storeId: world.shop.storeId, params: { id } });

/** Everything that is known of all phrases, by the external id of their products. */
async function snapshot(storage: Storage, world: EnrichmentWorld, count: number) {
  const all = new Map<string, object>();
  const reader = storage.reader(world.shop.storeId);
  for (let index = 0; index < count; index += 1) {
    const { id, suggestionPhrases, searchPhrases } = await world.stored(`p${index}`);
    const set = (await reader.phrases.sets([id])).get(id);
    all.set(`p${index}`, { suggestionPhrases, searchPhrases, ...set, reviewedAt: null, reviewedBy: null });
  }
  return all;
}

onBothEngines('a refused pattern is gone, and back when it is taken back', async ({ storage }) => {
  const count = 510;
  const world = await openReviewed(storage, count);
  await decidePhrases(world, 'p0', { suggestion_phrases: ['buy my own'] });
  await decidePhrases(world, 'p1', { state: 'locked' });
  await decidePhrases(world, 'p2', { state: 'approved' });
  await decidePhrases(world, 'p3', { state: 'rejected' });
  const before = await snapshot(storage, world, count);
  const { decisions } = await decide(world, { verdict: 'refused', patterns: [bought] });
  assert.equal(await sweepByHand(storage, 1), true);
  // Half of the way: the next worker goes on where the first one was killed.
  const reader = storage.reader(world.shop.storeId);
  const { sweepAfter } = await reader.enrichment.settings();
  assert.deepEqual(await reader.phrases.countSets(sweepAfter ?? ''), { done: 500, total: count });
  assert.equal(await sweepByHand(storage), true);
  for (let index = 0; index < count; index += 1) {
    const { suggestionPhrases, searchPhrases } = await world.stored(`p${index}`);
    const byHand: Readonly<Record<number, readonly string[]>> = {
      0: ['buy my own', 'lamp p0 shop'],
      1: ['buy lamp p1', 'lamp p1 shop'],
      2: ['buy lamp p2', 'lamp', 'lamp p2 shop'],
      3: [],
    };
    const expected = byHand[index] ?? (index % 2 === 0 ? ['lamp'] : []);
    assert.deepEqual([...suggestionPhrases, ...searchPhrases], expected, `p${index}`);
  }
  await takeBack(world, decisions[0]?.id ?? '');
  await sweepByHand(storage);
  assert.deepEqual(await snapshot(storage, world, count), before);
});

onBothEngines('new phrases follow decisions that stand', async ({ storage }) => {
  const world = await openReviewed(storage, 2);
  await decide(world, { verdict: 'approved', patterns: [bought, 'title'] });
  await sweepByHand(storage);
  const states = async (...ids: string[]) => {
    const stored = await Promise.all(ids.map((id) => world.stored(id)));
    const sets = await storage.reader(world.shop.storeId).phrases.sets(stored.map(({ id }) => id));
    return stored.map(({ id }) => [sets.get(id)?.state, sets.get(id)?.reviewedBy]);
  };
  assert.deepEqual(await states('p0', 'p1'), [
    ['approved', 'Key'],
    ['approved', 'Key'],
  ]);
  await world.shop.put('p1', makeProduct('p1', { title: 'Chair p1', brand: 'Nordlys' }));
  await world.shop.put('p9', product('p9'));
  await world.work();
  assert.deepEqual(await states('p1', 'p9'), [
    ['approved', 'Key'],
    ['approved', 'Key'],
  ]);
  await decide(world, { verdict: 'refused', words: 'cha' });
  await sweepByHand(storage);
  await world.shop.put('p8', makeProduct('p8', { title: 'Chair p8' }));
  await world.work();
  assert.deepEqual((await world.stored('p8')).suggestionPhrases, []);
  assert.deepEqual((await world.stored('p1')).suggestionPhrases, []);
  assert.deepEqual((await world.stored('p9')).suggestionPhrases, ['buy lamp p9']);
});

onAnyEngine('decisions on products and blocked words go together with groups', async ({ storage }) => {
  const world = await openReviewed(storage, 1);
  const { decisions } = await decide(world, { verdict: 'refused', patterns: [bought] });
  await sweepByHand(storage);
  const phrases = async () => (await world.stored('p0')).suggestionPhrases;
  assert.deepEqual(await phrases(), ['lamp']);
  // A person who approves the product itself accepts all of its phrases.
  await decidePhrases(world, 'p0', { state: 'approved' });
  assert.deepEqual(await phrases(), ['buy lamp p0', 'lamp']);
  await decidePhrases(world, 'p0', { state: 'generated' });
  assert.deepEqual(await phrases(), ['lamp']);
  await world.changes.changeEnrichment({ storeId: world.shop.storeId, body: { blocklist: ['buy'] } });
  await sweepByHand(storage);
  await takeBack(world, decisions[0]?.id ?? '');
  await sweepByHand(storage);
  assert.deepEqual(await phrases(), ['lamp']);
  assert.deepEqual((await world.stored('p0')).searchPhrases, ['lamp p0 shop']);
});

onAnyEngine('phrases of an older version get their patterns by a sweep', async ({ storage }) => {
  const world = await openReviewed(storage, 3);
  const reader = storage.reader(world.shop.storeId);
  const { id } = await world.stored('p0');
  const set = (await reader.phrases.sets([id])).get(id) ?? assert.fail('no phrases');
  await storage.write(world.shop.storeId, (writer) => writer.phrases.writeSets([{ ...set, patterns: null }]));
  await decide(world, { verdict: 'approved', patterns: ['brand'] });
  await sweepByHand(storage);
  assert.deepEqual((await reader.phrases.sets([id])).get(id), set);
});

test('a service killed amid a decision applies all of it', async () => {
  const data = await createServiceData(anyEngine.name);
  const settings = { FORETYPE_ENRICHMENT_PROVIDER: 'offline' };
  try {
    let service = await startChildService(data, settings);
    const { keys } = await createStoreOn(data);
    const call = (method: string, path: string, body?: object) =>
      service.caller(keys.secret).request(method, `/api/v1${path}`, body === undefined ? {} : { body });
    const products = Array.from({ length: 1_500 }, (_, index) =>
      makeProduct(`p${index}`, { title: `Nordlys desk lamp ${index}`, brand: 'Nordlys' }),
    );
    const imported = await call('POST', '/product-imports', { products });
    assert.equal(imported.status, 200, imported.text);
    const review = async () =>
      (await call('GET', '/phrases/patterns')).as<{ review: PhraseReviewBody }>().review;
    await waitUntil('all phrases', async () => (await review()).open_products === 1_500, 60_000);
    const patterns = (await call('GET', '/phrases/patterns')).as<{ patterns: { pattern: string }[] }>()
      .patterns;
    const names = patterns.map(({ pattern }) => pattern);
    const decided = await call('POST', '/phrases/decisions', { verdict: 'refused', patterns: names });
    assert.equal(decided.status, 200, decided.text);
    assert.equal(await service.end('SIGKILL'), 'SIGKILL');
    service = await startChildService(data, settings);
    await waitUntil('the whole decision', async () => (await review()).progress === null, 60_000);
    const { progress: _, ...counts } = await review();
    assert.deepEqual(counts, { open_products: 0, decided_products: 1_500, unsorted_products: 0 });
    const left = (await call('GET', '/enrichment')).as<{ enrichment: { enriched: number } }>().enrichment;
    assert.equal(left.enriched, 0);
    assert.equal(await service.end('SIGTERM'), 0);
  } finally {
    data.remove();
  }
});

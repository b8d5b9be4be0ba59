/**
 * Goal: what a store blocks is gone from the phrases that are live, whoever is killed meanwhile and whatever is under
 * way, and people's own words stay. Method: queue and sweep are worked on by hand, with stops between stretches.
 */
import assert from 'node:assert/strict';
import { limits } from '../../contract/limits.ts';
import { sweepPhrases } from '../../server/enrichment/sweep-phrases.ts';
import { newId } from '../../server/ids.ts';
import { startJobWorker } from '../../server/jobs/job-worker.ts';
import { createDrivenClock } from '../support/driven-clock.ts';
import { onAnyEngine, onBothEngines } from '../support/engines.ts';
import { answerWell, type EnrichmentWorld, openEnrichmentWorld } from '../support/enrichment-world.ts';
import { makeProduct } from '../support/make-product.ts';
import { storeRow, uuidOf } from '../support/storage-rows.ts';
import { sweepByHand } from '../support/sweep-by-hand.ts';
import { waitUntil } from '../support/wait-until.ts';

const block = (world: EnrichmentWorld, ...blocklist: string[]) =>
  world.changes.changeEnrichment({ storeId: world.shop.storeId, body: { blocklist } });

const decide = (world: EnrichmentWorld, externalId: string, body: Record<string, unknown>) =>
  world.changes.changePhrases({ storeId: world.shop.storeId, externalId, body });

onBothEngines('a blocked word leaves generated phrases but no person’s words', async ({ storage }) => {
  const world = await openEnrichmentWorld(storage, { productsPerRequest: 300 });
  const ids = Array.from({ length: 510 }, (_, index) => `p${index}`);
  await world.importIds(...ids);
  await world.work();
  await decide(world, 'p0', { suggestion_phrases: ['buy my own'] });
  await decide(world, 'p1', { state: 'locked' });
  await decide(world, 'p2', { state: 'approved' });
  const { changeNumber } = await world.shop.store();
  await block(world, 'nothing here');
  await sweepByHand(storage);
  // Indexes follow the list; nothing else changed.
  assert.equal((await world.shop.store()).changeNumber, changeNumber + 1);
  await block(world, 'nothing here', 'BUY');
  assert.equal(await sweepByHand(storage, 1), true);
  const reader = storage.reader(world.shop.storeId);
  const live = () => reader.phrases.live({ after: '', limit: 1_000 });
  const holders = async () =>
    (await live()).filter(({ suggestionPhrases: [first = ''] }) => first.startsWith('buy'));
  assert.ok((await holders()).length >= 10, 'the first worker took one stretch');
  assert.equal(await sweepByHand(storage), true);
  assert.deepEqual((await holders()).map(({ state }) => state).toSorted(), ['edited', 'locked']);
  const approved = await world.stored('p2');
  assert.deepEqual([approved.suggestionPhrases, approved.searchPhrases], [[], ['title of p2 shop']]);
  // One change for each list and stretch: what follows changes comes by them.
  assert.equal((await world.shop.store()).changeNumber, changeNumber + 4);
  assert.equal(approved.changeNumber > changeNumber, true);
  assert.equal(await sweepByHand(storage), false);
  await block(world, 'BUY');
  assert.equal(await sweepByHand(storage), false);
});

onAnyEngine('a list that keeps changing lets its sweep end', async ({ storage }) => {
  const world = await openEnrichmentWorld(storage, { productsPerRequest: 1_000 });
  await world.importIds(...Array.from({ length: 1_001 }, (_, index) => `p${index}`));
  await world.work();
  const left = async () => {
    const live = await storage.reader(world.shop.storeId).phrases.live({ after: '', limit: 2_000 });
    const phrases = live.flatMap((lists) => [...lists.suggestionPhrases, ...lists.searchPhrases]);
    return ['buy', 'shop'].filter((word) => phrases.some((phrase) => phrase.includes(word)));
  };
  await block(world, 'buy');
  await sweepByHand(storage, 1);
  await block(world, 'buy', 'shop');
  // All products are 500, 500 and 1.
  for (let stretch = 2; stretch <= 3; stretch += 1) {
    await block(world, 'buy', 'shop', `word ${stretch}`);
    await sweepByHand(storage, 1);
  }
  assert.deepEqual(await left(), ['shop']);
  // Behind each of the two lists that the first did not see: one second sweep for both.
  await block(world, 'buy', 'shop', 'word 4');
  assert.equal(await sweepByHand(storage), true);
  assert.deepEqual(await left(), []);
  assert.equal(await sweepByHand(storage), false);
});

onBothEngines('a newcomer waits for two turns of a long sweep', async ({ storage }) => {
  const world = await openEnrichmentWorld(storage, { productsPerRequest: 1_000 });
  await world.importIds(...Array.from({ length: 1_501 }, (_, index) => `p${index}`));
  await world.work();
  const newcomer = storeRow({ id: uuidOf(2) });
  await storage.directory.createStore(newcomer, []);
  await block(world, 'buy');
  const clock = createDrivenClock();
  const stretches: string[] = [];
  const worker = startJobWorker({
    directory: storage.directory,
    handlers: {
      phrase_sweep: (job, lease, stopping, pause) =>
        sweepPhrases(storage, job, lease, {
          async inTurn(storeId, task) {
            stretches.push(storeId);
            clock.advanceMs(limits.jobTurnMs);
            const swept = await task();
            if (stretches.length === 1) {
              const body = { blocklist: ['buy'] };
              await world.changes.changeEnrichment({ storeId: newcomer.id, body });
            }
            return swept;
          },
          notifyIndex() {},
          stopping,
          pause,
        }),
    },
    clock,
    newId,
    concurrency: 1,
    pollMs: 5,
    failed() {},
  });
  await waitUntil('all stretches of both', () => stretches.length === 5).finally(() => worker.stop());
  const long = world.shop.storeId;
  assert.deepEqual(stretches, [long, long, newcomer.id, long, long]);
});

onAnyEngine('neither running requests nor decisions bring blocked words back', async ({ storage }) => {
  const world = await openEnrichmentWorld(storage);
  await world.importIds('a', 'b');
  await world.work();
  await decide(world, 'b', { suggestion_phrases: ['buy my own'], state: 'locked' });
  await world.shop.put('a', makeProduct('a', { title: 'Newer' }));
  world.generateBy(async (...parameters) => {
    await block(world, 'buy');
    await sweepByHand(storage);
    return await answerWell(...parameters);
  });
  await world.work();
  const phrasesOf = async (externalId: string) => (await world.stored(externalId)).suggestionPhrases;
  assert.deepEqual([(await world.stored('a')).searchPhrases, await phrasesOf('a')], [['newer shop'], []]);
  assert.deepEqual(await phrasesOf('b'), ['buy my own']);
  // Unlocked, a person's words are still there; the generated ones come in their place when somebody takes them.
  await decide(world, 'b', { state: 'generated' });
  assert.deepEqual(await phrasesOf('b'), ['buy my own']);
  await decide(world, 'b', { state: 'generated' });
  assert.deepEqual(await phrasesOf('b'), []);
});

onAnyEngine('phrases of a freed word return for products queued by name', async ({ storage }) => {
  const world = await openEnrichmentWorld(storage, { store: { plan: 'free' } });
  await world.importIds(...'abcdef');
  await world.work();
  await block(world, 'title');
  await sweepByHand(storage);
  assert.deepEqual((await world.stored('a')).suggestionPhrases, []);
  await block(world);
  const { storeId } = world.shop;
  const queued = await world.changes.queueEnrichment({
    storeId,
    body: { external_ids: ['a', 'f', 'nope'] },
  });
  // The first holds its place of the plan; for the last there is none.
  assert.deepEqual(queued, { count: 1, unknownIds: ['nope'] });
  await world.work();
  assert.deepEqual((await world.stored('a')).suggestionPhrases, ['buy title of a']);
});

/**
 * Goal: each product has phrases written for its newest hash exactly once, whatever a provider answers and whatever
 * happens to the product, the queue and its worker meanwhile. Method: a queue that is worked on by hand, on both
 * databases where statements matter, with a generator that does what a test says.
 */
import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { limits } from '../../contract/limits.ts';
import type { GeneratorErrorKind } from '../../server/enrichment/phrase-generator.ts';
import { onAnyEngine, onBothEngines } from '../support/engines.ts';
import {
  answerWell,
  type EnrichmentWorld,
  fails,
  hurry,
  openEnrichmentWorld,
  wideAllowance,
} from '../support/enrichment-world.ts';
import { makeProduct } from '../support/make-product.ts';
import { feedRow, importRun, uuidOf } from '../support/storage-rows.ts';

async function decide(world: EnrichmentWorld, externalId: string, body: Record<string, unknown>) {
  await world.changes.changePhrases({ storeId: world.shop.storeId, externalId, body });
}

onBothEngines('a queue is worked until it is empty, then its job goes', async ({ storage }) => {
  const world = await openEnrichmentWorld(storage);
  await world.importIds('a', 'b', 'c', 'd', 'e');
  const { changeNumber } = await world.shop.store();
  await storage.write(world.shop.storeId, (writer) =>
    writer.feeds.insert(feedRow({ caughtUpTo: changeNumber })),
  );
  await world.work();
  assert.deepEqual(
    world.requests.flat().toSorted(),
    ['a', 'b', 'c', 'd', 'e'].map((id) => `Title of ${id}`),
  );
  assert.equal(world.requests.length, 2);
  const { suggestionPhrases, searchPhrases, updatedAt, createdAt } = await world.stored('e');
  assert.deepEqual([suggestionPhrases, searchPhrases], [['buy title of e'], ['title of e shop']]);
  assert.equal(updatedAt, createdAt);
  assert.deepEqual(await world.counts(), { waiting: 0, failed: 0 });
  assert.equal(await world.work(), false);
  const store = await world.shop.store();
  assert.deepEqual([store.enrichmentCount, store.changeNumber], [5, changeNumber + 2]);
  // The document of a feed is as well known as before.
  const [feed] = await storage.reader(store.id).feeds.list();
  assert.equal(feed?.caughtUpTo, store.changeNumber);
  const [usage] = await storage.reader(store.id).enrichment.usage('2020-01-01');
  const { requests, products, inputTokens, outputTokens } = usage ?? {};
  assert.deepEqual([requests, products, inputTokens, outputTokens], [2, 5, 50, 25]);
  // The same product again is not enriched again.
  await world.importIds('a');
  assert.equal(await world.work(), false);
});

onBothEngines('a product changed during writing gets its newest phrases', async ({ storage }) => {
  const world = await openEnrichmentWorld(storage);
  const between: (readonly string[])[] = [];
  await world.importIds('a', 'b');
  world.generateBy(async (products, request, signal) => {
    if (world.requests.length === 1) await world.shop.put('a', makeProduct('a', { title: 'Newer' }));
    else between.push((await world.stored('a')).suggestionPhrases);
    return await answerWell(products, request, signal);
  });
  await world.work();
  // The first answer was for what is there no more.
  assert.deepEqual(between, [[]]);
  assert.deepEqual((await world.stored('b')).suggestionPhrases, ['buy title of b']);
  assert.deepEqual((await world.stored('a')).suggestionPhrases, ['buy newer']);
  assert.deepEqual(world.requests, [['Title of a', 'Title of b'], ['Newer']]);
});

onAnyEngine('phrases stay until replaced, also while the provider is away', async ({ storage }) => {
  const world = await openEnrichmentWorld(storage);
  await world.importIds('a');
  await world.work();
  await world.shop.put('a', makeProduct('a', { title: 'Newer' }));
  world.generateBy(fails('away'));
  await world.work();
  assert.deepEqual((await world.stored('a')).suggestionPhrases, ['buy title of a']);
  assert.deepEqual(await world.counts(), { waiting: 1, failed: 0 });
  assert.equal(await world.work(), false);
});

onBothEngines('a product is given up after its last attempt until requested', async ({ storage }) => {
  const kinds = { away: limits.enrichmentAttempts, unusable: limits.enrichmentUnusableAttempts };
  for (const [index, [kind, most]] of Object.entries(kinds).entries()) {
    const world = await openEnrichmentWorld(storage, { store: { id: uuidOf(50 + index) } });
    const { storeId } = world.shop;
    await world.importIds('a', 'b');
    world.generateBy(fails(kind as GeneratorErrorKind));
    // A request without an answer has its store wait, so that a turn may be one request or two.
    for (let turn = 0; turn < 2 * most && (await world.counts()).waiting > 0; turn += 1) {
      await world.work();
      await hurry(storage, storeId);
    }
    assert.deepEqual(await world.counts(), { waiting: 0, failed: 2 });
    // Together once; then each alone, so that one cannot spoil the other.
    assert.deepEqual(
      world.requests.map((titles) => titles.length),
      [2, ...Array.from({ length: 2 * (most - 1) }, () => 1)],
    );
    const [failed] = await storage.reader(storeId).enrichment.list('failed', { after: null, limit: 1 });
    assert.deepEqual([failed?.job?.error, failed?.job?.attempts], [`It was ${kind}.`, most]);
    await world.work();
    world.generateBy(answerWell);
    const body = { external_ids: ['b', 'unknown'] };
    const retried = await world.changes.retryEnrichment({ storeId, body });
    assert.deepEqual(retried, {
      count: 1,
      unknownIds: ['unknown'],
      wasHeld: kind === 'away',
      heldUntil: null,
    });
    await world.work();
    assert.deepEqual((await world.stored('b')).suggestionPhrases, ['buy title of b']);
    // A newer hash is a new start.
    await world.shop.put('a', makeProduct('a', { title: 'Newer' }));
    await world.work();
    assert.deepEqual((await world.stored('a')).suggestionPhrases, ['buy newer']);
  }
});

onAnyEngine('waiting for a busy provider costs no attempt', async ({ storage }) => {
  const world = await openEnrichmentWorld(storage);
  await world.importIds('a');
  world.generateBy(fails('busy', { retryAfterMs: 3_600_000 }));
  await world.work();
  assert.equal(world.requests.length, 1);
  // The time of its job comes, but not that of the provider.
  await storage.write(world.shop.storeId, (writer) => writer.jobs.delay(world.shop.storeId, 0));
  await world.work();
  assert.equal(world.requests.length, 1);
  world.generateBy(answerWell);
  await hurry(storage, world.shop.storeId);
  await world.work();
  assert.deepEqual((await world.stored('a')).suggestionPhrases, ['buy title of a']);
});

onAnyEngine('a paused queue sends no request until it is resumed', async ({ storage }) => {
  const world = await openEnrichmentWorld(storage, { productsPerRequest: 1 });
  const { storeId } = world.shop;
  await world.importIds('a', 'b', 'c');
  const set = (body: Record<string, unknown>) => world.changes.changeEnrichment({ storeId, body });
  world.generateBy(async (...parameters) => {
    if (world.requests.length === 1) await set({ paused: true });
    return await answerWell(...parameters);
  });
  await world.work();
  assert.ok(world.requests.length <= 2, 'what was under way came to its end');
  assert.equal(await world.work(), false);
  await world.importIds('d');
  await world.work();
  assert.ok(world.requests.length <= 2);
  await set({ paused: false });
  await world.work();
  assert.deepEqual(await world.counts(), { waiting: 0, failed: 0 });
  assert.equal(world.requests.length, 4);
});

onBothEngines('a changed product of a full plan is enriched once', async ({ storage }) => {
  const world = await openEnrichmentWorld(storage, { store: { plan: 'free' } });
  await world.importIds(...'abcdef');
  // The plan has no room for a new job, but there is one.
  await world.shop.put('a', makeProduct('a', { title: 'Newer' }));
  world.generateBy(async (products, request, signal) => {
    if (world.requests.length === 1) await world.shop.put('b', makeProduct('b', { title: 'Meanwhile' }));
    return await answerWell(products, request, signal);
  });
  await world.work();
  await world.work();
  assert.deepEqual((await world.stored('a')).suggestionPhrases, ['buy newer']);
  assert.deepEqual((await world.stored('b')).suggestionPhrases, ['buy meanwhile']);
  assert.deepEqual((await world.stored('f')).suggestionPhrases, []);
  assert.deepEqual(await world.counts(), { waiting: 0, failed: 0 });
});

onBothEngines('never-queued products are queued as the plan has room', async ({ storage }) => {
  const world = await openEnrichmentWorld(storage, { store: { plan: 'free' } });
  const { storeId } = world.shop;
  await world.importIds(...'abcdefgh');
  await decide(world, 'g', { suggestion_phrases: ['mine'], state: 'locked' });
  await world.work();
  assert.equal((await world.changes.queueEnrichment({ storeId })).count, 0);
  await world.work();
  assert.equal((await world.shop.store()).enrichmentCount, 5);
  await storage.write(storeId, async (writer) => {
    await writer.updateSettings({ ...writer.store, plan: 'starter' });
  });
  assert.equal((await world.changes.queueEnrichment({ storeId })).count, 3);
  await world.work();
  for (const id of 'fh') assert.deepEqual((await world.stored(id)).suggestionPhrases, [`buy title of ${id}`]);
  assert.deepEqual((await world.stored('g')).suggestionPhrases, ['mine']);
  assert.equal((await world.shop.store()).enrichmentCount, 7);
  assert.equal(await world.work(), false);
});

onAnyEngine('only an offline queue waits for its store’s import', async ({ storage }) => {
  const world = await openEnrichmentWorld(storage, { allowance: null });
  await world.importIds('a');
  const createdAt = world.shop.clock.nowMicros();
  const run = importRun(uuidOf(70), { status: 'processing', phase: 'importing', createdAt });
  await storage.write(world.shop.storeId, (writer) => writer.imports.insert(run));
  await world.work();
  // Its rows are being indexed.
  await storage.write(world.shop.storeId, (writer) => writer.imports.update({ ...run, phase: 'indexing' }));
  await hurry(storage, world.shop.storeId);
  await world.work();
  assert.deepEqual(world.requests, []);
  await hurry(storage, world.shop.storeId);
  await world.work({ allowance: wideAllowance });
  assert.equal(world.requests.length, 1);
  await world.importIds('b');
  // But not for ever.
  world.shop.clock.advanceMs(limits.enrichmentImportWaitMs);
  await world.work();
  assert.deepEqual((await world.stored('b')).suggestionPhrases, ['buy title of b']);
});

onAnyEngine('a worker that lost its queue writes nothing more', async ({ storage }) => {
  const world = await openEnrichmentWorld(storage);
  await world.importIds('a');
  world.generateBy(async (...parameters) => {
    // Another worker took the queue meanwhile.
    await storage.directory.releaseAllLeases();
    await storage.directory.claimJob('enrichment', { owner: 'another', leaseMs: 60_000 });
    return await answerWell(...parameters);
  });
  await world.work();
  assert.deepEqual((await world.stored('a')).suggestionPhrases, []);
  assert.deepEqual(await world.counts(), { waiting: 1, failed: 0 });
});

onAnyEngine('a stop aborts requests at no cost to their products', async ({ storage }) => {
  const world = await openEnrichmentWorld(storage);
  await world.importIds('a');
  const stopping = new AbortController();
  world.generateBy(async (_products, _request, signal) => {
    stopping.abort();
    await pause(60_000, undefined, { signal });
    throw new Error('the request was not broken off');
  });
  await world.work({ stopping: stopping.signal });
  assert.equal((await storage.reader(world.shop.storeId).enrichment.settings()).hold, null);
  world.generateBy(answerWell);
  await world.work();
  assert.deepEqual((await world.stored('a')).suggestionPhrases, ['buy title of a']);
  const [usage] = await storage.reader(world.shop.storeId).enrichment.usage('2020-01-01');
  assert.deepEqual([usage?.requests, usage?.failed], [1, 0]);
});

onAnyEngine('a defect of ours is counted against its products alone', async ({ storage }) => {
  const world = await openEnrichmentWorld(storage, { allowance: null, productsPerRequest: 10 });
  await world.importIds('a', 'bad', 'c');
  world.generateBy(async (products, ...rest) => {
    if (products.some(({ title }) => title.includes('bad'))) throw new TypeError('x is not a function');
    return await answerWell(products, ...rest);
  });
  for (let round = 0; round < limits.enrichmentUnusableAttempts; round += 1) {
    await world.work();
    await hurry(storage, world.shop.storeId);
  }
  assert.deepEqual(await world.counts(), { waiting: 0, failed: 1 });
  assert.deepEqual((await world.stored('c')).suggestionPhrases, ['buy title of c']);
  const [failed] = await storage
    .reader(world.shop.storeId)
    .enrichment.list('failed', { after: null, limit: 1 });
  assert.deepEqual(
    [failed?.externalId, failed?.job?.error],
    ['bad', 'Generating failed: x is not a function'],
  );
});

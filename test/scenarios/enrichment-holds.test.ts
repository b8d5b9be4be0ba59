/**
 * Goal: what holds a queue binds its own store alone, is told, and ends when its reason does. Method: queues that are
 * worked on by hand, with a generator that does what a test says.
 */
import assert from 'node:assert/strict';
import { limits } from '../../contract/limits.ts';
import { readPhrases, readQueue } from '../../server/enrichment/read-enrichment.ts';
import { onAnyEngine } from '../support/engines.ts';
import {
  answerWell,
  fails,
  hurry,
  mostUnderWay,
  openEnrichmentWorld,
  wideAllowance,
} from '../support/enrichment-world.ts';
import { uuidOf } from '../support/storage-rows.ts';

for (const kind of ['refused', 'away'] as const) {
  onAnyEngine(
    `a request that was ${kind} holds the queue until the provider answers again`,
    async ({ storage }) => {
      const world = await openEnrichmentWorld(storage, { productsPerRequest: 1 });
      const { storeId, clock } = world.shop;
      const reader = storage.reader(storeId);
      await world.importIds('a', 'b', 'c');
      world.generateBy(fails(kind));
      await world.work();
      const { hold } = await reader.enrichment.settings();
      assert.deepEqual([hold?.code, hold?.message], [`provider_${kind}`, `It was ${kind}.`]);
      const holdMicros = limits.enrichmentHoldSeconds.first * 1_250_000;
      assert.ok(hold !== null && hold.until <= clock.nowMicros() + holdMicros);
      const asked = world.requests.length;
      assert.ok(asked <= 2, `${asked} requests`);
      // An import has the job due again; the hold binds all the same.
      await world.importIds('d');
      await world.work();
      assert.equal(world.requests.length, asked);
      // After a while one request looks whether it is over.
      await hurry(storage, storeId);
      await world.work();
      assert.equal(world.requests.length, asked + 1);
      // Told is a refusal until there is an answer, and else what binds.
      const shown = async () => {
        const when = { nowMicros: clock.nowMicros(), days: 1, pausedUntil: 0 };
        return (await readQueue(reader, await world.shop.store(), when)).settings.hold?.code ?? null;
      };
      assert.equal(await shown(), `provider_${kind}`);
      clock.advanceMs((2 * holdMicros) / 1_000);
      assert.equal(await shown(), kind === 'refused' ? 'provider_refused' : null);
      world.generateBy(answerWell);
      await hurry(storage, storeId);
      await world.work();
      assert.equal((await reader.enrichment.settings()).hold, null);
      assert.deepEqual(await world.counts(), { waiting: 0, failed: 0 });
    },
  );
}

onAnyEngine('a call to retry ends a hold', async ({ storage }) => {
  const world = await openEnrichmentWorld(storage);
  const { storeId } = world.shop;
  await world.importIds('a');
  world.generateBy(fails('refused'));
  await world.work();
  world.generateBy(answerWell);
  const retried = await world.changes.retryEnrichment({ storeId, body: {} });
  assert.deepEqual(retried, { count: 0, unknownIds: [], wasHeld: true, heldUntil: null });
  await world.work();
  assert.deepEqual(await world.counts(), { waiting: 0, failed: 0 });
});

for (const kind of ['refused', 'away'] as const) {
  onAnyEngine(`pauses grow while requests are ${kind}, until one is answered`, async ({ storage }) => {
    const world = await openEnrichmentWorld(storage, { productsPerRequest: 1 });
    const { storeId, clock } = world.shop;
    const settings = () => storage.reader(storeId).enrichment.settings();
    /** Seconds of the hold behind the next request that fails. */
    const nextPause = async () => {
      await hurry(storage, storeId);
      await world.work();
      return ((await settings()).hold?.until ?? 0) / 1_000_000 - clock.nowMicros() / 1_000_000;
    };
    await world.importIds(...'abcdefgh');
    world.generateBy(fails(kind));
    for (const seconds of [60, 120, 240, 480, 900, 900]) {
      const pause = await nextPause();
      assert.ok(pause > 0.7 * seconds && pause <= 1.25 * seconds, `${pause} s instead of ${seconds}`);
    }
    world.generateBy(answerWell);
    await hurry(storage, storeId);
    await world.work();
    assert.deepEqual([(await settings()).hold, (await settings()).failedRequests], [null, 0]);
    await world.importIds('later');
    world.generateBy(fails(kind));
    assert.ok((await nextPause()) <= 75);
  });
}

onAnyEngine('requests that fail beside each other hold a queue once', async ({ storage }) => {
  const world = await openEnrichmentWorld(storage, { productsPerRequest: 1 });
  const { storeId } = world.shop;
  const bothAsked = Promise.withResolvers<void>();
  world.generateBy(async (...parameters) => {
    if (world.requests.length === 2) bothAsked.resolve();
    await bothAsked.promise;
    return await fails('away')(...parameters);
  });
  await world.importIds('a', 'b', 'c');
  await world.work();
  const { failedRequests } = await storage.reader(storeId).enrichment.settings();
  assert.deepEqual([world.requests.length, failedRequests], [2, 1]);
});

onAnyEngine('a hold is lifted again after its own look failed', async ({ storage }) => {
  const world = await openEnrichmentWorld(storage, { productsPerRequest: 1 });
  const { storeId } = world.shop;
  await world.importIds(...'abcdef');
  world.generateBy(fails('away'));
  await world.work();
  const retry = () => world.changes.retryEnrichment({ storeId, body: {} });
  const asksAfterRetry = async () => {
    const { heldUntil } = await retry();
    const before = world.requests.length;
    await world.work();
    assert.equal(world.requests.length, heldUntil === null ? before + 1 : before);
    return heldUntil === null;
  };
  assert.deepEqual([await asksAfterRetry(), await asksAfterRetry()], [true, false]);
  await hurry(storage, storeId);
  await world.work();
  assert.deepEqual([await asksAfterRetry(), await asksAfterRetry()], [true, false]);
});

onAnyEngine('after a failure one request goes out alone', async ({ storage }) => {
  const prices = new Map([['tiny', { inputUsd: 1, outputUsd: 1 }]]);
  const world = await openEnrichmentWorld(storage, { productsPerRequest: 1, prices });
  const { storeId } = world.shop;
  const setBudget = (monthly_budget_usd: string | null) =>
    world.changes.changeEnrichment({ storeId, body: { monthly_budget_usd } });
  await world.importIds(...'abcdef');
  world.generateBy(fails('away'));
  await world.work();
  await hurry(storage, storeId);
  await setBudget('0');
  await world.work();
  assert.equal((await storage.reader(storeId).enrichment.settings()).hold?.code, 'budget_spent');
  await setBudget(null);
  assert.equal(await mostUnderWay(world), 1);
});

onAnyEngine('two stores share the only slot of a provider', async ({ storage }) => {
  const allowance = { ...wideAllowance, concurrency: 1 };
  const worlds = [
    await openEnrichmentWorld(storage, { store: { id: uuidOf(70) }, productsPerRequest: 1, allowance }),
    await openEnrichmentWorld(storage, { store: { id: uuidOf(71) }, productsPerRequest: 1, allowance }),
  ];
  for (const world of worlds) {
    await world.importIds('a', 'b');
    await world.work();
    assert.deepEqual(await world.counts(), { waiting: 0, failed: 0 });
  }
});

onAnyEngine('a store whose requests get no answer waits alone', async ({ storage }) => {
  // Two such stores: of two that the provider sends away with 429, all stores would wait.
  for (const number of [60, 61]) {
    const held = await openEnrichmentWorld(storage, {
      store: { id: uuidOf(number) },
      productsPerRequest: 1,
    });
    held.generateBy(fails('away'));
    await held.importIds(...'abcdef');
    await held.work();
    assert.ok(held.requests.length <= 2, `${held.requests.length} requests`);
  }
  const other = await openEnrichmentWorld(storage, { store: { id: uuidOf(62) } });
  await other.importIds('x');
  await other.work();
  assert.deepEqual((await other.stored('x')).suggestionPhrases, ['buy title of x']);
  assert.equal(await storage.directory.allowancePausedUntil('enrichment'), 0);
});

onAnyEngine('no month costs more than its budget', async ({ storage }) => {
  // 10 + 5 tokens a product at a dollar a million each: 45 millionths a request of three.
  const prices = new Map([['tiny', { inputUsd: 1, outputUsd: 1 }]]);
  const world = await openEnrichmentWorld(storage, { prices });
  const { storeId } = world.shop;
  await world.changes.changeEnrichment({ storeId, body: { monthly_budget_usd: '0.000100' } });
  await world.importIds(...'abcdefghijkl');
  await world.work();
  await storage.write(storeId, (writer) => writer.jobs.delay(storeId, 0));
  await world.work();
  assert.equal(world.requests.length, 2);
  assert.equal((await storage.reader(storeId).enrichment.settings()).hold?.code, 'budget_spent');
  const spent = async () =>
    (await storage.reader(storeId).enrichment.usage('2020-01-01')).map((row) => row.costMicros);
  assert.deepEqual(await spent(), [90]);
  // The next month: nothing is told to be held, even before the queue has its turn.
  world.shop.clock.advanceMs(31 * 86_400_000);
  const when = { nowMicros: world.shop.clock.nowMicros(), days: 1, pausedUntil: 0 };
  const reader = storage.reader(storeId);
  assert.equal((await readQueue(reader, await world.shop.store(), when)).settings.hold, null);
  assert.equal((await readPhrases(reader, 'l', when))?.settings.hold, null);
  const pausedUntil = when.nowMicros + 60_000_000;
  const held = await readPhrases(reader, 'l', { ...when, pausedUntil });
  assert.deepEqual([held?.settings.hold?.code, held?.settings.hold?.until], ['provider_paused', pausedUntil]);
  await hurry(storage, storeId);
  await world.work();
  assert.deepEqual(await spent(), [90, 90]);
  await world.changes.changeEnrichment({ storeId, body: { monthly_budget_usd: null } });
  await world.work();
  assert.deepEqual(await world.counts(), { waiting: 0, failed: 0 });
});

onAnyEngine('a budget hold ends with its month, even when idle', async ({ storage }) => {
  const prices = new Map([['tiny', { inputUsd: 1, outputUsd: 1 }]]);
  const world = await openEnrichmentWorld(storage, { prices });
  const { storeId } = world.shop;
  await world.changes.changeEnrichment({ storeId, body: { monthly_budget_usd: '0' } });
  await world.importIds('a');
  await world.work();
  const holdOf = async () => (await storage.reader(storeId).enrichment.settings()).hold?.code ?? null;
  assert.equal(await holdOf(), 'budget_spent');
  await world.changes.changePhrases({ storeId, externalId: 'a', body: { state: 'locked' } });
  world.shop.clock.advanceMs(31 * 86_400_000);
  await hurry(storage, storeId);
  await world.work();
  assert.equal(await holdOf(), null);
});

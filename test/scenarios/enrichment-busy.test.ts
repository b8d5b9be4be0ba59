/**
 * Goal: a store whose requests the provider is too busy for (429) asks again when the provider said so, neither earlier
 * nor with more requests than before. Method: queues that are worked on by hand, with a generator that does what a test
 * says.
 */
import assert from 'node:assert/strict';
import { limits } from '../../contract/limits.ts';
import type { Storage } from '../../server/storage/storage.ts';
import { onAnyEngine } from '../support/engines.ts';
import {
  answerWell,
  type EnrichmentWorld,
  fails,
  type Generate,
  hurry,
  mostUnderWay,
  openEnrichmentWorld,
} from '../support/enrichment-world.ts';
import { waitUntil } from '../support/wait-until.ts';

const longSeconds = 900;
const busyFor = (seconds: number) => fails('busy', { retryAfterMs: seconds * 1_000 });

const openWorld = (storage: Storage) => openEnrichmentWorld(storage, { productsPerRequest: 1 });

const settingsOf = async (storage: Storage, { shop }: EnrichmentWorld) =>
  await storage.reader(shop.storeId).enrichment.settings();

/** Returns the seconds for which the queue is held from now on. */
async function secondsHeld(storage: Storage, world: EnrichmentWorld): Promise<number> {
  const { hold } = await settingsOf(storage, world);
  return ((hold?.until ?? 0) - world.shop.clock.nowMicros()) / 1_000_000;
}

/** Works with two requests beside each other: the second ends once the first has the queue held. */
async function createSideWork(
  storage: Storage,
  world: EnrichmentWorld,
  first: Generate,
  second: Generate,
): Promise<void> {
  const bothAsked = Promise.withResolvers<void>();
  const before = world.requests.length;
  world.generateBy(async (...parameters) => {
    const number = world.requests.length - before;
    if (number === 2) bothAsked.resolve();
    await bothAsked.promise;
    if (number === 1) return await first(...parameters);
    await waitUntil('the hold', async () => (await settingsOf(storage, world)).hold !== null);
    return await second(...parameters);
  });
  await world.work();
  assert.equal(world.requests.length - before, 2);
}

onAnyEngine('no call shortens the pause that a 429 names', async ({ storage }) => {
  const world = await openWorld(storage);
  const { storeId } = world.shop;
  await world.importIds('a');
  world.generateBy(busyFor(longSeconds));
  await world.work();
  const { hold } = await settingsOf(storage, world);
  assert.equal(Math.round(await secondsHeld(storage, world)), longSeconds);
  const { heldUntil } = await world.changes.retryEnrichment({ storeId, body: {} });
  assert.equal(heldUntil, hold?.until);
  await world.work();
  assert.equal(world.requests.length, 1);
});

onAnyEngine('a queue on trial stays so behind a 429', async ({ storage }) => {
  const world = await openWorld(storage);
  await world.importIds(...'abcdef');
  world.generateBy(fails('away'));
  await world.work();
  await hurry(storage, world.shop.storeId);
  world.generateBy(busyFor(longSeconds));
  await world.work();
  assert.equal((await settingsOf(storage, world)).hold?.code, 'provider_paused');
  await hurry(storage, world.shop.storeId);
  assert.equal(await mostUnderWay(world), 1);
});

onAnyEngine('a 429 is no failure, and its own pauses grow', async ({ storage }) => {
  const world = await openWorld(storage);
  await world.importIds(...'abcdef');
  world.generateBy(fails('busy'));
  for (const seconds of [1, 2, 4, 8]) {
    await hurry(storage, world.shop.storeId);
    await world.work();
    const pause = await secondsHeld(storage, world);
    assert.ok(pause > 0.7 * seconds && pause <= 1.25 * seconds, `${pause} s instead of ${seconds}`);
  }
  await hurry(storage, world.shop.storeId);
  assert.equal(await mostUnderWay(world), 2);
  assert.equal((await settingsOf(storage, world)).hold?.code, 'provider_away');
  const pause = await secondsHeld(storage, world);
  assert.ok(pause <= 1.25 * limits.enrichmentHoldSeconds.first, `${pause} s`);
});

onAnyEngine('the later of two 429 times holds a queue', async ({ storage }) => {
  const world = await openWorld(storage);
  await world.importIds('a', 'b', 'c');
  await createSideWork(storage, world, busyFor(longSeconds / 2), busyFor(longSeconds));
  assert.equal(Math.round(await secondsHeld(storage, world)), longSeconds);
  assert.equal((await settingsOf(storage, world)).busyRequests, 1);
});

onAnyEngine('an answer beside a 429 leaves its time alone', async ({ storage }) => {
  const world = await openWorld(storage);
  await world.importIds('a', 'b', 'c');
  await createSideWork(storage, world, busyFor(longSeconds), answerWell);
  assert.equal(Math.round(await secondsHeld(storage, world)), longSeconds);
  world.generateBy(answerWell);
  await hurry(storage, world.shop.storeId);
  await world.work();
  assert.equal((await settingsOf(storage, world)).hold, null);
});

onAnyEngine('a failure beside a 429 puts the queue on trial', async ({ storage }) => {
  const world = await openWorld(storage);
  await world.importIds(...'abcdef');
  await createSideWork(storage, world, busyFor(longSeconds), fails('away'));
  assert.equal((await settingsOf(storage, world)).hold?.code, 'provider_paused');
  await hurry(storage, world.shop.storeId);
  assert.equal(await mostUnderWay(world), 1);
});

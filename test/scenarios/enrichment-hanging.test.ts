/**
 * Goal: one request that hangs keeps no other product of its store waiting, and no other store for long. Method: a queue
 * that is worked on by hand, whose generator answers one product only when it is told to.
 */
import assert from 'node:assert/strict';
import { limits } from '../../contract/limits.ts';
import { GeneratorError } from '../../server/enrichment/phrase-generator.ts';
import type { Storage } from '../../server/storage/storage.ts';
import { onAnyEngine } from '../support/engines.ts';
import {
  answerWell,
  type EnrichmentWorld,
  type Generate,
  hurry,
  openEnrichmentWorld,
} from '../support/enrichment-world.ts';
import { waitUntil } from '../support/wait-until.ts';

const hanging = 'Title of hanging';

interface HangingWorld {
  readonly world: EnrichmentWorld;
  /** Sets the outcome of requests for other products. */
  otherwise(generate: Generate): void;
  /** Answers the one that hangs, and waits for the end of the turn. */
  release(): Promise<void>;
  untilAsked(title: string, times?: number): Promise<void>;
  untilDone(externalId: string): Promise<void>;
}

/** A turn of a queue in which a request hangs. */
async function beginHanging(storage: Storage): Promise<HangingWorld> {
  const world = await openEnrichmentWorld(storage, { productsPerRequest: 1 });
  let generate = answerWell;
  const released = Promise.withResolvers<void>();
  world.generateBy(async (products, request, signal) => {
    if (products[0]?.title !== hanging) return await generate(products, request, signal);
    await released.promise;
    return await answerWell(products, request, signal);
  });
  const untilAsked = async (title: string, times = 1) => {
    const count = () => world.requests.filter(([asked]) => asked === title).length;
    await waitUntil(`request ${times} for ${title}`, () => count() >= times);
  };
  await world.importIds('hanging');
  const turn = world.work();
  await untilAsked(hanging);
  return {
    world,
    untilAsked,
    otherwise(chosen) {
      generate = chosen;
    },
    async release() {
      released.resolve();
      await turn;
    },
    async untilDone(externalId) {
      const isDone = async () => (await world.stored(externalId)).suggestionPhrases.length > 0;
      await waitUntil(`the phrases of ${externalId}`, isDone);
    },
  };
}

onAnyEngine('new products get their phrases while a request hangs', async ({ storage }) => {
  const { world, untilDone, release } = await beginHanging(storage);
  await world.importIds('new');
  await untilDone('new');
  // Beyond the end of the turn too, which has to wait for the request anyway.
  world.shop.clock.advanceMs(limits.enrichmentTurnMs);
  await world.importIds('newer');
  await untilDone('newer');
  assert.deepEqual((await world.stored('hanging')).suggestionPhrases, []);
  await release();
  assert.deepEqual((await world.stored('hanging')).suggestionPhrases, ['buy title of hanging']);
  assert.deepEqual(await world.counts(), { waiting: 0, failed: 0 });
});

onAnyEngine('a deferred request is retried in time while another hangs', async ({ storage }) => {
  const { world, otherwise, untilAsked, untilDone, release } = await beginHanging(storage);
  otherwise(async () => {
    throw new GeneratorError('busy', 'It was busy.', { retryAfterMs: 300 });
  });
  await world.importIds('late');
  const { storeId, clock } = world.shop;
  const isHeld = async () => (await storage.reader(storeId).enrichment.settings()).hold !== null;
  await waitUntil('the hold', isHeld);
  otherwise(answerWell);
  clock.advanceMs(300);
  await untilAsked('Title of late', 2);
  await untilDone('late');
  await release();
});

onAnyEngine('a failed request is retried in time while another hangs', async ({ storage }) => {
  const { world, otherwise, untilAsked, untilDone, release } = await beginHanging(storage);
  otherwise(async () => {
    throw new GeneratorError('unusable', 'It was garbage.');
  });
  await world.importIds('late');
  const hasFailed = async () => (await storage.reader(world.shop.storeId).enrichment.nextMs()) !== null;
  await waitUntil('the failure', hasFailed);
  otherwise(answerWell);
  await hurry(storage, world.shop.storeId);
  await untilAsked('Title of late', 2);
  await untilDone('late');
  await release();
});

onAnyEngine('a resumed queue continues while a request hangs', async ({ storage }) => {
  const { world, untilDone, release } = await beginHanging(storage);
  const { storeId } = world.shop;
  const set = (body: Record<string, unknown>) => world.changes.changeEnrichment({ storeId, body });
  await set({ paused: true });
  await world.importIds('new');
  await set({ paused: false });
  await untilDone('new');
  await release();
});

onAnyEngine('a turn that ends leaves hanging work to the next', async ({ storage }) => {
  const { world, otherwise, release, untilAsked } = await beginHanging(storage);
  // The last that is begun: then even a turn that has to wait is over.
  otherwise(async (...parameters) => {
    world.shop.clock.advanceMs(limits.enrichmentTurnMs + limits.enrichmentOvertimeMs);
    return await answerWell(...parameters);
  });
  await world.importIds('x', 'y');
  await untilAsked('Title of x');
  await release();
  assert.deepEqual(await world.counts(), { waiting: 1, failed: 0 });
  assert.equal(await world.work(), true);
  assert.deepEqual(await world.counts(), { waiting: 0, failed: 0 });
});

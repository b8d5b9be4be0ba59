/**
 * Goal: no product is asked for twice because the queue was read just before its answer was written. Method: a queue that
 * is worked on by hand, on a real database whose answers are held back until the request is over.
 */
import assert from 'node:assert/strict';
import type { Storage } from '../../server/storage/storage.ts';
import { onBothEngines } from '../support/engines.ts';
import { answerWell, openEnrichmentWorld } from '../support/enrichment-world.ts';

onBothEngines('a request that ends during a queue read is not resent', async ({ storage }) => {
  const [isRead, isWritten] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  // What it has read of a product under way comes back once the phrases of that are written.
  const hesitant: Storage = {
    ...storage,
    reader(storeId) {
      const reader = storage.reader(storeId);
      return {
        ...reader,
        enrichment: {
          ...reader.enrichment,
          async fresh(page) {
            const found = await reader.enrichment.fresh(page);
            if (world.requests.length === 1 && found.length > 0) {
              isRead.resolve();
              await isWritten.promise;
            }
            return found;
          },
        },
      };
    },
  };
  const world = await openEnrichmentWorld(hesitant);
  await world.importIds('a');
  world.generateBy(async (...asked) => {
    await isRead.promise;
    return await answerWell(...asked);
  });
  await world.work({ notifyIndex: () => setImmediate(isWritten.resolve) });
  assert.deepEqual(world.requests, [['Title of a']]);
  assert.deepEqual(await world.counts(), { waiting: 0, failed: 0 });
});

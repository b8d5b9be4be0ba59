/** Goal: phrases are never said to be missing because they came during the read. Method: a real store, written to after each statement. */
import assert from 'node:assert/strict';
import { createActingReader } from '../../test/support/acting-reader.ts';
import { onAnyEngine } from '../../test/support/engines.ts';
import { openIngestShop } from '../../test/support/ingest-shop.ts';
import { makeProduct } from '../../test/support/make-product.ts';
import { uuidOf } from '../../test/support/storage-rows.ts';
import { readPhrases, whyNotEnriched } from './read-enrichment.ts';
import { type GeneratorOutline, writeAnswer } from './write-answer.ts';

const lists = { suggestionPhrases: ['desk lamp'], searchPhrases: ['reading light'], type: null };
const spent = { inputTokens: 0, outputTokens: 0 };
const generator: GeneratorOutline = {
  ...({ name: 'offline', model: 'rules', promptVersion: 'offline-1', productsPerRequest: 1 } as const),
  estimateTokens: () => ({ input: 0, output: 0 }),
};

onAnyEngine('phrases that come during a read are never missing', async ({ storage }) => {
  const reasons = new Set<string | null>();
  for (const place of [1, 2, 3, 4, 5, 6, 7]) {
    const shop = await openIngestShop(storage, { id: uuidOf(place) });
    await shop.importRows([makeProduct('a', { title: 'Desk lamp' })]);
    const products = await storage.reader(shop.storeId).enrichment.fresh({ after: null, limit: 1 });
    const answer = { phrases: new Map(products.map(({ product }) => [product.id, lists])), ...spent };
    const act = () =>
      storage.write(shop.storeId, (writer) =>
        writeAnswer(
          writer,
          { products, generator, cost: { ...spent, costMicros: 0 } },
          { ...answer, dropped: new Map(), faults: new Map() },
          shop.clock,
        ),
      );
    const reader = createActingReader(storage, shop.storeId, { place, act });
    const view = await readPhrases(reader, 'a', { nowMicros: shop.clock.nowMicros(), pausedUntil: 0 });
    assert.ok(view !== null);
    reasons.add(whyNotEnriched(view, await shop.store(), 'offline'));
  }
  assert.deepEqual(reasons, new Set(['It waits for its turn.', null]));
});

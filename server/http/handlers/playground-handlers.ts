/**
 * Lets people try the search box of a store by the indexes of this thread: answers with the reason for each place. It counts no search
 * and no click. An index that is loading is 503 with Retry-After; an unknown product is an answer with the reason. A text has at most
 * 100 characters.
 */
// Tests: test/api/dashboard-insight.test.ts.
import type { PlaceOfProduct, playgroundOperations } from '../../../contract/playground.ts';
import { explainTiers } from '../../autocomplete/answering/assemble-answer.ts';
import { explainPlace } from '../../autocomplete/answering/explain-place.ts';
import { notFound, unavailable } from '../../errors.ts';
import type { OperationHandlers } from '../../operations/operation-call.ts';
import { presentSummary } from '../../operations/present-product.ts';
import { writeAround } from '../../operations/write-page.ts';
import type { Services } from '../services.ts';

/** A handler for each operation. */
export function playgroundHandlers({
  storage,
  readers,
  autocomplete,
  index,
  clock,
}: Services): OperationHandlers<typeof playgroundOperations, 'http'> {
  return {
    async tryQuery({ storeId, query: { q, limit } }) {
      await index.load(storeId);
      const startedMs = clock.monotonicMs();
      const question = { storeId, query: q, limit, explain: true, salePrices: true };
      const answer = await autocomplete.inTurn(storeId, () => autocomplete.answer(question));
      const timeMs = clock.monotonicMs() - startedMs;
      if (answer === undefined) throw indexIsLoading();
      const json = Buffer.from(answer.body, 'latin1').toString('utf8');
      return writeAround({}, 'answer', json, { time_ms: Math.round(timeMs * 1_000) / 1_000 });
    },
    async explainProduct({ storeId, query: { q: query, limit, external_id: externalId } }) {
      const store = await storage.directory.findStore(storeId);
      if (store === null) throw notFound('store');
      // Before the product is read: loading may take a while, in which the product may change.
      await index.load(storeId);
      const product = await readers.of(storeId).products.find(externalId);
      if (product === null) return unknownProduct(externalId);
      const find = (most: number) => {
        const found = autocomplete.find({ storeId, query, limit: most });
        if (found === undefined) throw indexIsLoading();
        return found;
      };
      const question = { query, limit, product, store };
      const place = await explainPlace(question, find, (work) => autocomplete.inTurn(storeId, work));
      const { above } = place;
      return {
        found: place.rank !== null,
        rank: place.rank,
        reason: place.reason,
        product: presentSummary(product, store.currency),
        explain: place.tiers && explainTiers(place.tiers, place.mark),
        above: above === null ? null : { title: above.title, explain: explainTiers(above.tiers, above.mark) },
      };
    },
  };
}

function unknownProduct(externalId: string): PlaceOfProduct {
  const message = `The store has no product with the id "${externalId}".`;
  const reason = { code: 'unknown_product', message };
  return { found: false, rank: null, reason, product: null, explain: null, above: null };
}

function indexIsLoading() {
  return unavailable('The index of this store is being loaded.', 1);
}

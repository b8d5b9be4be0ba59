/** Trying the search box of a store: its answers with the reason of each place. Never out of the cache, never counted. */
import type { FastifyInstance } from 'fastify';
import { limits } from '../../../../contract/limits.ts';
import { PlaceQuerySchema, PlaygroundQuerySchema } from '../../../../contract/queries.ts';
import { explainPlace } from '../../../autocomplete/explain-place.ts';
import { notFound, unavailable } from '../../../errors.ts';
import { isExternalId } from '../../../operations/external-ids.ts';
import { presentSummary } from '../../../operations/present-product.ts';
import { readSearch } from '../../keystroke-query.ts';
import { presentTiers } from '../../presenters/present-catalog.ts';
import { readQuery } from '../../query.ts';
import type { DashboardServices } from '../dashboard-services.ts';
import { memberOf } from '../member.ts';

/** Registers the playground and its question "why is this product not here?". */
export function playgroundRoutes(app: FastifyInstance, services: DashboardServices): void {
  showAnswer(app, services);
  explainProduct(app, services);
}

function showAnswer(app: FastifyInstance, { autocomplete, index, clock }: DashboardServices): void {
  app.get('/dashboard/api/stores/:store_id/playground', {
    config: { access: 'viewer' },
    schema: { querystring: PlaygroundQuerySchema },
    async handler(request) {
      const { storeId } = memberOf(request);
      const query = readQuery(request.query);
      const search = readSearch(query);
      query.finish();
      await index.load(storeId);
      const startedMs = clock.monotonicMs();
      const question = { storeId, ...search, explain: true };
      const answer = await autocomplete.whole(storeId, () => autocomplete.answer(question));
      const timeMs = clock.monotonicMs() - startedMs;
      if (answer === undefined) throw indexIsLoading();
      const body = JSON.parse(Buffer.from(answer.body, 'latin1').toString('utf8')) as unknown;
      return { answer: body, time_ms: Math.round(timeMs * 1_000) / 1_000 };
    },
  });
}

function explainProduct(app: FastifyInstance, services: DashboardServices): void {
  const { storage, readers, autocomplete, index } = services;
  app.get('/dashboard/api/stores/:store_id/playground/why', {
    config: { access: 'viewer' },
    schema: { querystring: PlaceQuerySchema },
    async handler(request) {
      const { storeId } = memberOf(request);
      const query = readQuery(request.query);
      const search = readSearch(query);
      const externalId = query.text('external_id', '').trim();
      const { externalIdMaxLength } = limits;
      if (!isExternalId(externalId)) {
        const message = `"external_id" takes the id of a product, 1 to ${externalIdMaxLength} characters.`;
        query.fault('external_id', 'external_id_invalid', message);
      }
      query.finish();
      const reader = readers.of(storeId);
      const [store, product] = await Promise.all([
        storage.directory.findStore(storeId),
        reader.product(externalId),
      ]);
      if (store === null) throw notFound('store');
      if (product === null) return unknownProduct(externalId);
      await index.load(storeId);
      const question = { ...search, product, store };
      const find = (limit: number) => {
        const found = autocomplete.find({ storeId, query: search.query, limit });
        if (found === undefined) throw indexIsLoading();
        return found;
      };
      const place = await explainPlace(question, find, (work) => autocomplete.whole(storeId, work));
      const { above } = place;
      return {
        found: place.rank !== null,
        rank: place.rank,
        reason: place.reason,
        product: presentSummary(product, store.currency),
        explain: presentTiers(place),
        above: above === null ? null : { title: above.title, explain: presentTiers(above) },
      };
    },
  });
}

function unknownProduct(externalId: string) {
  const message = `The store has no product with the id "${externalId}".`;
  const reason = { code: 'unknown_product', message };
  return { found: false, rank: null, reason, product: null, explain: null, above: null };
}

function indexIsLoading() {
  return unavailable('The index of this store is being loaded.', 1);
}

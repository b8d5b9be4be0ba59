/** Phrases and their queue, for the members of a store: all see them, editors change them, as they change the catalog. */
import type { FastifyInstance } from 'fastify';
import { EnrichmentProductsQuerySchema, StoreTypesQuerySchema } from '../../../../contract/queries.ts';
import { createEnrichmentCalls } from '../../enrichment-calls.ts';
import type { Services } from '../../services.ts';
import { actorOf, memberOf } from '../member.ts';

const store = '/dashboard/api/stores/:store_id';
const phrases = `${store}/products/:external_id/phrases`;
const enrichment = `${store}/enrichment`;

/** Registers every route of phrases and their queue for people. */
export function dashboardEnrichmentRoutes(app: FastifyInstance, services: Services): void {
  const calls = createEnrichmentCalls(services, (request) => ({
    storeId: memberOf(request).storeId,
    actor: actorOf(request),
  }));
  const sees = { config: { access: 'viewer' } } as const;
  const changes = { config: { access: 'editor' } } as const;
  app.get(phrases, { ...sees, handler: calls.showPhrases });
  app.put(phrases, { ...changes, handler: calls.changePhrases });
  app.get(enrichment, { ...sees, handler: calls.showQueue });
  app.patch(enrichment, { ...changes, handler: calls.changeQueue });
  app.post(`${enrichment}/retry`, { ...changes, handler: calls.retry });
  app.post(`${enrichment}/queue`, { ...changes, handler: calls.queueRest });
  app.get(`${enrichment}/products`, {
    ...sees,
    schema: { querystring: EnrichmentProductsQuerySchema },
    handler: calls.listProducts,
  });
  app.get(`${enrichment}/types`, {
    ...sees,
    schema: { querystring: StoreTypesQuerySchema },
    handler: calls.listTypes,
  });
}

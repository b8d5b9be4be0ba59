/** The collections of a store, for its members: all see them, editors change them. */
import type { FastifyInstance } from 'fastify';
import { CollectionProductsQuerySchema, PageQuerySchema } from '../../../../contract/queries.ts';
import { createCollectionCalls } from '../../collection-calls.ts';
import type { DashboardServices } from '../dashboard-services.ts';
import { actorOf, memberOf } from '../member.ts';

const collections = '/dashboard/api/stores/:store_id/collections';

/** Registers every route of collections for people. Products are shown as rows of the catalog. */
export function dashboardCollectionRoutes(app: FastifyInstance, services: DashboardServices): void {
  const calls = createCollectionCalls(services, {
    callerOf: (request) => ({
      storeId: memberOf(request).storeId,
      actor: actorOf(request),
      seesInactive: true,
    }),
    shape: 'row',
  });
  const sees = { config: { access: 'viewer' } } as const;
  const edits = { config: { access: 'editor' } } as const;
  const pages = { ...sees, schema: { querystring: PageQuerySchema } };
  app.get(collections, pages, calls.list);
  app.post(collections, edits, calls.create);
  app.get(`${collections}/suggested`, pages, calls.suggest);
  app.post(`${collections}/preview`, sees, calls.preview);
  app.get(`${collections}/:slug`, sees, calls.show);
  app.patch(`${collections}/:slug`, edits, calls.change);
  app.delete(`${collections}/:slug`, edits, calls.remove);
  app.get(
    `${collections}/:slug/products`,
    { ...sees, schema: { querystring: CollectionProductsQuerySchema } },
    calls.listProducts,
  );
}

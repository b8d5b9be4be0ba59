/** The endpoints of a store, for its members: all see them, owners change them. */
import type { FastifyInstance } from 'fastify';
import { PageQuerySchema } from '../../../../contract/queries.ts';
import { createWebhookCalls } from '../../webhook-calls.ts';
import type { DashboardServices } from '../dashboard-services.ts';
import { actorOf, memberOf } from '../member.ts';

const webhooks = '/dashboard/api/stores/:store_id/webhooks';

/** Registers every route of webhooks for people. */
export function dashboardWebhookRoutes(app: FastifyInstance, services: DashboardServices): void {
  const calls = createWebhookCalls(services, (request) => ({
    storeId: memberOf(request).storeId,
    actor: actorOf(request),
  }));
  const sees = { config: { access: 'viewer' } } as const;
  const decides = { config: { access: 'owner' } } as const;
  app.get(webhooks, sees, calls.list);
  app.post(webhooks, decides, calls.create);
  app.patch(`${webhooks}/:id`, decides, calls.change);
  app.delete(`${webhooks}/:id`, decides, calls.remove);
  app.post(`${webhooks}/:id/rotate`, decides, calls.rotate);
  app.post(`${webhooks}/:id/test`, decides, calls.test);
  app.get(
    `${webhooks}/:id/deliveries`,
    { ...sees, schema: { querystring: PageQuerySchema } },
    calls.listDeliveries,
  );
}

/** Figures of searches, clicks and products, for people. */
import type { FastifyInstance } from 'fastify';
import { analyticsNames } from '../../../../contract/analytics.ts';
import { AnalyticsQuerySchema } from '../../../../contract/queries.ts';
import { answerAnalytics } from '../../analytics-calls.ts';
import type { Services } from '../../services.ts';
import { memberOf } from '../member.ts';

/** Registers every route of figures. */
export function dashboardAnalyticsRoutes(app: FastifyInstance, services: Services): void {
  for (const name of analyticsNames) {
    app.get(`/dashboard/api/stores/:store_id/analytics/${name}`, {
      config: { access: 'viewer' },
      schema: { querystring: AnalyticsQuerySchema },
      handler: (request, reply) =>
        answerAnalytics({ request, reply }, services, { storeId: memberOf(request).storeId, name }),
    });
  }
}

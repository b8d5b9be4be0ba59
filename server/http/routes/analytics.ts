/** Figures of searches, clicks and products (Contract §10). */
import type { FastifyInstance } from 'fastify';
import { type AnalyticsName, analyticsNames } from '../../../contract/analytics.ts';
import { AnalyticsQuerySchema } from '../../../contract/queries.ts';
import { answerAnalytics } from '../analytics-calls.ts';
import { grantOf } from '../authenticate.ts';
import { answers } from '../documentation.ts';
import type { Services } from '../services.ts';

const documents: Readonly<Record<AnalyticsName, { readonly summary: string; readonly schema: string }>> = {
  searches: { summary: 'What shoppers search, and what rises', schema: 'AnalyticsSearches' },
  'no-results': { summary: 'What shoppers search and do not find', schema: 'AnalyticsNoResults' },
  clicks: { summary: 'Whether and where shoppers click', schema: 'AnalyticsClicks' },
  products: { summary: 'Which products shoppers click and buy', schema: 'AnalyticsProducts' },
};

/** Registers every route of figures. */
export function analyticsRoutes(app: FastifyInstance, services: Services): void {
  for (const name of analyticsNames) {
    const { summary, schema } = documents[name];
    app.get(`/api/v1/analytics/${name}`, {
      config: { access: 'secret' },
      schema: {
        summary,
        description:
          'Beside the same for as many days before. Queries are shown once three visitors of a day used them.',
        tags: ['Analytics'],
        querystring: AnalyticsQuerySchema,
        response: answers(schema, []),
      },
      handler: (request, reply) =>
        answerAnalytics({ request, reply }, services, { storeId: grantOf(request).storeId, name }),
    });
  }
}

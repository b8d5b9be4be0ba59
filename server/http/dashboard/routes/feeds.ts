/** The feeds of a store, for its members: all see them, editors change them, as they change the catalog by files. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { FailuresQuerySchema, PageQuerySchema } from '../../../../contract/queries.ts';
import { createAuditEntry } from '../../../stores/audit-entry.ts';
import { sendMade } from '../../answer-memory.ts';
import { createFeedCalls } from '../../feed-calls.ts';
import { originOf } from '../../origin.ts';
import type { Services } from '../../services.ts';
import { actorOf, memberOf } from '../member.ts';

const feeds = '/dashboard/api/stores/:store_id/feeds';
const feedPath = `${feeds}/:feed_id`;
const runPath = `${feedPath}/runs/:run_id`;

/** Registers every route of feeds for people. */
export function dashboardFeedRoutes(app: FastifyInstance, services: Services): void {
  const { pipeline, readers, config, clock } = services;
  const calls = createFeedCalls(services, (request) => ({
    storeId: memberOf(request).storeId,
    actor: actorOf(request),
  }));
  const sees = { config: { access: 'viewer' } } as const;
  const changes = { config: { access: 'editor' } } as const;

  async function list(request: FastifyRequest, reply: FastifyReply) {
    const { storeId } = memberOf(request);
    const question = { origin: originOf(request, config) };
    return await sendMade(request, reply, () => readers.page(storeId, 'feedsWithRuns', question));
  }

  async function refresh(request: FastifyRequest) {
    const { storeId, name } = await calls.findFeed(request);
    const answer = await calls.refresh(request);
    const entry = createAuditEntry(clock, {
      ...{ actor: actorOf(request), action: 'feed.refreshed', subject: name },
    });
    await pipeline.changeAccounts('recordAudit', { storeId, entry });
    return answer;
  }

  app.get(feeds, { ...sees, handler: list });
  app.post(feeds, { ...changes, handler: calls.register });
  app.post(`${feeds}/preview`, { ...changes, handler: calls.preview });
  app.get(feedPath, { ...sees, handler: calls.show });
  app.patch(feedPath, { ...changes, handler: calls.change });
  app.delete(feedPath, { ...changes, handler: calls.remove });
  app.post(`${feedPath}/refresh`, { ...changes, handler: refresh });
  app.get(`${feedPath}/runs`, {
    ...sees,
    schema: { querystring: PageQuerySchema },
    handler: calls.listRuns,
  });
  app.get(runPath, { ...sees, handler: calls.showRun });
  app.get(`${runPath}/failures`, {
    ...sees,
    schema: { querystring: FailuresQuerySchema },
    handler: calls.listFailures,
  });
}

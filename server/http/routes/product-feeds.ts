/** Product feeds, for keys (§4.6; Contract §6). */
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { FailuresQuerySchema, PageQuerySchema } from '../../../contract/queries.ts';
import { grantOf } from '../authenticate.ts';
import { answers } from '../documentation.ts';
import { createFeedCalls, type FeedCalls } from '../feed-calls.ts';
import type { Services } from '../services.ts';

const feeds = '/api/v1/product-feeds';
const feedPath = `${feeds}/:feed_id`;
const runPath = `${feedPath}/runs/:run_id`;

const tags = ['Feeds'];
const config = { access: 'secret' } as const;
const feedParams = Type.Object({ feed_id: Type.String() });
const runParams = Type.Object({ feed_id: Type.String(), run_id: Type.String() });
const bodyErrors = [400, 415];

/** Registers every route of feeds for keys. */
export function productFeedRoutes(app: FastifyInstance, services: Services): void {
  const calls = createFeedCalls(services, (request) => ({
    storeId: grantOf(request).storeId,
    actor: null,
  }));
  feedRoutes(app, calls);
  oneFeedRoutes(app, calls);
  runRoutes(app, calls);
}

function feedRoutes(app: FastifyInstance, calls: FeedCalls): void {
  app.get(feeds, {
    config,
    schema: { summary: 'List all feeds', tags, response: answers('FeedList', []) },
    handler: calls.list,
  });
  app.post(feeds, {
    config,
    schema: {
      summary: 'Register a feed',
      description:
        'The address is looked at before anything is stored. A first run is queued at once; from then on the feed is fetched at its interval, and is taken for the complete catalog: what it holds no longer goes out of stock.',
      tags,
      body: Type.Ref('FeedInput'),
      response: answers('FeedAnswer', [409, ...bodyErrors]),
    },
    handler: calls.register,
  });
  app.post(`${feeds}/preview`, {
    config,
    schema: {
      summary: 'What a feed would do, without storing anything',
      tags,
      body: Type.Ref('FeedInput'),
      response: answers('FeedPreview', bodyErrors),
    },
    handler: calls.preview,
  });
}

function oneFeedRoutes(app: FastifyInstance, calls: FeedCalls): void {
  app.get(feedPath, {
    config,
    schema: {
      summary: 'A feed and its newest run',
      tags,
      params: feedParams,
      response: answers('FeedStatus', [404]),
    },
    handler: calls.show,
  });
  app.patch(feedPath, {
    config,
    schema: {
      summary: 'Change a feed',
      description:
        'What is absent stays. Another address, format or credentials are tried before anything is stored, and make the feed due at once. `auth_secret: null` clears the credentials; an address of another origin needs them anew.',
      tags,
      params: feedParams,
      body: Type.Ref('FeedPatch'),
      response: answers('FeedAnswer', [404, 409, ...bodyErrors]),
    },
    handler: calls.change,
  });
  app.delete(feedPath, {
    config,
    schema: {
      summary: 'Delete a feed; its products stay',
      tags,
      params: feedParams,
      response: answers('FeedRemoval', [404]),
    },
    handler: calls.remove,
  });
  app.post(`${feedPath}/refresh`, {
    config,
    schema: {
      summary: 'Fetch a feed now',
      description:
        'A run that waits or is under way is answered in place of a second one. `force` lets it through the removal guard as long as that has not passed it.',
      tags,
      params: feedParams,
      body: Type.Ref('FeedRefresh'),
      response: answers('FeedRunAnswer', [400, 404, 409]),
    },
    handler: calls.refresh,
  });
}

function runRoutes(app: FastifyInstance, calls: FeedCalls): void {
  app.get(`${feedPath}/runs`, {
    config,
    schema: {
      summary: 'The runs of a feed, newest first',
      tags,
      params: feedParams,
      querystring: PageQuerySchema,
      response: answers('FeedRunList', [404]),
    },
    handler: calls.listRuns,
  });
  app.get(runPath, {
    config,
    schema: {
      summary: 'A run of a feed',
      tags,
      params: runParams,
      response: answers('FeedRunStatus', [404]),
    },
    handler: calls.showRun,
  });
  app.get(`${runPath}/failures`, {
    config,
    schema: {
      summary: 'The failed rows of a run',
      tags,
      params: runParams,
      querystring: FailuresQuerySchema,
      response: answers('FailureList', [404]),
    },
    handler: calls.listFailures,
  });
}

/** Product feeds (§4.6; Contract §6). */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { notFound, validationFailed } from '../../errors.ts';
import { isUuid } from '../../ids.ts';
import { parseJsonObject } from '../../ingest/json-body.ts';
import type { Feed, FeedRun } from '../../storage/feeds.ts';
import { grantOf } from '../authenticate.ts';
import { bodyBytes } from '../body.ts';
import { answers, cursorQuery } from '../documentation.ts';
import { answerFailures } from '../import-pages.ts';
import { originOf } from '../origin.ts';
import { presentFeed, presentFeedRun, presentPreview } from '../presenters/present-feed.ts';
import { encodeCursor, pageSize, readCursor, readQuery } from '../query.ts';
import type { Services } from '../services.ts';

/** Registers every route of feeds. */
export function productFeedRoutes(app: FastifyInstance, services: Services): void {
  registerFeed(app, services);
  previewFeed(app, services);
  listFeeds(app, services);
  showFeed(app, services);
  changeFeed(app, services);
  deleteFeed(app, services);
  refreshFeed(app, services);
  listRuns(app, services);
  showRun(app, services);
  listRunFailures(app, services);
}

const tags = ['Feeds'];
const feedParams = Type.Object({ feed_id: Type.String() });
const runParams = Type.Object({ feed_id: Type.String(), run_id: Type.String() });

function registerFeed(app: FastifyInstance, services: Services): void {
  app.post('/api/v1/product-feeds', {
    config: { access: 'secret' },
    schema: {
      summary: 'Register a feed',
      description:
        'The address is looked at before anything is stored. A first run is queued at once; from then on the feed is fetched at its interval, and is taken for the complete catalog: what it holds no longer goes out of stock.',
      tags,
      body: Type.Ref('FeedInput'),
      response: answers('FeedAnswer', [400, 409, 413, 415, 422]),
    },
    async handler(request) {
      const { storeId } = grantOf(request);
      const feed = await services.pipeline.registerFeed({ storeId, actor: null, body: bodyBytes(request) });
      const message = 'The feed has been registered. Its first run is queued.';
      return { message, feed: presentFeed(feed, originOf(request, services.config)) };
    },
  });
}

function previewFeed(app: FastifyInstance, { pipeline }: Services): void {
  app.post('/api/v1/product-feeds/preview', {
    config: { access: 'secret' },
    schema: {
      summary: 'What a feed would do, without storing anything',
      tags,
      body: Type.Ref('FeedInput'),
      response: answers('FeedPreview', [400, 413, 415, 422]),
    },
    async handler(request) {
      const { storeId } = grantOf(request);
      return { preview: presentPreview(await pipeline.previewFeed({ storeId, body: bodyBytes(request) })) };
    },
  });
}

function listFeeds(app: FastifyInstance, { readers, config }: Services): void {
  app.get('/api/v1/product-feeds', {
    config: { access: 'secret' },
    schema: { summary: 'List all feeds', tags, response: answers('FeedList', []) },
    async handler(request) {
      const feeds = await readers.of(grantOf(request).storeId).feeds();
      const origin = originOf(request, config);
      return { feeds: feeds.map((feed) => presentFeed(feed, origin)) };
    },
  });
}

function showFeed(app: FastifyInstance, services: Services): void {
  app.get<{ Params: FeedParams }>('/api/v1/product-feeds/:feed_id', {
    config: { access: 'secret' },
    schema: {
      summary: 'A feed and its newest run',
      tags,
      params: feedParams,
      response: answers('FeedStatus', [404]),
    },
    async handler(request) {
      const feed = await findFeed(services, request);
      const reader = services.storage.reader(feed.storeId);
      const [latest] = await reader.feedRuns(feed.id, { before: null, limit: 1 });
      const origin = originOf(request, services.config);
      return {
        feed: presentFeed(feed, origin),
        latest_run: latest === undefined ? null : presentFeedRun(latest, origin),
      };
    },
  });
}

function changeFeed(app: FastifyInstance, services: Services): void {
  app.patch<{ Params: FeedParams }>('/api/v1/product-feeds/:feed_id', {
    config: { access: 'secret' },
    schema: {
      summary: 'Change a feed',
      description:
        'What is absent stays. Another address, format or credentials are tried before anything is stored. `auth_secret: null` clears the credentials.',
      tags,
      params: feedParams,
      body: Type.Ref('FeedPatch'),
      response: answers('FeedAnswer', [400, 404, 409, 413, 415, 422]),
    },
    async handler(request) {
      const call = { storeId: grantOf(request).storeId, actor: null, feedId: feedIdOf(request) };
      const feed = await services.pipeline.changeFeed({ ...call, body: bodyBytes(request) });
      return {
        message: 'The feed has been changed.',
        feed: presentFeed(feed, originOf(request, services.config)),
      };
    },
  });
}

function deleteFeed(app: FastifyInstance, { pipeline }: Services): void {
  app.delete<{ Params: FeedParams }>('/api/v1/product-feeds/:feed_id', {
    config: { access: 'secret' },
    schema: {
      summary: 'Delete a feed; its products stay',
      tags,
      params: feedParams,
      response: answers('FeedRemoval', [404]),
    },
    async handler(request) {
      await pipeline.deleteFeed({
        ...{ storeId: grantOf(request).storeId, actor: null },
        feedId: feedIdOf(request),
      });
      return { message: 'The feed has been deleted. The products that it brought stay as they are.' };
    },
  });
}

function refreshFeed(app: FastifyInstance, { pipeline, config }: Services): void {
  app.post<{ Params: FeedParams }>('/api/v1/product-feeds/:feed_id/refresh', {
    config: { access: 'secret' },
    schema: {
      summary: 'Fetch a feed now',
      description: 'A run that waits or is under way is answered in place of a second one.',
      tags,
      params: feedParams,
      body: Type.Ref('FeedRefresh'),
      response: answers('FeedRunAnswer', [400, 404, 409, 422]),
    },
    async handler(request) {
      const force = readForce(bodyBytes(request));
      const call = { storeId: grantOf(request).storeId, actor: null, feedId: feedIdOf(request) };
      const run = await pipeline.refreshFeed({ ...call, force });
      return { message: 'The feed is being refreshed.', run: presentFeedRun(run, originOf(request, config)) };
    },
  });
}

function listRuns(app: FastifyInstance, services: Services): void {
  app.get<{ Params: FeedParams }>('/api/v1/product-feeds/:feed_id/runs', {
    config: { access: 'secret' },
    schema: {
      summary: 'The runs of a feed, newest first',
      tags,
      params: feedParams,
      querystring: cursorQuery,
      response: answers('FeedRunList', [404, 422]),
    },
    async handler(request) {
      const query = readQuery(request.query);
      const limit = pageSize(query);
      const before = readCursor(query, isUuid);
      query.finish();
      const feed = await findFeed(services, request);
      const reader = services.readers.of(feed.storeId);
      const runs = await reader.feedRuns(feed.id, { before, limit: limit + 1 });
      const page = runs.slice(0, limit);
      const last = runs.length > limit ? page.at(-1) : undefined;
      const origin = originOf(request, services.config);
      return {
        runs: page.map((run) => presentFeedRun(run, origin)),
        next_cursor: last === undefined ? null : encodeCursor(last.details.id),
      };
    },
  });
}

function showRun(app: FastifyInstance, services: Services): void {
  app.get<{ Params: RunParams }>('/api/v1/product-feeds/:feed_id/runs/:run_id', {
    config: { access: 'secret' },
    schema: {
      summary: 'A run of a feed',
      tags,
      params: runParams,
      response: answers('FeedRunStatus', [404]),
    },
    async handler(request) {
      const run = await findRun(services, request);
      return { run: presentFeedRun(run, originOf(request, services.config)) };
    },
  });
}

function listRunFailures(app: FastifyInstance, services: Services): void {
  app.get<{ Params: RunParams }>('/api/v1/product-feeds/:feed_id/runs/:run_id/failures', {
    config: { access: 'secret' },
    schema: {
      summary: 'The failed rows of a run',
      tags,
      params: runParams,
      querystring: Type.Object({
        ...cursorQuery.properties,
        format: Type.Optional(Type.String({ enum: ['json', 'csv'] })),
      }),
      response: answers('FailureList', [404, 422]),
    },
    handler(request, reply) {
      const reader = services.readers.of(grantOf(request).storeId);
      return answerFailures(request, reply, reader, async () => (await findRun(services, request)).run);
    },
  });
}

interface FeedParams {
  feed_id: string;
}
interface RunParams extends FeedParams {
  run_id: string;
}

/** What cannot be an id is simply unknown. */
function feedIdOf({ params }: FastifyRequest<{ Params: FeedParams }>): string {
  if (!isUuid(params.feed_id)) throw notFound('feed');
  return params.feed_id;
}

async function findFeed(
  { storage }: Services,
  request: FastifyRequest<{ Params: FeedParams }>,
): Promise<Feed> {
  const feed = await storage.reader(grantOf(request).storeId).feed(feedIdOf(request));
  if (feed === null) throw notFound('feed');
  return feed;
}

async function findRun(
  { storage }: Services,
  request: FastifyRequest<{ Params: RunParams }>,
): Promise<FeedRun> {
  const { run_id: runId } = request.params;
  const feedId = feedIdOf(request);
  const run = isUuid(runId) ? await storage.reader(grantOf(request).storeId).feedRun(runId) : null;
  if (run === null || run.details.feedId !== feedId) throw notFound('run');
  return run;
}

/** The body may be left out. */
function readForce(bytes: Uint8Array): boolean {
  if (bytes.byteLength === 0) return false;
  const { force = false } = parseJsonObject(bytes);
  if (typeof force === 'boolean') return force;
  const message = '"force" takes true or false.';
  throw validationFailed([{ path: '/force', code: 'force_invalid', message }]);
}

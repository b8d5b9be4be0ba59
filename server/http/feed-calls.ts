/** What both doors to feeds do alike, for keys and for people: each call answers with what is sent back. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { notFound, validationFailed } from '../errors.ts';
import { isUuid } from '../ids.ts';
import { parseJsonObject } from '../ingest/json-body.ts';
import type { Actor } from '../storage/accounts.ts';
import type { Feed, FeedRun } from '../storage/feeds.ts';
import { sendMade } from './answer-memory.ts';
import { bodyBytes } from './body.ts';
import { hangUpOf } from './hang-up.ts';
import { answerFailures, readNewestFirst } from './import-pages.ts';
import { originOf } from './origin.ts';
import { presentFeed, presentFeedRun, presentPreview } from './presenters/present-feed.ts';
import type { Services } from './services.ts';

/** Whose feeds a request is about, and who asks. */
export interface FeedCaller {
  readonly storeId: string;
  readonly actor: Actor | null;
}

type CallerOf = (request: FastifyRequest) => FeedCaller;
type Call = (request: FastifyRequest) => Promise<object>;
/** As long as the client waits. */
type Look = (request: FastifyRequest, reply: FastifyReply) => Promise<object>;

/** The calls, as one handler each; paths name a feed `:feed_id` and a run `:run_id`. */
export interface FeedCalls {
  readonly register: Look;
  readonly preview: Look;
  readonly list: Look;
  readonly show: Look;
  readonly change: Look;
  readonly remove: Call;
  readonly refresh: Call;
  readonly listRuns: Look;
  readonly showRun: Look;
  readonly listFailures: Look;
  /** The feed of the path. Rejects with `not_found`. */
  readonly findFeed: (request: FastifyRequest) => Promise<Feed>;
}

/** `callerOf` is the gate's word on a request. */
export function createFeedCalls(
  services: Pick<Services, 'readers' | 'pipeline' | 'config'>,
  callerOf: CallerOf,
): FeedCalls {
  const { readers, pipeline, config } = services;
  const showRun = (request: FastifyRequest, run: FeedRun) => presentFeedRun(run, originOf(request, config));
  const findFeed = createFinder(readers, callerOf);
  return {
    findFeed,
    ...createLooks(services, callerOf),
    async list(request, reply) {
      const { storeId } = callerOf(request);
      const question = { origin: originOf(request, config) };
      return await sendMade(request, reply, () => readers.page(storeId, 'feeds', question));
    },
    show(request, reply) {
      const { storeId } = callerOf(request);
      const question = { feedId: feedIdOf(request), origin: originOf(request, config) };
      return sendMade(request, reply, () => readers.page(storeId, 'feed', question));
    },
    async remove(request) {
      await pipeline.deleteFeed(placeOf(request, callerOf));
      return { message: 'The feed has been deleted. The products that it brought stay as they are.' };
    },
    async refresh(request) {
      const force = readForce(bodyBytes(request));
      const run = await pipeline.refreshFeed({ ...placeOf(request, callerOf), force });
      return { message: 'The feed is being refreshed.', run: showRun(request, run) };
    },
    async listRuns(request, reply) {
      const page = readNewestFirst(request);
      const { storeId, id: feedId } = await findFeed(request);
      const question = { ...page, feedId, origin: originOf(request, config) };
      return await sendMade(request, reply, () => readers.page(storeId, 'feedRuns', question));
    },
    showRun(request, reply) {
      const { storeId, actor } = callerOf(request);
      const question = { ...runOf(request), origin: originOf(request, config), withBefore: actor !== null };
      return sendMade(request, reply, () => readers.page(storeId, 'feedRun', question));
    },
    listFailures(request, reply) {
      const { feedId, runId: importId } = runOf(request);
      const { storeId } = callerOf(request);
      return answerFailures(request, reply, { readers, storeId, importId, feedId });
    },
  };
}

function createLooks(
  { pipeline, config }: Pick<Services, 'pipeline' | 'config'>,
  callerOf: CallerOf,
): Pick<FeedCalls, 'register' | 'preview' | 'change'> {
  const showFeed = (request: FastifyRequest, feed: Feed) => presentFeed(feed, originOf(request, config));
  return {
    async register(request, reply) {
      const call = { ...callerOf(request), body: bodyBytes(request) };
      const feed = await pipeline.registerFeed(call, hangUpOf(reply));
      const message = 'The feed has been registered. Its first run is queued.';
      return { message, feed: showFeed(request, feed) };
    },
    async preview(request, reply) {
      const { storeId } = callerOf(request);
      const call = { storeId, body: bodyBytes(request) };
      return { preview: presentPreview(await pipeline.previewFeed(call, hangUpOf(reply))) };
    },
    async change(request, reply) {
      const call = { ...placeOf(request, callerOf), body: bodyBytes(request) };
      const { feed, isDue } = await pipeline.changeFeed(call, hangUpOf(reply));
      const message = isDue ? 'The feed has been changed, and is due at once.' : 'The feed has been changed.';
      return { message, feed: showFeed(request, feed) };
    },
  };
}

function placeOf(request: FastifyRequest, callerOf: CallerOf) {
  return { ...callerOf(request), feedId: feedIdOf(request) };
}

function createFinder({ of }: Services['readers'], callerOf: CallerOf): FeedCalls['findFeed'] {
  return async (request) => {
    const feed = await of(callerOf(request).storeId).feed(feedIdOf(request));
    if (feed === null) throw notFound('feed');
    return feed;
  };
}

/** What cannot be an id is simply unknown. */
function runOf(request: FastifyRequest) {
  const { run_id: runId = '' } = request.params as { run_id?: string };
  const feedId = feedIdOf(request);
  if (!isUuid(runId)) throw notFound('run');
  return { feedId, runId };
}

/** What cannot be an id is simply unknown. */
function feedIdOf({ params }: FastifyRequest): string {
  const { feed_id: feedId = '' } = params as { feed_id?: string };
  if (!isUuid(feedId)) throw notFound('feed');
  return feedId;
}

/** The body may be left out. */
function readForce(bytes: Uint8Array): boolean {
  if (bytes.byteLength === 0) return false;
  const { force = false } = parseJsonObject(bytes);
  if (typeof force === 'boolean') return force;
  const message = '"force" takes true or false.';
  throw validationFailed([{ path: '/force', code: 'force_invalid', message }]);
}

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
import { presentRow } from './presenters/present-import.ts';
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
  readonly show: Call;
  readonly change: Look;
  readonly remove: Call;
  readonly refresh: Call;
  readonly listRuns: Look;
  readonly showRun: Call;
  readonly listFailures: Look;
  /** The feed of the path. Rejects with `not_found`. */
  readonly findFeed: (request: FastifyRequest) => Promise<Feed>;
  /** The run of the path, where it is one of that feed. Rejects with `not_found`. */
  readonly findRun: (request: FastifyRequest) => Promise<FeedRun>;
}

/** `callerOf` is the gate's word on a request. */
export function createFeedCalls(
  services: Pick<Services, 'storage' | 'readers' | 'pipeline' | 'config'>,
  callerOf: CallerOf,
): FeedCalls {
  const { storage, readers, pipeline, config } = services;
  const showFeed = (request: FastifyRequest, feed: Feed) => presentFeed(feed, originOf(request, config));
  const showRun = (request: FastifyRequest, run: FeedRun) => presentFeedRun(run, originOf(request, config));
  const finders = createFinders(storage, callerOf);
  return {
    ...finders,
    ...createLooks(services, callerOf),
    async list(request, reply) {
      const { storeId } = callerOf(request);
      const question = { origin: originOf(request, config) };
      return await sendMade(request, reply, () => readers.page(storeId, 'feeds', question));
    },
    async show(request) {
      const feed = await finders.findFeed(request);
      const [latest] = await storage.reader(feed.storeId).feedRuns(feed.id, { before: null, limit: 1 });
      return {
        feed: showFeed(request, feed),
        latest_run: latest === undefined ? null : showRun(request, latest),
      };
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
      const { storeId, id: feedId } = await finders.findFeed(request);
      const question = { ...page, feedId, origin: originOf(request, config) };
      return await sendMade(request, reply, () => readers.page(storeId, 'feedRuns', question));
    },
    async showRun(request) {
      const run = await finders.findRun(request);
      return { run: showRun(request, run), warnings: run.run.warnings.map(presentRow) };
    },
    listFailures(request, reply) {
      const find = async () => (await finders.findRun(request)).run;
      return answerFailures(request, reply, { readers, storeId: callerOf(request).storeId, find });
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

/** In place: whoever has just written sees it. */
function createFinders(
  storage: Services['storage'],
  callerOf: CallerOf,
): Pick<FeedCalls, 'findFeed' | 'findRun'> {
  return {
    async findFeed(request) {
      const feed = await storage.reader(callerOf(request).storeId).feed(feedIdOf(request));
      if (feed === null) throw notFound('feed');
      return feed;
    },
    async findRun(request) {
      const { run_id: runId = '' } = request.params as { run_id?: string };
      const feedId = feedIdOf(request);
      const run = isUuid(runId) ? await storage.reader(callerOf(request).storeId).feedRun(runId) : null;
      if (run === null || run.details.feedId !== feedId) throw notFound('run');
      return run;
    },
  };
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

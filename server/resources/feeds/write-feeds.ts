/**
 * The operations that change feeds, done in the pipeline thread (§4.6). An address is tried before anything is stored, and the store's
 * turn is taken only for the transaction after that. A store has at most 100 feeds: a further one, and an address that another feed
 * has, is `conflict`. Products stay when a feed is deleted. They never show credentials.
 */
// Tests: test/api/feeds.test.ts.
import type { feedOperations } from '../../../contract/feeds.ts';
import { limits } from '../../../contract/limits.ts';
import { feedReadings } from '../../../contract/words/feeds.ts';
import { AppError } from '../../errors.ts';
import { sealOrdersSecret, sealSecret } from '../../feeds/credentials.ts';
import { refuseTakenAddress } from '../../feeds/feed-address.ts';
import { checkDocument } from '../../feeds/feed-document.ts';
import { intervalMicros } from '../../feeds/feed-schedule.ts';
import { insertRun, jobOf } from '../../feeds/new-run.ts';
import type { HandlerOf, OperationHandlers } from '../../operations/operation-call.ts';
import type { Feed, FeedRun } from '../../storage/feeds/tables.ts';
import type { Storage, StoreReader, StoreWriter } from '../../storage/storage.ts';
import { createAuditEntry } from '../../stores/audit-entry.ts';
import type { FeedDependencies } from './feed-dependencies.ts';
import { toFeedSettings } from './feed-settings.ts';
import { abortRun, passRemovalGuard } from './open-run.ts';
import { presentFeed, presentFeedRun } from './present-feed.ts';
import { previewFeed } from './preview-feed.ts';
import { findFeed } from './read-feeds.ts';
import { localeOf, noDocument, updateFeed } from './update-feed.ts';

type Call<Name extends keyof typeof feedOperations> = Parameters<HandlerOf<(typeof feedOperations)[Name]>>[0];

/** A handler for each operation. It takes the turn of its store by itself, and resolves when the change is durable. */
export function feedWrites(
  storage: Storage,
  dependencies: FeedDependencies,
): OperationHandlers<typeof feedOperations, 'pipeline'> {
  /** A look ends with the process, and once its caller is gone. */
  const until = (...ends: AbortSignal[]): FeedDependencies => ({
    ...dependencies,
    stopping: AbortSignal.any([dependencies.stopping, ...ends]),
  });
  const inTransaction = <Result>(storeId: string, work: (writer: StoreWriter) => Promise<Result>) =>
    dependencies.inTurn(storeId, () => storage.write(storeId, work));
  return {
    async registerFeed(call, { cancelled }) {
      const feed = await register(storage, call, until(cancelled));
      const message = 'The feed has been registered. Its first run is queued.';
      return { message, feed: presentFeed(feed, call.origin) };
    },
    async previewFeed({ storeId, readBody }, { cancelled }) {
      const preview = await dependencies.probes.preview(
        storeId,
        // The body is read there too, so that a thread that ends over it blames this store's previews.
        ({ wait, leaving }) =>
          previewFeed(
            storage,
            storeId,
            readBody((body, report) => toFeedSettings(body, dependencies.policy, report)),
            { ...until(cancelled, leaving), wait },
          ),
        cancelled,
      );
      return { preview };
    },
    async updateFeed(call, { cancelled }) {
      const { feed, isDue } = await updateFeed(storage, call, until(cancelled));
      const message = isDue ? 'The feed has been changed, and is due at once.' : 'The feed has been changed.';
      return { message, feed: presentFeed(feed, call.origin) };
    },
    deleteFeed: (call) => inTransaction(call.storeId, (writer) => remove(writer, call, dependencies)),
    async refreshFeed(call) {
      const run = await inTransaction(call.storeId, (writer) => refresh(writer, call, dependencies));
      return { message: 'The feed is being refreshed.', run: presentFeedRun(run, call.origin) };
    },
  };
}

/** The new feed, with its first run pending. Rejects if its document cannot be fetched or read, and with `conflict`. */
async function register(
  storage: Storage,
  call: Call<'registerFeed'>,
  dependencies: FeedDependencies,
): Promise<Feed> {
  const { storeId, actor } = call;
  const { clock, newId, sealer, inTurn, policy, probes } = dependencies;
  const { secret, ordersSecret, ...settings } = call.readBody((body, report) =>
    toFeedSettings(body, policy, report),
  );
  await refuseOneMore(storage.reader(storeId), settings.url);
  const source = {
    ...settings,
    credentials: secret?.credentials ?? null,
    ...(await localeOf(storage, storeId)),
  };
  await probes.probe(storeId, () => checkDocument(source, dependencies));
  const owner = { id: newId(), storeId };
  const write = async (writer: StoreWriter): Promise<Feed> => {
    await refuseOneMore(writer, settings.url);
    const now = clock.nowMicros();
    const feed: Feed = {
      ...owner,
      ...settings,
      ...nothingFetched,
      status: 'active',
      authType: secret?.type ?? null,
      authSealed: sealSecret(sealer, owner, secret),
      ordersSealed: sealOrdersSecret(sealer, owner, ordersSecret),
      nextRunAt: (await writer.feeds.now()) + intervalMicros(settings.refreshInterval),
      createdAt: now,
      updatedAt: now,
    };
    await writer.feeds.insert(feed);
    await insertRun(writer, feed, { trigger: 'registration', forced: false }, dependencies);
    await writer.jobs.schedule(jobOf(feed, 0));
    const entry = { actor, action: 'feed.registered', subject: feed.name };
    await writer.audit.insert(createAuditEntry(clock, entry));
    return feed;
  };
  return await inTurn(storeId, () => storage.write(storeId, write));
}

const nothingFetched = {
  ...noDocument,
  lastOrderAt: null,
  lastFetchedAt: null,
  lastError: null,
  failuresInRow: 0,
  caughtUpTo: 0,
} as const;

/** Refuses a feed beyond the limit, and an address that another feed has. */
async function refuseOneMore(reader: Pick<StoreReader, 'feeds'>, url: string): Promise<void> {
  await refuseTakenAddress(reader, url, null);
  if ((await reader.feeds.list()).length >= limits.feedsPerStore) {
    throw new AppError('conflict', `A store has at most ${limits.feedsPerStore} feeds. Delete one before.`);
  }
}

/** Deletes a feed; its products stay (§4.6). A run in progress ends where it is. */
async function remove(
  writer: StoreWriter,
  { params, actor }: Call<'deleteFeed'>,
  { clock }: FeedDependencies,
) {
  const feed = await findFeed(writer, params.feed_id);
  for (const reading of feedReadings) {
    const open = await writer.feeds.openRun(feed.id, reading);
    if (open !== null) await abortRun(writer, open, 'The feed was deleted while it was being read.', clock);
  }
  // Its products may be absent now, although the documents of the other feeds have not changed.
  await writer.feeds.forgetCaughtUp();
  // Without the job the lease of a worker on it ends.
  await writer.jobs.delete(feed.id);
  await writer.feeds.delete(feed.id);
  // No run of it could end them.
  await writer.alerts.deleteOfFeed(feed.id);
  const entry = { actor, action: 'feed.deleted', subject: feed.name };
  await writer.audit.insert(createAuditEntry(clock, entry));
  return { message: 'The feed has been deleted. The products that it brought stay as they are.' };
}

/** The new run, or the one that is pending or in progress. Rejects with `conflict` for a paused feed. */
async function refresh(
  writer: StoreWriter,
  call: Call<'refreshFeed'>,
  dependencies: FeedDependencies,
): Promise<FeedRun> {
  const { actor, caller } = call;
  const feed = await findFeed(writer, call.params.feed_id);
  const { force } = call.body;
  // A program may refresh a feed every few minutes.
  if (caller === 'member') {
    const entry = { actor, action: 'feed.refreshed', subject: feed.name };
    await writer.audit.insert(createAuditEntry(dependencies.clock, entry));
  }
  const open = await writer.feeds.openRun(feed.id, 'whole');
  if (open !== null) return force ? await passRemovalGuard(writer, open) : open;
  if (feed.status === 'paused') {
    throw new AppError(
      'conflict',
      'The feed is paused. Activate it with is_active: it is then fetched at once.',
    );
  }
  const run = await insertRun(writer, feed, { trigger: 'manual', forced: force }, dependencies);
  await writer.jobs.schedule(jobOf(feed, 0));
  return run;
}

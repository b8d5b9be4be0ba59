/**
 * Changes a feed: decides whether its document must be tried first, and what the change does to its schedule and its open run.
 * Credentials are never sent to another origin than they were given for. A document that cannot be read refuses the change; a feed
 * that changed meanwhile is `conflict`. Times are microseconds since 1970.
 */
// Tests: test/api/feeds.test.ts.
import type { feedOperations } from '../../../contract/feeds.ts';
import { type FeedReading, feedReadings } from '../../../contract/words/feeds.ts';
import type { Clock } from '../../clock.ts';
import { AppError, notFound, validationFailed } from '../../errors.ts';
import { openCredentials, sealOrdersSecret, sealSecret } from '../../feeds/credentials.ts';
import { isSameSource, refuseOtherOrigin, refuseTakenAddress } from '../../feeds/feed-address.ts';
import { checkDocument } from '../../feeds/feed-document.ts';
import type { FeedEnvironment } from '../../feeds/feed-environment.ts';
import { intervalMicros, nextWorkAt } from '../../feeds/feed-schedule.ts';
import { jobOf } from '../../feeds/new-run.ts';
import type { HandlerOf } from '../../operations/operation-call.ts';
import type { OutboundPolicy } from '../../outbound/outbound.ts';
import type { Feed } from '../../storage/feeds/tables.ts';
import type { Storage, StoreReader, StoreWriter } from '../../storage/storage.ts';
import { createAuditEntry } from '../../stores/audit-entry.ts';
import type { FeedDependencies } from './feed-dependencies.ts';
import { type FeedChange, reportShopFault, toFeedChange } from './feed-settings.ts';
import { abortRun, isWriting } from './open-run.ts';
import { findFeed } from './read-feeds.ts';

/** The result of a change. */
interface ChangedFeed {
  readonly feed: Feed;
  /** Whether the change made it due at once. */
  readonly isDue: boolean;
}

type Call = Parameters<HandlerOf<(typeof feedOperations)['updateFeed']>>[0];

/** Changes a feed. Rejects with `not_found`, `conflict`, and with what is wrong with its document. */
export async function updateFeed(
  storage: Storage,
  call: Call,
  dependencies: FeedDependencies,
): Promise<ChangedFeed> {
  const { storeId, actor, params } = call;
  const { clock, probes, inTurn } = dependencies;
  const reader = storage.reader(storeId);
  const before = await findFeed(reader, params.feed_id);
  const change = call.readBody((body, report) => toFeedChange(body, before, report));
  await refuseAddress(reader, before, change);
  if (isAnotherDocument(before, change)) {
    const source = { ...sourceAfter(before, change, dependencies), ...(await localeOf(storage, storeId)) };
    refuseShopFault(source, dependencies.policy);
    await probes.probe(storeId, () => checkDocument(source, dependencies));
  }
  const write = async (writer: StoreWriter): Promise<ChangedFeed> => {
    const feed = await findFeed(writer, before.id);
    // The document was tried with the feed as it was before.
    if (isAnotherDocument(feed, change) && !isSameSource(feed, before)) throw changedMeanwhile();
    await refuseAddress(writer, feed, change);
    const changed = await applyChange(writer, feed, change, dependencies);
    const details = shownChange(feed, change);
    if (Object.keys(details).length > 0) {
      const entry = { actor, action: 'feed.changed', subject: changed.feed.name, details };
      await writer.audit.insert(createAuditEntry(clock, entry));
    }
    return changed;
  };
  return await inTurn(storeId, () => storage.write(storeId, write));
}

/** Credentials stay with the origin that they were given for, unless they are given again. */
async function refuseAddress(
  reader: Pick<StoreReader, 'feeds'>,
  before: Feed,
  { url, secret }: FeedChange,
): Promise<void> {
  if (url === undefined || url === before.url) return;
  if (secret === undefined) refuseOtherOrigin(before, url);
  await refuseTakenAddress(reader, url, before.id);
}

function isAnotherDocument(before: Feed, { url, format, secret }: FeedChange): boolean {
  return (
    (url !== undefined && url !== before.url) ||
    (format !== undefined && format !== before.format) ||
    secret !== undefined
  );
}

/** What the address and the credentials of a shop lack together; a change may name only one of them. */
function refuseShopFault(source: Parameters<typeof reportShopFault>[0], policy: OutboundPolicy): void {
  reportShopFault(source, policy, (path, code, message) => {
    throw validationFailed([{ path, code, message }]);
  });
}

/** The language of the store. */
export async function localeOf(storage: Storage, storeId: string): Promise<{ readonly locale: string }> {
  const store = await storage.directory.findStore(storeId);
  if (store === null) throw notFound('store');
  return { locale: store.locale };
}

function changedMeanwhile(): AppError {
  return new AppError('conflict', 'The feed was changed meanwhile. Look at it, and try again.');
}

/** Returns the source of the document after the change. */
function sourceAfter(before: Feed, change: FeedChange, { sealer }: FeedEnvironment) {
  const { url, format } = { ...before, ...change };
  if (change.secret !== undefined) return { url, format, credentials: change.secret?.credentials ?? null };
  const opened = openCredentials(sealer, before);
  if (!opened.ok) throw new AppError('feed_unreachable', opened.message);
  return { url, format, credentials: opened.credentials };
}

async function applyChange(
  writer: StoreWriter,
  feed: Feed,
  change: FeedChange,
  { clock, sealer }: FeedEnvironment,
): Promise<ChangedFeed> {
  const { secret, ordersSecret, isActive, ...fields } = change;
  const isAnother = isAnotherDocument(feed, change);
  const now = await writer.feeds.now();
  const { refreshInterval = feed.refreshInterval } = fields;
  const next: Feed = {
    ...feed,
    ...fields,
    ...(secret !== undefined && {
      authType: secret?.type ?? null,
      authSealed: sealSecret(sealer, feed, secret),
    }),
    ...(ordersSecret !== undefined && { ordersSealed: sealOrdersSecret(sealer, feed, ordersSecret) }),
    ...(isAnother ? noDocument : {}),
    ...(refreshInterval !== feed.refreshInterval && { nextRunAt: now + intervalMicros(refreshInterval) }),
    updatedAt: clock.nowMicros(),
  };
  const active = withActivity(next, isActive);
  const isPaused = active.status === 'paused';
  const isDue = !isPaused && (isAnother || (isActive === true && feed.status !== 'active'));
  const changed = isDue ? { ...active, nextRunAt: now } : active;
  await writer.feeds.update(changed);
  const open = await writer.feeds.openRun(feed.id);
  // A run that writes goes on, and learns at its end that the feed is paused: without its job the worker's lease would end.
  if (open !== null && (!isPaused || isWriting(open))) return { feed: changed, isDue };
  if (isPaused) {
    for (const reading of feedReadings) await abortPaused(writer, feed, reading, clock);
    await writer.jobs.delete(feed.id);
  } else if (isDue || refreshInterval !== feed.refreshInterval) {
    // Any other change leaves the job as it is: it may be due for what changed in a shop, which must not wait again.
    await writer.jobs.schedule(jobOf(changed, nextWorkAt(changed, now, feed.id)));
  }
  return { feed: changed, isDue };
}

async function abortPaused(
  writer: StoreWriter,
  feed: Feed,
  reading: FeedReading,
  clock: Clock,
): Promise<void> {
  const open = await writer.feeds.openRun(feed.id, reading);
  if (open === null) return;
  await abortRun(writer, open, 'The feed was paused before its document was read to the end.', clock);
  await writer.feeds.updateRun({ ...open.details, errorCode: 'feed_paused', finishedAt: clock.nowMicros() });
}

/** A feed that was paused or failing is active again (Contract §6); a healthy feed stays as it is. */
function withActivity(feed: Feed, isActive: boolean | undefined): Feed {
  if (isActive === false) return { ...feed, status: 'paused' };
  if (isActive === undefined || feed.status === 'active') return feed;
  // Failures stay counted, so that merchants are notified once of the same fault, and then of the recovery.
  return { ...feed, status: 'active', lastError: null };
}

/** Returns the changed fields for the audit log: no secret, and no address, which may hold one. */
function shownChange(
  before: Feed,
  { secret, ordersSecret, url, isActive, ...fields }: FeedChange,
): Record<string, unknown> {
  const known: Readonly<Record<string, unknown>> = { ...before };
  const changed = Object.entries(fields).filter(([name, value]) => known[name] !== value);
  const isNow = before.status !== 'paused';
  return {
    ...Object.fromEntries(changed),
    ...(isActive === undefined || isActive === isNow ? {} : { isActive }),
    ...(url === undefined || url === before.url ? {} : { url: 'changed' }),
    ...(secret === undefined ? {} : { credentials: secret === null ? 'cleared' : 'replaced' }),
    ...(ordersSecret === undefined || (ordersSecret === null && before.ordersSealed === null)
      ? {}
      : { ordersSecret: ordersSecret === null ? 'cleared' : 'replaced' }),
  };
}

/** The document of a feed that was not imported yet, or that is another one now. */
export const noDocument = {
  etag: null,
  lastModified: null,
  contentSha256: null,
  processedWith: null,
  changesSince: null,
  changesCheckedAt: null,
  changesError: null,
} as const;

/** Registering, changing, deleting and refreshing feeds (§4.6). */

import { limits } from '../../contract/limits.ts';
import type { Clock } from '../clock.ts';
import { AppError, notFound, unavailable } from '../errors.ts';
import { parseJsonObject } from '../ingest/json-body.ts';
import type { Feed, FeedRun } from '../storage/feeds.ts';
import type { Storage, StoreReader, StoreWriter } from '../storage/storage.ts';
import { createAuditEntry } from '../stores/audit-entry.ts';
import { openCredentials, sealSecret } from './credentials.ts';
import { isSameSource, refuseOtherOrigin, refuseTakenAddress } from './feed-address.ts';
import { type FeedCall, type FeedChangeEnvironment, noDocument, writeInTurn } from './feed-call.ts';
import { checkDocument } from './feed-document.ts';
import type { FeedEnvironment } from './feed-environment.ts';
import { guardCode } from './feed-fault.ts';
import { type FeedChange, readFeedChange, readFeedInput } from './feed-input.ts';
import { intervalMicros } from './feed-schedule.ts';
import { insertRun, jobOf } from './new-run.ts';

/** The result of a change. */
export interface ChangedFeed {
  readonly feed: Feed;
  /** Whether the change made it due at once. */
  readonly isDue: boolean;
}

/** Rejects with `not_found` too. */
export async function changeFeed(
  storage: Storage,
  call: FeedCall & { readonly feedId: string; readonly body: Uint8Array },
  environment: FeedChangeEnvironment,
): Promise<ChangedFeed> {
  const { storeId, feedId, actor } = call;
  const { clock, inTurn } = environment;
  const before = await storage.reader(storeId).feed(feedId);
  if (before === null) throw notFound('feed');
  const change = readFeedChange(parseJsonObject(call.body), before.authType, environment.policy);
  await refuseAddress(storage.reader(storeId), before, change);
  if (isAnotherDocument(before, change)) {
    const source = await sourceAfter(before, change, environment);
    await environment.lookAt(storeId, () => checkDocument(source, environment));
  }
  return await writeInTurn(storage, storeId, inTurn, async (writer) => {
    const feed = await writer.feed(feedId);
    if (feed === null) throw notFound('feed');
    // What was tried is the change on top of what was there then.
    if (isAnotherDocument(feed, change) && !isSameSource(feed, before)) throw changedMeanwhile();
    await refuseAddress(writer, feed, change);
    const changed = await applyChange(writer, feed, change, environment);
    const entry = { actor, action: 'feed.changed', subject: changed.feed.name, details: shownChange(change) };
    await writer.insertAuditEntry(createAuditEntry(clock, entry));
    return changed;
  });
}

/** Deletes a feed; its products stay (§4.6). A run in progress ends where it is. */
export async function deleteFeed(
  storage: Storage,
  { storeId, feedId, actor }: FeedCall & { readonly feedId: string },
  { clock, inTurn }: Pick<FeedChangeEnvironment, 'clock' | 'inTurn'>,
): Promise<null> {
  return await writeInTurn(storage, storeId, inTurn, async (writer) => {
    const feed = await writer.feed(feedId);
    if (feed === null) throw notFound('feed');
    const open = await writer.openFeedRun(feedId);
    if (open !== null) await breakOff(writer, open, 'The feed was deleted while it was being read.', clock);
    // What it supplied may be absent now, though the documents of the others are as they were.
    await writer.forgetCaughtUp();
    // Without its job a worker's lease holds no longer.
    await writer.deleteJob(feedId);
    await writer.deleteFeed(feedId);
    const entry = { actor, action: 'feed.deleted', subject: feed.name };
    await writer.insertAuditEntry(createAuditEntry(clock, entry));
    return null;
  });
}

/** The new run, or the one that is pending or in progress. Rejects with `conflict` for a paused feed. */
export async function refreshFeed(
  storage: Storage,
  { storeId, feedId, force }: FeedCall & { readonly feedId: string; readonly force: boolean },
  environment: Omit<FeedChangeEnvironment, 'lookAt'>,
): Promise<FeedRun> {
  return await writeInTurn(storage, storeId, environment.inTurn, async (writer) => {
    const feed = await writer.feed(feedId);
    if (feed === null) throw notFound('feed');
    const open = await writer.openFeedRun(feedId);
    if (open !== null) return await forceOpen(writer, open, force);
    if (feed.status === 'paused') {
      throw new AppError(
        'conflict',
        'The feed is paused. Activate it with is_active: it is then fetched at once.',
      );
    }
    const run = await insertRun(writer, feed, { trigger: 'manual', forced: force }, environment);
    await writer.scheduleJob(jobOf(feed, 0));
    return run;
  });
}

/** A run can be forced until it has passed the guard, or was stopped by it. */
async function forceOpen(writer: StoreWriter, open: FeedRun, force: boolean): Promise<FeedRun> {
  if (!force || open.details.forced || isWriting(open)) return open;
  if (open.details.errorCode === guardCode) {
    throw unavailable('The guard has just stopped the run that was under way. Try again in a moment.', 1);
  }
  await writer.forceFeedRun(open.run.id);
  return { ...open, details: { ...open.details, forced: true } };
}

/** Credentials stay with the origin they were given for, unless they are given again. */
async function refuseAddress(
  reader: Pick<StoreWriter, 'feeds'>,
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

function changedMeanwhile(): AppError {
  return new AppError('conflict', 'The feed was changed meanwhile. Look at it, and try again.');
}

/** Where the document would be after the change. */
async function sourceAfter(before: Feed, change: FeedChange, { sealer }: FeedEnvironment) {
  const { url, format } = { ...before, ...change };
  if (change.secret !== undefined) return { url, format, credentials: change.secret?.credentials ?? null };
  const opened = openCredentials(sealer, before);
  if (!opened.ok) throw new AppError('feed_unreachable', opened.message);
  return { url, format, credentials: opened.credentials };
}

async function applyChange(
  writer: StoreWriter,
  feed: Feed,
  { secret, isActive, ...fields }: FeedChange,
  { clock, sealer }: FeedEnvironment,
): Promise<ChangedFeed> {
  const isAnother = isAnotherDocument(feed, { ...fields, ...(secret === undefined ? {} : { secret }) });
  const auth =
    secret === undefined
      ? {}
      : { authType: secret?.type ?? null, authSealed: sealSecret(sealer, feed, secret) };
  const now = await writer.now();
  const isOtherInterval =
    fields.refreshInterval !== undefined && fields.refreshInterval !== feed.refreshInterval;
  const next = {
    ...feed,
    ...fields,
    ...auth,
    ...(isAnother ? noDocument : {}),
    updatedAt: clock.nowMicros(),
  };
  const timed = isOtherInterval ? { ...next, nextRunAt: now + intervalMicros(next.refreshInterval) } : next;
  const active = withActivity(timed, isActive);
  const isPaused = active.status === 'paused';
  const isDue = !isPaused && (isAnother || (isActive === true && feed.status !== 'active'));
  const changed = isDue ? { ...active, nextRunAt: now } : active;
  await writer.updateFeed(changed);
  const open = await writer.openFeedRun(feed.id);
  // One that writes goes on, and finds out at its end; without its job a worker's lease holds no longer.
  if (open !== null && (!isPaused || isWriting(open))) return { feed: changed, isDue };
  if (open !== null) {
    await breakOff(writer, open, 'The feed was paused before its document was read to the end.', clock);
    await writer.updateFeedRun({ ...open.details, errorCode: 'feed_paused', finishedAt: clock.nowMicros() });
  }
  if (isPaused) await writer.deleteJob(feed.id);
  else await writer.scheduleJob(jobOf(changed, changed.nextRunAt));
  return { feed: changed, isDue };
}

function isWriting({ run: { phase } }: FeedRun): boolean {
  return phase !== null && phase !== 'fetching';
}

/** Ends a run without announcing it, since the merchant asked for it. Fetched rows are deleted like any abandoned file. */
async function breakOff(writer: StoreWriter, { run }: FeedRun, error: string, clock: Clock): Promise<void> {
  const ended = { ...run, status: 'failed', phase: null, error } as const;
  await writer.updateImport({ ...ended, updatedAt: clock.nowMicros() });
  if (run.fileId !== null) await writer.expireFile(run.fileId);
}

/** What was paused or failing is active again (Contract §6); a healthy feed stays as it is. */
function withActivity(feed: Feed, isActive: boolean | undefined): Feed {
  if (isActive === false) return { ...feed, status: 'paused' };
  if (isActive === undefined || feed.status === 'active') return feed;
  // Failures stay counted: of the same trouble merchants hear once, and then of the recovery.
  return { ...feed, status: 'active', lastError: null };
}

/** For the audit log: never anything of a secret, and of an address nothing that may be one. */
function shownChange({ secret, url, ...fields }: FeedChange): Record<string, unknown> {
  return {
    ...fields,
    ...(url === undefined ? {} : { url: 'changed' }),
    ...(secret === undefined ? {} : { credentials: secret === null ? 'cleared' : 'replaced' }),
  };
}

/** The new feed, with its first run pending. Rejects if its document cannot be fetched or read, and with `conflict`. */
export async function registerFeed(
  storage: Storage,
  call: FeedCall & { readonly body: Uint8Array },
  environment: FeedChangeEnvironment,
): Promise<Feed> {
  const { storeId, actor } = call;
  const { clock, newId, policy, sealer, inTurn, lookAt } = environment;
  const { secret, ...settings } = readFeedInput(parseJsonObject(call.body), policy);
  await refuseOneMore(storage.reader(storeId), settings.url);
  const credentials = secret?.credentials ?? null;
  await lookAt(storeId, () => checkDocument({ ...settings, credentials }, environment));
  const owner = { id: newId(), storeId };
  return await writeInTurn(storage, storeId, inTurn, async (writer) => {
    await refuseOneMore(writer, settings.url);
    const now = clock.nowMicros();
    const feed: Feed = {
      ...owner,
      ...settings,
      ...nothingFetched,
      status: 'active',
      authType: secret?.type ?? null,
      authSealed: sealSecret(sealer, owner, secret),
      nextRunAt: (await writer.now()) + intervalMicros(settings.refreshInterval),
      createdAt: now,
      updatedAt: now,
    };
    await writer.insertFeed(feed);
    await insertRun(writer, feed, { trigger: 'registration', forced: false }, environment);
    await writer.scheduleJob(jobOf(feed, 0));
    const entry = { actor, action: 'feed.registered', subject: feed.name };
    await writer.insertAuditEntry(createAuditEntry(clock, entry));
    return feed;
  });
}

const nothingFetched = {
  ...noDocument,
  lastFetchedAt: null,
  lastError: null,
  failuresInRow: 0,
  caughtUpTo: 0,
} as const;

/** Refuses a feed beyond the limit, and an address that another feed has. */
async function refuseOneMore(reader: Pick<StoreReader, 'feeds'>, url: string): Promise<void> {
  await refuseTakenAddress(reader, url, null);
  if ((await reader.feeds()).length >= limits.feedsPerStore) {
    throw new AppError('conflict', `A store has at most ${limits.feedsPerStore} feeds. Delete one before.`);
  }
}

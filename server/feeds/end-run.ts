/**
 * Ends a run in its last transaction: updates the feed, plans its next run and announces the end. It never changes products. A feed
 * that is gone throws a plain error, which rolls back. Times are microseconds by the database's clock.
 */
// Tests: test/api/feed-runs.test.ts.
import type { RunEnvironment } from '../ingest/leased-run.ts';
import type { Feed, FeedRun, FeedRunDetails } from '../storage/feeds/tables.ts';
import type { StoreWriter } from '../storage/storage.ts';
import { isSameSource } from './feed-address.ts';
import { type FeedFault, guardCode } from './feed-fault.ts';
import { intervalMicros, latestRun, nextWorkAt } from './feed-schedule.ts';
import type { FetchFacts } from './feed-source.ts';
import { jobOf } from './new-run.ts';

/** The end of a run. */
export type RunEnd =
  | { readonly status: 'completed'; readonly notModified: boolean }
  | { readonly status: 'failed'; readonly fault: FeedFault };

/** A run, with its feed as it was when the run was taken up. */
interface EndedRun extends FeedRun {
  readonly feed: Feed;
}

/** Ends the run within the caller's transaction, which holds the lease of the feed's job. */
export async function endRun(
  writer: StoreWriter,
  { run, details, feed: begun }: EndedRun,
  end: RunEnd,
  { clock, announce }: Pick<RunEnvironment, 'clock' | 'announce'>,
): Promise<void> {
  const before = await writer.feeds.find(details.feedId);
  if (before === null) throw new Error('A feed is gone while its job is held.');
  const ended: FeedRunDetails = {
    ...details,
    notModified: end.status === 'completed' && end.notModified,
    errorCode: end.status === 'failed' ? end.fault.code : null,
    finishedAt: clock.nowMicros(),
  };
  await writer.feeds.updateRun(ended);
  const isSame = isSameSource(before, begun);
  const after =
    end.status === 'failed'
      ? afterFailure(before, end.fault)
      : afterSuccess(before, { run, details: ended }, isSame);
  // A feed whose address changed meanwhile is fetched from the new one.
  const nextRunAt = isSame ? await nextRunOf(writer, after) : await writer.feeds.now();
  const feed = { ...after, nextRunAt };
  await writer.feeds.update(feed);
  await planNext(writer, feed, ended.id);
  const wasFailing = before.failuresInRow > 0;
  const repeated = end.status === 'failed' && wasFailing;
  const recovered = end.status === 'completed' && wasFailing;
  await announceEnd(writer, { run, details: ended, feed, recovered, repeated }, announce);
}

/** A run that is over. */
interface AnnouncedRun extends FeedRun {
  readonly feed: Feed;
  /** Whether it went well after failures. */
  readonly recovered: boolean;
  /** Whether it is one more failure in a row. */
  readonly repeated: boolean;
}

/** Announces the end of a run. */
export async function announceEnd(
  writer: StoreWriter,
  { run, details, feed, recovered, repeated }: AnnouncedRun,
  announce: RunEnvironment['announce'],
): Promise<void> {
  const { trigger, reading, notModified, removedRows, restoredRows, errorCode, finishedAt } = details;
  // It may have been forced while it was under way.
  const forced = (await writer.feeds.run(details.id))?.details.forced === true;
  const guarded = errorCode === guardCode;
  await announce(writer, {
    type: run.status === 'failed' ? 'feed.run.failed' : 'feed.run.completed',
    run,
    feed: { id: feed.id, name: feed.name },
    outcome: {
      ...{ trigger, reading, notModified, removedRows, restoredRows, forced },
      ...{ recovered, repeated, guarded, errorCode, finishedAt },
    },
  });
}

function afterFailure(feed: Feed, { message }: FeedFault): Feed {
  return {
    ...feed,
    status: feed.status === 'paused' ? 'paused' : 'error',
    lastError: message,
    failuresInRow: feed.failuresInRow + 1,
    processedWith: null,
  };
}

function afterSuccess(feed: Feed, { run, details }: FeedRun, isSame: boolean): Feed {
  const facts = details.facts === null ? null : (JSON.parse(details.facts) as FetchFacts);
  const document =
    details.notModified || facts === null
      ? {}
      : { etag: facts.etag, lastModified: facts.lastModified, contentSha256: facts.sha256 ?? null };
  return {
    ...feed,
    ...document,
    status: feed.status === 'paused' ? 'paused' : 'active',
    lastError: null,
    failuresInRow: 0,
    lastFetchedAt: details.finishedAt,
    // Products that did not fit the plan may fit it the next time.
    processedWith: run.skippedRows > 0 ? null : details.processedWith,
    ...(isSame && facts?.shopTimeMs !== undefined
      ? changesReadFrom(facts.shopTimeMs, details.finishedAt)
      : {}),
  };
}

/** Everything that the shop stamped before the moment has been read. */
export function changesReadFrom(shopTimeMs: number, checkedAt: number | null) {
  return { changesSince: Math.floor(shopTimeMs * 1_000), changesCheckedAt: checkedAt, changesError: null };
}

/** Plans the next work on a feed. A new job replaces the one that this worker holds: it has no attempts yet and is due at its time. */
export async function planNext(writer: StoreWriter, feed: Feed, runId: string): Promise<void> {
  await writer.jobs.delete(feed.id);
  if (feed.status === 'paused') return;
  // A run that was asked for meanwhile waits for nothing.
  const isWanted = (await writer.feeds.openRun(feed.id)) !== null;
  const now = await writer.feeds.now();
  await writer.jobs.insert(jobOf(feed, isWanted ? now : nextWorkAt(feed, now, runId)));
}

/**
 * Returns the planned next run, unless its time has passed meanwhile: then this run has caught up with it. A time beyond the
 * longest wait comes from a clock that was set back since.
 */
async function nextRunOf(writer: StoreWriter, { nextRunAt, refreshInterval }: Feed): Promise<number> {
  const now = await writer.feeds.now();
  const isPlanned = nextRunAt > now && nextRunAt <= latestRun(refreshInterval, now);
  return isPlanned ? nextRunAt : now + intervalMicros(refreshInterval);
}

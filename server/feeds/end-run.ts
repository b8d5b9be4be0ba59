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
import { intervalMicros, latestRun } from './feed-schedule.ts';
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
  const after =
    end.status === 'failed' ? afterFailure(before, end.fault) : afterSuccess(before, { run, details: ended });
  // A feed whose address changed meanwhile is fetched from the new one.
  const nextRunAt = isSameSource(before, begun) ? await nextRunOf(writer, after) : await writer.feeds.now();
  const feed = { ...after, nextRunAt };
  await writer.feeds.update(feed);
  // A new job replaces the one that this worker holds: it has no attempts yet and is due at its time.
  await writer.jobs.delete(feed.id);
  if (feed.status !== 'paused') await writer.jobs.insert(jobOf(feed, feed.nextRunAt));
  const repeated = end.status === 'failed' && before.failuresInRow > 0;
  const { trigger, notModified, removedRows, restoredRows, errorCode, finishedAt } = ended;
  // It may have been forced while it was under way.
  const forced = (await writer.feeds.run(ended.id))?.details.forced === true;
  const guarded = errorCode === guardCode;
  const recovered = end.status === 'completed' && before.failuresInRow > 0;
  await announce(writer, {
    type: end.status === 'failed' ? 'feed.run.failed' : 'feed.run.completed',
    run,
    feed: { id: feed.id, name: feed.name },
    outcome: {
      trigger,
      notModified,
      removedRows,
      restoredRows,
      forced,
      recovered,
      repeated,
      guarded,
      errorCode,
      finishedAt,
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

function afterSuccess(feed: Feed, { run, details }: FeedRun): Feed {
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
  };
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

/**
 * Starts a feed's run: an import like any other, with a further row for the columns that only feeds have. It fetches nothing. A feed
 * that is gone or paused has its job deleted, and a lost lease gives null. Times are microseconds by the database's clock.
 */
// Tests: ./new-run.live.test.ts.
import type { FeedRunTrigger } from '../../contract/words/feeds.ts';
import type { Clock } from '../clock.ts';
import type { RunEnvironment } from '../ingest/leased-run.ts';
import { pendingRun } from '../ingest/run-counts.ts';
import type { Feed, FeedRun, FeedRunDetails } from '../storage/feeds/tables.ts';
import type { ClaimedJob, Lease, Store } from '../storage/records.ts';
import type { Storage, StoreWriter } from '../storage/storage.ts';
import { nextRunAfter } from './feed-schedule.ts';

/** Writes the run down. The caller sees to it that the feed has no other open one, and that its job is due. */
export async function insertRun(
  writer: StoreWriter,
  feed: Feed,
  begin: { readonly trigger: FeedRunTrigger; readonly forced: boolean },
  { clock, newId }: { readonly clock: Clock; readonly newId: () => string },
): Promise<FeedRun> {
  const run = pendingRun({
    id: newId(),
    storeId: feed.storeId,
    source: 'feed',
    filename: feed.name,
    dryRun: false,
    fileId: null,
    settings: null,
    createdAt: clock.nowMicros(),
  });
  const details: FeedRunDetails = {
    id: run.id,
    feedId: feed.id,
    ...begin,
    notModified: false,
    removedRows: 0,
    restoredRows: 0,
    unidentifiedRows: 0,
    errorCode: null,
    fence: 0,
    processedWith: null,
    facts: null,
    startedAt: null,
    finishedAt: null,
  };
  await writer.imports.insert(run);
  await writer.feeds.insertRun(details);
  return { details, run };
}

/** The job of a feed: one as long as the feed is not paused, so that no two workers work on it at once. */
export function jobOf({ id, storeId }: Pick<Feed, 'id' | 'storeId'>, runAt: number) {
  return { id, kind: 'feed', storeId, subject: id, runAt } as const;
}

/** A claimed feed with its current run. */
export interface ClaimedFeed {
  readonly feed: Feed;
  readonly run: FeedRun;
  readonly store: Store;
}

/** Null, with the job gone, where there is nothing to do: the feed was deleted or paused, or another worker has it. */
export async function claimRun(
  storage: Storage,
  job: ClaimedJob,
  lease: Lease,
  environment: Pick<RunEnvironment, 'inTurn' | 'clock' | 'newId'>,
): Promise<ClaimedFeed | null> {
  return await environment.inTurn(job.storeId, () =>
    storage.write(job.storeId, async (writer) => {
      if (!(await writer.jobs.renewLease(lease))) return null;
      const feed = await writer.feeds.find(job.subject);
      const open = feed === null ? null : await writer.feeds.openRun(feed.id);
      if (feed !== null && open !== null) return { feed, run: open, store: writer.store };
      if (feed !== null && feed.status !== 'paused') return await beginRun(writer, feed, environment);
      await writer.jobs.delete(job.id);
      return null;
    }),
  );
}

/** However long the feed was due: one run, and the next one an interval from now. */
async function beginRun(
  writer: StoreWriter,
  feed: Feed,
  environment: Pick<RunEnvironment, 'clock' | 'newId'>,
): Promise<ClaimedFeed> {
  const run = await insertRun(writer, feed, { trigger: 'schedule', forced: false }, environment);
  const nextRunAt = nextRunAfter(feed.refreshInterval, await writer.feeds.now(), run.details.id);
  const due = { ...feed, nextRunAt };
  await writer.feeds.update(due);
  return { feed: due, run, store: writer.store };
}

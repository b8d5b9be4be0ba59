/**
 * Starts a feed's run: an import like any other, with a further row for the columns that only feeds have. It fetches nothing. A feed
 * that is gone or paused has its job deleted, and a lost lease gives null. Times are microseconds by the database's clock.
 */
// Tests: ./new-run.live.test.ts.
import type { FeedReading, FeedRunTrigger } from '../../contract/words/feeds.ts';
import type { Clock } from '../clock.ts';
import type { RunEnvironment } from '../ingest/leased-run.ts';
import { pendingRun } from '../ingest/run-counts.ts';
import type { Feed, FeedRun, FeedRunDetails } from '../storage/feeds/tables.ts';
import type { ClaimedJob, Lease, Store } from '../storage/records.ts';
import type { Storage, StoreWriter } from '../storage/storage.ts';
import { isWholeDue, nextRunAfter } from './feed-schedule.ts';

/** The beginning of a run. */
interface Begin {
  readonly trigger: FeedRunTrigger;
  readonly forced: boolean;
}

/** The parts from outside that a new run needs. */
interface RunMaking {
  readonly clock: Clock;
  readonly newId: () => string;
}

/** Writes a run of a whole reading down. The caller sees to it that the feed has no other such open one, and that its job is due. */
export async function insertRun(
  writer: StoreWriter,
  feed: Feed,
  begin: Begin,
  making: RunMaking,
): Promise<FeedRun> {
  const created = createRun(feed, { ...begin, reading: 'whole' }, making);
  await writer.imports.insert(created.run);
  await writer.feeds.insertRun(created.details);
  return created;
}

function createRun(
  feed: Feed,
  begin: Begin & { readonly reading: FeedReading },
  { clock, newId }: RunMaking,
): FeedRun {
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
  /** False for a reading of changes that is written down once it finds any. */
  readonly isRecorded: boolean;
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
      if (feed !== null && open !== null) return { feed, run: open, isRecorded: true, store: writer.store };
      if (feed !== null && feed.status !== 'paused') {
        if (isWholeDue(feed, await writer.feeds.now())) return await beginRun(writer, feed, environment);
        const run = createRun(feed, { ...scheduled, reading: 'changes' }, environment);
        return { feed, run, isRecorded: false, store: writer.store };
      }
      await writer.jobs.delete(job.id);
      return null;
    }),
  );
}

const scheduled = { trigger: 'schedule', forced: false } as const;

/** However long the feed was due: one run, and the next one an interval from now. */
async function beginRun(
  writer: StoreWriter,
  feed: Feed,
  environment: Pick<RunEnvironment, 'clock' | 'newId'>,
): Promise<ClaimedFeed> {
  const run = await insertRun(writer, feed, scheduled, environment);
  const nextRunAt = nextRunAfter(feed.refreshInterval, await writer.feeds.now(), run.details.id);
  const due = { ...feed, nextRunAt };
  await writer.feeds.update(due);
  return { feed: due, run, isRecorded: true, store: writer.store };
}

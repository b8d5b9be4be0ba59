/** What there is to do for a feed whose job was claimed: its open run, or a new one where it is due. */
import type { RunEnvironment } from '../ingest/leased-run.ts';
import type { Feed, FeedRun } from '../storage/feeds.ts';
import type { ClaimedJob, Lease, Store } from '../storage/records.ts';
import type { Storage, StoreWriter } from '../storage/storage.ts';
import { nextRunAfter } from './feed-schedule.ts';
import { insertRun } from './new-run.ts';

/** A feed with the run that is to be worked on. */
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
      if (!(await writer.renewLease(lease))) return null;
      const feed = await writer.feed(job.subject);
      const open = feed === null ? null : await writer.openFeedRun(feed.id);
      if (feed !== null && open !== null) return { feed, run: open, store: writer.store };
      if (feed !== null && feed.status !== 'paused') return await beginRun(writer, feed, environment);
      await writer.deleteJob(job.id);
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
  const nextRunAt = nextRunAfter(feed.refreshInterval, await writer.now(), run.details.id);
  const due = { ...feed, nextRunAt };
  await writer.updateFeed(due);
  return { feed: due, run, store: writer.store };
}

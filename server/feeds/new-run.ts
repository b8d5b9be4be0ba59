/** A run of a feed that waits: an import like any other, with what only feeds know beside it. */
import type { FeedRunTrigger } from '../../contract/words/feeds.ts';
import type { Clock } from '../clock.ts';
import { pendingRun } from '../ingest/run-counts.ts';
import type { Feed, FeedRun, FeedRunDetails } from '../storage/feeds.ts';
import type { StoreWriter } from '../storage/storage.ts';

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
  await writer.insertImport(run);
  await writer.insertFeedRun(details);
  return { details, run };
}

/** What makes a feed due: one job for as long as it is not paused, so that nobody works on it twice at once. */
export function jobOf({ id, storeId }: Pick<Feed, 'id' | 'storeId'>, runAt: number) {
  return { id, kind: 'feed', storeId, subject: id, runAt } as const;
}

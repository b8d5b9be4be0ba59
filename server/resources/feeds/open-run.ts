/**
 * Changes the run of a feed that waits or is under way: lets it pass the removal guard, or ends it because its feed changes. It runs
 * inside the caller's transaction, and never stops a worker: that one notices its lost lease. Times are microseconds since 1970.
 */
// Tests: test/api/feed-runs.test.ts.
import type { Clock } from '../../clock.ts';
import { unavailable } from '../../errors.ts';
import { guardCode } from '../../feeds/feed-fault.ts';
import type { FeedRun } from '../../storage/feeds/tables.ts';
import type { StoreWriter } from '../../storage/storage.ts';

/** Whether the document was read, and the run writes to the catalog. */
export function isWriting({ run: { phase } }: FeedRun): boolean {
  return phase !== null && phase !== 'fetching';
}

/** Lets a run through the removal guard, unless it has passed it. Rejects with `unavailable` if the guard has just stopped it. */
export async function passRemovalGuard(writer: StoreWriter, open: FeedRun): Promise<FeedRun> {
  if (open.details.forced || isWriting(open)) return open;
  if (open.details.errorCode === guardCode) {
    throw unavailable('The guard has just stopped the run that was under way. Try again in a moment.', 1);
  }
  await writer.feeds.forceRun(open.run.id);
  return { ...open, details: { ...open.details, forced: true } };
}

/** Ends a run without announcing it, since the merchant asked for it. Fetched rows are deleted like any abandoned file. */
export async function abortRun(
  writer: StoreWriter,
  { run }: FeedRun,
  error: string,
  clock: Clock,
): Promise<void> {
  const ended = { ...run, status: 'failed', phase: null, error } as const;
  await writer.imports.update({ ...ended, updatedAt: clock.nowMicros() });
  if (run.fileId !== null) await writer.files.expire(run.fileId);
}

/**
 * Ends a reading of changes in its last transaction: moves the moment from which the next one begins, or keeps why it failed, and plans
 * what comes next. The state of the feed stays that of its whole readings. It never changes products. Times are microseconds.
 */
// Tests: test/api/shop-changes.test.ts.
import type { RunEnvironment } from '../ingest/leased-run.ts';
import type { Feed, FeedRun, FeedRunDetails } from '../storage/feeds/tables.ts';
import type { StoreWriter } from '../storage/storage.ts';
import { announceEnd, changesReadFrom, planNext } from './end-run.ts';
import { isSameSource } from './feed-address.ts';
import type { FeedFault } from './feed-fault.ts';

/** The end of a reading of changes. */
export type ChangesEnd =
  | { readonly status: 'completed'; readonly shopTimeMs: number }
  | { readonly status: 'failed'; readonly fault: FeedFault };

/** A reading, with its feed as it was when the reading began. */
interface EndedChanges extends FeedRun {
  readonly feed: Feed;
  /** Whether its run was written down. */
  readonly isRecorded: boolean;
}

/**
 * Ends the reading within the caller's transaction, which holds the lease of the feed's job, and then writes the record of the run.
 * Returns whether there is one.
 */
export async function endChanges(
  writer: StoreWriter,
  { run, details, feed: begun, isRecorded }: EndedChanges,
  end: ChangesEnd,
  { clock, announce }: Pick<RunEnvironment, 'clock' | 'announce'>,
): Promise<boolean> {
  const before = await writer.feeds.find(details.feedId);
  if (before === null) throw new Error('A feed is gone while its job is held.');
  const finishedAt = clock.nowMicros();
  const errorCode = end.status === 'failed' ? end.fault.code : null;
  const ended: FeedRunDetails = { ...details, errorCode, finishedAt };
  const wasFailing = before.changesError !== null;
  // Of failures in a row the first is written down, and then the recovery.
  const isNews = wasFailing === (end.status === 'completed');
  if (!isRecorded && isNews) {
    await writer.imports.insert(run);
    await writer.feeds.insertRun(ended);
  } else if (isRecorded) await writer.feeds.updateRun(ended);
  // Nothing is known of a shop whose address changed meanwhile.
  const feed = isSameSource(before, begun) ? { ...before, ...stateAfter(end, finishedAt) } : before;
  await writer.feeds.update(feed);
  await planNext(writer, feed, details.id);
  if (!isRecorded && !isNews) return false;
  const isRepeated = end.status === 'failed' && wasFailing;
  const recovered = end.status === 'completed' && wasFailing;
  await announceEnd(writer, { run, details: ended, feed, recovered, repeated: isRepeated }, announce);
  return true;
}

function stateAfter(end: ChangesEnd, finishedAt: number) {
  return end.status === 'failed'
    ? { changesError: end.fault.message }
    : changesReadFrom(end.shopTimeMs, finishedAt);
}

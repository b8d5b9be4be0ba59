/** Throws away what nobody looks at any more, in steps so small that writers of the store hardly wait for them. */
import { limits } from '../../contract/limits.ts';
import { type Clock, formatDay } from '../clock.ts';
import type { StoreReader, StoreWriter } from '../storage/storage.ts';
import { bucketOf } from './time-buckets.ts';

/** The way to one store. */
export interface PruningAccess {
  readonly reader: StoreReader;
  /** One transaction each. */
  write<Result>(work: (writer: StoreWriter) => Promise<Result>): Promise<Result>;
}

const dayMicros = 24 * 3_600 * 1_000_000;

/**
 * A step: of changes of products, failed rows, messages to endpoints and places in collections that are over at most
 * `rowsPerStep` each, and at most one import; of failed rows that are too many, as many. True while there is more to do.
 */
export async function pruneStore(
  { reader, write }: PruningAccess,
  clock: Clock,
  rowsPerStep: number,
): Promise<boolean> {
  const now = clock.nowMicros();
  await write((writer) => writer.deleteStatisticsBefore(bucketOf(now - limits.statisticsDays * dayMicros)));
  const usageFrom = formatDay(now - limits.enrichmentUsageKeptDays * dayMicros);
  await write((writer) => writer.deleteEnrichmentUsageBefore(usageFrom));
  const old = { at: now - limits.changesDays * dayMicros, limit: rowsPerStep };
  const changes = await write((writer) => writer.deleteChangesBefore(old));
  const createdBefore = now - limits.importsDays * dayMicros;
  const importId = await reader.expiredImport({ createdBefore, kept: limits.importsKept });
  if (importId !== null) {
    await write(async (writer) => {
      const failures = await writer.deleteFailures(importId, rowsPerStep);
      if (failures === rowsPerStep) return;
      await writer.deleteImport(importId);
      // Where it was the run of a feed.
      await writer.deleteFeedRun(importId);
    });
  }
  const isFull = (await reader.sumFailureBytes()) > limits.storeFailuresMaxBytes / 2;
  const fullId = isFull ? await reader.oldestFailures() : null;
  if (fullId !== null) {
    await write(async (writer) => {
      const failures = await writer.deleteFailures(fullId, rowsPerStep);
      if (failures < rowsPerStep) await writer.noteFailuresDropped(fullId);
    });
  }
  const oldMessages = { at: now - limits.deliveriesDays * dayMicros, limit: rowsPerStep };
  const messages = await write((writer) => writer.deleteDeliveriesBefore(oldMessages));
  const oldErasures = { at: now - limits.erasuresDays * dayMicros, limit: rowsPerStep };
  const erasures = await write((writer) => writer.deleteErasuresBefore(oldErasures));
  const past = await reader.pastMemberships({ now, limit: rowsPerStep });
  if (past.length > 0) await write((writer) => writer.deletePastMemberships(past));
  const isMore = [changes, messages, erasures, past.length].includes(rowsPerStep);
  return isMore || importId !== null || fullId !== null;
}

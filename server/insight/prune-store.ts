/** Throws away what nobody looks at any more, in steps so small that writers of the store hardly wait for them. */
import { limits } from '../../contract/limits.ts';
import { type Clock, formatDay } from '../clock.ts';
import type { ImportRun } from '../storage/records.ts';
import type { StoreReader, StoreWriter } from '../storage/storage.ts';
import { bucketOf } from './time-buckets.ts';

/** The way to one store. */
export interface PruningAccess {
  readonly reader: StoreReader;
  /** One transaction each. */
  write<Result>(work: (writer: StoreWriter) => Promise<Result>): Promise<Result>;
}

const dayMicros = 24 * 3_600 * 1_000_000;

/** How much of what a store keeps may be there. */
export type KeptRows = Record<'importsMax' | 'auditEntriesMax', number>;

/** Imports that a step may end: chosen, some milliseconds of the store's lock. */
const importsPerStep = 200;

/**
 * A step: of changes of products, failed rows, messages to endpoints, entries of the audit log, Idempotency-Keys and places
 * in collections that are over at most `rowsPerStep` each, and a few imports; of failed rows that are too many, as many. True while there
 * is more to do.
 */
export async function pruneStore(
  { reader, write }: PruningAccess,
  clock: Clock,
  rowsPerStep: number,
  { importsMax, auditEntriesMax }: KeptRows = limits,
): Promise<boolean> {
  const now = clock.nowMicros();
  await write((writer) => writer.deleteStatisticsBefore(bucketOf(now - limits.statisticsDays * dayMicros)));
  const usageFrom = formatDay(now - limits.enrichmentUsageKeptDays * dayMicros);
  await write((writer) => writer.deleteEnrichmentUsageBefore(usageFrom));
  const old = { at: now - limits.changesDays * dayMicros, limit: rowsPerStep };
  const changes = await write((writer) => writer.deleteChangesBefore(old));
  const expired = await reader.expiredImports({
    createdBefore: now - limits.importsDays * dayMicros,
    ...{ kept: limits.importsKept, most: importsMax, limit: importsPerStep },
  });
  if (expired.length > 0) await write((writer) => deleteImports(writer, expired, rowsPerStep));
  const isFull = (await reader.failureBytes()) > limits.storeFailuresMaxBytes / 2;
  const full = isFull ? await reader.oldestFailures(importsPerStep) : [];
  if (full.length > 0) await write((writer) => dropFailures(writer, full, rowsPerStep));
  const oldMessages = { at: now - limits.deliveriesDays * dayMicros, limit: rowsPerStep };
  const messages = await write((writer) => writer.deleteDeliveriesBefore(oldMessages));
  const tooMany = { kept: auditEntriesMax, limit: rowsPerStep };
  const entries = await write((writer) => writer.deleteAuditEntries(tooMany));
  const oldKeys = { at: now - limits.idempotencyHours * 3_600 * 1_000_000, limit: rowsPerStep };
  const keys = await write((writer) => writer.deleteIdempotencyBefore(oldKeys));
  const oldErasures = { at: now - limits.erasuresDays * dayMicros, limit: rowsPerStep };
  const erasures = await write((writer) => writer.deleteErasuresBefore(oldErasures));
  const past = await reader.pastMemberships({ now, limit: rowsPerStep });
  if (past.length > 0) await write((writer) => writer.deletePastMemberships(past));
  const isMore =
    [changes, messages, entries, keys, erasures, past.length].includes(rowsPerStep) ||
    expired.length + full.length > 0;
  if (!isMore) await write((writer) => writer.recountFailureBytes());
  return isMore;
}

/** As far as `rowsPerStep` failed rows and keys go. */
async function deleteImports(
  writer: StoreWriter,
  imports: readonly Pick<ImportRun, 'id' | 'createdAt'>[],
  rowsPerStep: number,
): Promise<void> {
  let rows = 0;
  for (const { id, createdAt } of imports) {
    rows += await writer.deleteFailures(id, rowsPerStep - rows);
    if (rows === rowsPerStep) return;
    // An Idempotency-Key names an import that is there.
    rows += await writer.deleteIdempotencyBefore({ at: createdAt + 1, limit: rowsPerStep - rows });
    if (rows === rowsPerStep) return;
    await writer.deleteImport(id);
    // Where it was the run of a feed.
    await writer.deleteFeedRun(id);
  }
}

/** As far as `rowsPerStep` failed rows go, and no further than the store is at half of its bound. */
async function dropFailures(
  writer: StoreWriter,
  importIds: readonly string[],
  rowsPerStep: number,
): Promise<void> {
  let rows = 0;
  for (const id of importIds) {
    rows += await writer.deleteFailures(id, rowsPerStep - rows);
    if (rows === rowsPerStep) return;
    await writer.noteFailuresDropped(id);
    if ((await writer.failureBytes()) <= limits.storeFailuresMaxBytes / 2) return;
  }
}

/**
 * Deletes rows that are no longer read, in steps so small that writers of the store hardly wait for them. Rows that are still referred
 * to stay: an import goes after its failed rows and keys. It never deletes products. Kept: imports and changes 90 days, deliveries 30,
 * statistics 30, what runs replaced 8, erasures 400, Idempotency-Keys 24 hours; a step takes at most 200 imports. A read that fails fails its step, which
 * the next round tries again.
 */
// Tests: ./prune-store.live.test.ts.
import { limits } from '../../contract/limits.ts';
import { type Clock, dayMicros, formatDay, hourMicros } from '../clock.ts';
import type { PruneKind } from '../jobs/prune-kinds.ts';
import type { ImportRun } from '../storage/records.ts';
import type { StoreReader, StoreWriter } from '../storage/storage.ts';
import { bucketOf } from './time-buckets.ts';

/** The reads of a store that pruning needs. */
export type PruningReader = Pick<StoreReader, 'imports' | 'collections'>;

/** Numbers of imports and audit entries of a store that are kept. */
export type KeptRows = Record<'importsMax' | 'auditEntriesMax', number>;

/** Days for which alerts are kept. Chosen: a season. */
const alertsKeptDays = 90;

/** Imports that a step may delete, at most. Chosen: some milliseconds of the store's lock. */
const importsPerStep = 200;

/**
 * Returns steps that delete at most `rowsPerStep` rows of each of:
 * - changes of products, what runs replaced, messages to webhooks and erasures that are over
 * - failed rows and Idempotency-Keys of imports that are over, with some of these imports
 * - failed rows of the oldest runs, if a store has too many
 * - alerts that are over their time
 * - entries of the audit log beyond `auditEntriesMax`
 * - Idempotency-Keys and places in collections that are over
 *
 * and all statistics and usage that are over; and that rewrite so many products of the version before. A failed read fails
 * the step that needs it.
 */
export async function kindsOfStore(
  reader: PruningReader,
  clock: Clock,
  rowsPerStep: number,
  { importsMax, auditEntriesMax }: KeptRows = limits,
): Promise<PruneKind[]> {
  const now = clock.nowMicros();
  const limit = rowsPerStep;
  const expired = reader.imports.expired({
    createdBefore: now - limits.importsDays * dayMicros,
    kept: limits.importsKept,
    most: importsMax,
    limit: importsPerStep,
  });
  const full = reader.imports
    .failureBytes()
    .then((bytes) =>
      bytes > limits.storeFailuresMaxBytes / 2 ? reader.imports.oldestWithFailures(importsPerStep) : [],
    );
  const past = reader.collections.pastMemberships({ now, limit });
  // Before any transaction begins: on SQLite a read within one would wait for it.
  await Promise.allSettled([expired, full, past]);
  const before = (ageMicros: number) => ({ at: now - ageMicros, limit });
  return [
    async (writer) => {
      await writer.statistics.deleteBefore(bucketOf(now - limits.statisticsDays * dayMicros));
      await writer.enrichment.deleteUsageBefore(formatDay(now - limits.enrichmentUsageKeptDays * dayMicros));
      return false;
    },
    async (writer) =>
      (await writer.products.deleteChangesBefore(before(limits.changesDays * dayMicros))) === limit,
    async (writer) => {
      await deleteImports(writer, await expired, rowsPerStep);
      return (await expired).length > 0;
    },
    async (writer) => {
      await dropFailures(writer, await full, rowsPerStep);
      return (await full).length > 0;
    },
    async (writer) =>
      (await writer.webhooks.deleteDeliveriesBefore(before(limits.deliveriesDays * dayMicros))) === limit,
    async (writer) => (await writer.alerts.deleteBefore(before(alertsKeptDays * dayMicros))) === limit,
    async (writer) => (await writer.audit.deleteOldest({ kept: auditEntriesMax, limit })) === limit,
    async (writer) =>
      (await writer.idempotency.deleteBefore(before(limits.idempotencyHours * hourMicros))) === limit,
    async (writer) => (await writer.replaced.deleteBefore(before(limits.replacedDays * dayMicros))) === limit,
    async (writer) => (await writer.erasures.deleteBefore(before(limits.erasuresDays * dayMicros))) === limit,
    async (writer) => {
      const places = await past;
      if (places.length > 0) await writer.collections.deletePastMemberships(places);
      return places.length === limit;
    },
    (writer) => writer.products.shortenRows(limit),
    async (writer, isMore) => {
      if (!isMore) await writer.imports.recountFailureBytes();
      return false;
    },
  ];
}

/** Deletes imports, as far as `rowsPerStep` failed rows and keys go. */
async function deleteImports(
  writer: StoreWriter,
  imports: readonly Pick<ImportRun, 'id' | 'createdAt'>[],
  rowsPerStep: number,
): Promise<void> {
  let rows = 0;
  for (const { id, createdAt } of imports) {
    rows += await writer.imports.deleteFailures(id, rowsPerStep - rows);
    if (rows === rowsPerStep) return;
    // An Idempotency-Key names an import that is there.
    rows += await writer.idempotency.deleteBefore({ at: createdAt + 1, limit: rowsPerStep - rows });
    if (rows === rowsPerStep) return;
    await writer.imports.delete(id);
    // Where it was the run of a feed.
    await writer.feeds.deleteRun(id);
  }
}

/** Deletes failed rows, at most `rowsPerStep`, until the store is at half of its bound. */
async function dropFailures(
  writer: StoreWriter,
  importIds: readonly string[],
  rowsPerStep: number,
): Promise<void> {
  let rows = 0;
  for (const id of importIds) {
    rows += await writer.imports.deleteFailures(id, rowsPerStep - rows);
    if (rows === rowsPerStep) return;
    await writer.imports.noteFailuresDropped(id);
    if ((await writer.imports.failureBytes()) <= limits.storeFailuresMaxBytes / 2) return;
  }
}

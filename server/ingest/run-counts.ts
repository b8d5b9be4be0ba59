/**
 * The record of a run: its counts and its failed rows, for every method of import. Failed rows are kept in full while run and store
 * have room, then without their text, then not at all; the counts are complete in any case. pruneStore makes room, oldest runs first.
 * It reads no clock and never fails a run for lack of room. Limits: 512 MiB of failed rows for a run, 2 GiB for a store; from three
 * quarters of either on rows are kept without their text. A record shows at most 100 failures, 100 warnings (64 Ki characters) and 5
 * sample rows for each code.
 */
// Tests: ./run-counts.live.test.ts.
import { limits } from '../../contract/limits.ts';
import type { Failure, ImportRun, Issue, RowReport } from '../storage/records.ts';
import type { StoreWriter } from '../storage/storage.ts';
import type { Decisions } from './decide-writes.ts';
import type { PreparedRows } from './prepare-rows.ts';

/** A run before its first row. */
export type RunIdentity = Pick<
  ImportRun,
  'id' | 'storeId' | 'source' | 'filename' | 'dryRun' | 'fileId' | 'settings' | 'createdAt'
>;

/** The counts of a run that has read no row. */
export const noCounts = {
  totalRows: 0,
  processedRows: 0,
  validRows: 0,
  failedRows: 0,
  skippedRows: 0,
  createdRows: 0,
  updatedRows: 0,
  unchangedRows: 0,
  queuedRows: 0,
  warningRows: 0,
  issues: [],
  warnings: [],
  failureBytes: 0,
  failuresDropped: 0,
} as const;

/** A run that waits: nothing is known of its rows. */
export function pendingRun(identity: RunIdentity): ImportRun {
  return {
    ...identity,
    status: 'pending',
    error: null,
    ...noCounts,
    failures: [],
    layout: null,
    phase: null,
    keepsReplaced: true,
    undo: null,
    updatedAt: identity.createdAt,
  };
}

const undoMicros = limits.undoDays * 24 * 3_600 * 1_000_000;

/** The time until which a run can be undone, in microseconds; null where it cannot be, or has been. */
export function undoUntil(run: ImportRun): number | null {
  const isOver = run.status === 'completed' || run.status === 'failed';
  const isPossible = isOver && !run.dryRun && run.keepsReplaced && run.undo?.finishedAt == null;
  return isPossible ? run.updatedAt + undoMicros : null;
}

/** The run with the counts of a decided batch added; the caller sets `processedRows` and the total. */
export function addBatch(run: ImportRun, prepared: PreparedRows, decisions: Decisions): ImportRun {
  const accepted = prepared.products.reduce((rows, product) => rows + product.rowCount, 0);
  return {
    ...run,
    validRows: run.validRows + accepted - decisions.skippedRows,
    failedRows: run.failedRows + prepared.failures.length,
    skippedRows: run.skippedRows + decisions.skippedRows,
    createdRows: run.createdRows + decisions.createdRows,
    updatedRows: run.updatedRows + decisions.updatedRows,
    unchangedRows: run.unchangedRows + decisions.unchangedRows,
    queuedRows: run.queuedRows + decisions.jobs.length,
    warningRows: run.warningRows + prepared.warnings.length,
    issues: addIssues(run.issues, prepared.failures),
    warnings: addWarnings(run.warnings, prepared.warnings),
  };
}

/** Appends items up to `most`. Items are copied, because a substring keeps its whole source text in memory. */
export function appendUpTo<Item>(
  kept: readonly Item[],
  further: readonly Item[],
  most: number,
): readonly Item[] {
  const room = most - kept.length;
  return room > 0 ? [...kept, ...structuredClone(further.slice(0, room))] : kept;
}

/** Adds warnings while there is room: a record is read and written whole, and stays for months. */
function addWarnings(warnings: readonly RowReport[], further: readonly RowReport[]): readonly RowReport[] {
  const shown: RowReport[] = [];
  let length = JSON.stringify(warnings).length;
  for (const warning of further) {
    length += JSON.stringify(warning).length;
    const isFull =
      warnings.length + shown.length >= limits.warningsShownInImport || length > limits.warningsMaxLength;
    if (isFull) break;
    shown.push(warning);
  }
  return appendUpTo(warnings, shown, limits.warningsShownInImport);
}

/**
 * The grouped summary of a run's faults with those of further rows: one entry a code, most frequent first. A row
 * counts once for each code it has.
 */
export function addIssues(issues: readonly Issue[], failures: readonly Failure[]): readonly Issue[] {
  if (failures.length === 0) return issues;
  const byCode = new Map(
    issues.map(({ code, count, sampleRows }) => [code, { count, sampleRows: [...sampleRows] }]),
  );
  for (const { row, problems } of failures) {
    for (const code of new Set(problems.map((found) => found.code))) {
      const issue = byCode.get(code) ?? { count: 0, sampleRows: [] };
      issue.count += 1;
      if (issue.sampleRows.length < limits.issueSampleRows) issue.sampleRows.push(row);
      byCode.set(code, issue);
    }
  }
  return [...byCode]
    .map(([code, issue]) => ({ code, ...issue }))
    .sort((a, b) => b.count - a.count || (a.code < b.code ? -1 : 1));
}

/** The part of a run that says how its failed rows are kept. */
export type FailuresKept = Pick<ImportRun, 'failureBytes' | 'failuresDropped'>;

/** Writes further failures of the run within the caller's transaction, which then writes the returned record. */
export async function recordFailures(
  writer: Pick<StoreWriter, 'imports'>,
  run: FailuresKept & Pick<ImportRun, 'id'>,
  failures: readonly Failure[],
): Promise<FailuresKept> {
  let { failureBytes, failuresDropped } = run;
  if (failures.length === 0) return { failureBytes, failuresDropped };
  // Under the store's lock, so that runs beside this one are counted.
  let ofStore = await writer.imports.failureBytes();
  const kept: Failure[] = [];
  for (const failure of failures) {
    const filled = Math.max(
      failureBytes / limits.runFailuresMaxBytes,
      ofStore / limits.storeFailuresMaxBytes,
    );
    if (filled >= 1) break;
    const recorded = filled < limits.failureTextShare ? failure : { ...failure, raw: null };
    kept.push(recorded);
    failureBytes += bytesOf(recorded);
    ofStore += bytesOf(recorded);
  }
  await writer.imports.insertFailures(run.id, kept);
  await writer.imports.addFailureBytes(failureBytes - run.failureBytes);
  failuresDropped += failures.length - kept.length;
  return { failureBytes, failuresDropped };
}

/** Ids, numbers and what a database adds to a row. Chosen. */
const rowBytes = 160;

function bytesOf({ raw, externalId, problems }: Failure): number {
  return rowBytes + Buffer.byteLength(`${raw ?? ''}${externalId ?? ''}${JSON.stringify(problems)}`);
}

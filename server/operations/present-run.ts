/**
 * Runs and their rows as the API shows them, in which imports and runs of feeds are alike (Contract §5, §6). Times become ISO 8601,
 * counts are rows. Pure: it reads nothing more, never shows a value longer than was stored, and cannot fail on a stored run.
 */
// Tests: server/http/presenters/failures-csv.live.test.ts.
import type { FailureBody, ImportBody, IssueBody, UndoBody } from '../../contract/imports.ts';
import { formatTimestamp } from '../clock.ts';
import { undoUntil } from '../ingest/run-counts.ts';
import type { RunUndo } from '../storage/imports/tables.ts';
import type { ImportRun, Issue, RowReport } from '../storage/records.ts';

/** The state and the counts of a run; `self` is its address. */
export function presentRun(
  run: ImportRun,
  self: string,
): Omit<ImportBody, 'id' | 'source' | 'filename' | 'dry_run' | 'failures' | 'warnings'> {
  return {
    status: run.status,
    total_rows: run.totalRows,
    processed_rows: run.processedRows,
    valid_rows: run.validRows,
    failed_rows: run.failedRows,
    skipped_rows: run.skippedRows,
    created_rows: run.createdRows,
    updated_rows: run.updatedRows,
    unchanged_rows: run.unchangedRows,
    queued_rows: run.queuedRows,
    warning_rows: run.warningRows,
    failure_count: run.failedRows,
    failures_dropped: run.failuresDropped,
    issues: run.issues.map(presentIssue),
    error: run.error,
    undo: run.undo === null ? null : presentUndo(run.undo),
    undo_until: timeOrNull(undoUntil(run)),
    created_at: formatTimestamp(run.createdAt),
    updated_at: formatTimestamp(run.updatedAt),
    links: { self },
  };
}

function presentUndo({ finishedAt, by, ...counts }: RunUndo): NonNullable<ImportBody['undo']> {
  return { ...presentUndoCounts(counts), by, undone_at: timeOrNull(finishedAt) };
}

/** Presents products of an undo by what became of them. */
export function presentUndoCounts(undo: Pick<RunUndo, 'restored' | 'removed' | 'changedSince'>): UndoBody {
  return { restored: undo.restored, removed: undo.removed, changed_since: undo.changedSince };
}

function timeOrNull(micros: number | null): string | null {
  return micros === null ? null : formatTimestamp(micros);
}

/** Presents how often a code occurred. */
export function presentIssue({ code, count, sampleRows }: Issue): IssueBody {
  return { code, count, sample_rows: [...sampleRows] };
}

/** A row that failed or was noted: its first fault beside the row, all of them in `errors`. */
export function presentRow(failure: RowReport): FailureBody {
  const [first] = failure.problems;
  return {
    row: failure.row,
    line: failure.line,
    external_id: failure.externalId,
    path: first.path,
    code: first.code,
    message: first.message,
    value: first.value,
    errors: failure.problems.map(({ path, code, message, value }) => ({ path, code, message, value })),
  };
}

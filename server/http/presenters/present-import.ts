/** Imports and their failures as the API shows them (§2.3; Contract §5). */
import type { FailureBody, ImportBody } from '../../../contract/product-import.ts';
import { formatTimestamp } from '../../clock.ts';
import type { ImportRun, RowReport } from '../../storage/records.ts';

/** `origin` makes `links.self` absolute. */
export function presentImport(run: ImportRun, origin: string): ImportBody {
  return {
    id: run.id,
    status: run.status,
    source: run.source,
    filename: run.filename,
    dry_run: run.dryRun,
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
    error: run.error,
    issues: run.issues.map(({ code, count, sampleRows }) => ({ code, count, sample_rows: [...sampleRows] })),
    failures: run.failures.map(presentRow),
    warnings: run.warnings.map(presentRow),
    created_at: formatTimestamp(run.createdAt),
    updated_at: formatTimestamp(run.updatedAt),
    links: { self: `${origin}/api/v1/product-imports/${run.id}` },
  };
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

/** Imports, their failures and idempotency records between records.ts and their tables. */

import type { Insertable, Selectable } from 'kysely';
import type { ImportSource, ImportStatus } from '../../contract/words/product-import.ts';
import type { FailedRowsFile } from './feeds.ts';
import { checkedJson, readJson } from './json-columns.ts';
import type { Failure, IdempotencyRecord, ImportPhase, ImportRun } from './records.ts';
import type { IdempotencyKeysTable, ImportFailuresTable, ImportsTable } from './schema.ts';

export function toImportRow(storeId: string, run: ImportRun): Insertable<ImportsTable> {
  return {
    store_id: storeId,
    id: run.id,
    source: run.source,
    filename: run.filename,
    status: run.status,
    dry_run: run.dryRun,
    error: run.error,
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
    created_at: run.createdAt,
    updated_at: run.updatedAt,
    issues: JSON.stringify(run.issues),
    warnings: JSON.stringify(run.warnings),
    file_id: run.fileId,
    settings: run.settings,
    layout: run.layout,
    phase: run.phase,
    failure_bytes: run.failureBytes,
    failures_dropped: run.failuresDropped,
  };
}

export function toFailedRowsFile(
  row: Pick<Selectable<ImportsTable>, 'id' | 'filename' | 'layout' | 'failures_dropped'> & {
    readonly feed_id: string | null;
  },
): FailedRowsFile {
  return {
    feedId: row.feed_id,
    filename: row.filename,
    layout: checkedJson('imports', row, 'layout'),
    failuresDropped: row.failures_dropped,
  };
}

export function toImportRun(row: Selectable<ImportsTable>, failures: readonly Failure[]): ImportRun {
  return {
    id: row.id,
    storeId: row.store_id,
    source: row.source as ImportSource,
    filename: row.filename,
    status: row.status as ImportStatus,
    dryRun: Boolean(row.dry_run),
    error: row.error,
    totalRows: row.total_rows,
    processedRows: row.processed_rows,
    validRows: row.valid_rows,
    failedRows: row.failed_rows,
    skippedRows: row.skipped_rows,
    createdRows: row.created_rows,
    updatedRows: row.updated_rows,
    unchangedRows: row.unchanged_rows,
    queuedRows: row.queued_rows,
    warningRows: row.warning_rows,
    issues: readJson('imports', row, 'issues'),
    failures,
    warnings: readJson('imports', row, 'warnings'),
    failureBytes: row.failure_bytes,
    failuresDropped: row.failures_dropped,
    fileId: row.file_id,
    settings: checkedJson('imports', row, 'settings'),
    layout: checkedJson('imports', row, 'layout'),
    phase: row.phase as ImportPhase | null,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

export function toFailureRow(storeId: string, importId: string, failure: Failure): ImportFailuresTable {
  return {
    store_id: storeId,
    import_id: importId,
    row: failure.row,
    line: failure.line,
    external_id: failure.externalId,
    problems: JSON.stringify(failure.problems),
    raw: failure.raw,
  };
}

export function toFailure(
  row: Pick<ImportFailuresTable, 'row' | 'line' | 'external_id' | 'problems' | 'raw'>,
): Failure {
  const { line, raw } = row;
  return {
    row: row.row,
    line,
    externalId: row.external_id,
    problems: readJson('import_failures', row, 'problems'),
    raw,
  };
}

export function toIdempotencyRecord(row: IdempotencyKeysTable): IdempotencyRecord {
  return {
    key: row.key,
    requestHash: row.request_hash,
    importId: row.import_id,
    createdAt: row.created_at,
  };
}

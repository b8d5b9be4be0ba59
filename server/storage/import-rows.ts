/** Imports and their failed rows. */
import type { FailedRowsFile } from './feeds.ts';
import { type Failure, type ImportRun, imports, rowReport } from './imports.ts';
import type { RowOf } from './table.ts';

type ImportRow = RowOf<typeof imports.columns>;

const fileOfRun = imports.pick('filename', 'layout', 'failures_dropped');

export function toFailedRowsFile(
  row: Parameters<typeof fileOfRun.decode>[0] & { readonly feed_id: string | null },
): FailedRowsFile {
  return { feedId: row.feed_id, ...fileOfRun.decode(row) };
}

export function toImportRun(row: ImportRow, failures: readonly Failure[]): ImportRun {
  return { storeId: row.store_id, ...imports.decode(row), failures };
}

/** The row as received is not checked: it is shown as it is. */
export function toFailure(row: Parameters<typeof rowReport.decode>[0] & Pick<Failure, 'raw'>): Failure {
  return { ...rowReport.decode(row), raw: row.raw };
}

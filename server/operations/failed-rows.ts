/**
 * Finds failed rows of imports, and of runs of feeds, which are imports too, and lists them by pages of at most 200 rows. It changes
 * nothing. An import or run that is not there, or is another store's, rejects with `not_found`.
 */
// Tests: server/http/presenters/failures-csv.live.test.ts.
import { notFound } from '../errors.ts';
import type { FailedRowsFile } from '../storage/imports/tables.ts';
import type { Failure } from '../storage/records.ts';
import type { StoreReader } from '../storage/storage.ts';
import { presentRow } from './present-run.ts';
import { writePage } from './write-page.ts';

/** The import whose failed rows are asked for; `feedId` is given if it has to be a run of that feed. */
export interface FailuresPlace {
  readonly importId: string;
  readonly feedId: string | null;
}

/** The import whose failed rows are asked for. Rejects with `not_found`. */
export async function findFailedRows(
  reader: Pick<StoreReader, 'imports'>,
  { importId, feedId }: FailuresPlace,
): Promise<FailedRowsFile> {
  const file = await reader.imports.failedRowsFile(importId);
  if (file === null || (feedId !== null && file.feedId !== feedId)) {
    throw notFound(feedId === null ? 'import' : 'run');
  }
  return file;
}

/** A page of failed rows, in their order. Rejects with `not_found` for an import that is not there. */
export async function writeFailuresPage(
  reader: StoreReader,
  { afterRow, limit, ...place }: FailuresPlace & { readonly afterRow: number; readonly limit: number },
): Promise<Uint8Array> {
  await findFailedRows(reader, place);
  return await writePage({
    ...{ name: 'failures', limit },
    read: (last: Failure | null, most) =>
      reader.imports.failures(place.importId, { afterRow: last?.row ?? afterRow, limit: most }),
    show: presentRow,
    placeOf: ({ row }) => String(row),
  });
}

/**
 * The operations that read imports and uploaded files, done in the reader thread. They write nothing. An unknown import or file, or
 * one of another store, is `not_found`; a page has at most 200 entries.
 */
// Tests: test/api/product-imports.test.ts, test/api/file-imports.test.ts.
import type { importOperations } from '../../../contract/imports.ts';
import { detectLayout, layoutHeadBytes } from '../../../csv/detect-layout.ts';
import { notFound } from '../../errors.ts';
import { isUuid } from '../../ids.ts';
import { prepareRows } from '../../ingest/prepare-rows.ts';
import { writeFailuresPage } from '../../operations/failed-rows.ts';
import type { OperationHandlers } from '../../operations/operation-call.ts';
import { presentRow } from '../../operations/present-run.ts';
import type { ReadContext } from '../../operations/read-context.ts';
import { writePage } from '../../operations/write-page.ts';
import type { ImportRun, StoredFile } from '../../storage/records.ts';
import type { StoreReader } from '../../storage/storage.ts';
import { presentFile, presentFileImport, presentImport, presentLayout } from './present-import.ts';

/** A handler for each operation. */
export const importReads: OperationHandlers<typeof importOperations, 'reader', ReadContext> = {
  /** Runs of feeds, which may be many, are left out for members: the page of a feed lists them. */
  listImports({ caller, query: { cursor = null, limit }, origin }, { reader }) {
    const isMember = caller === 'member';
    return writePage({
      ...{ name: 'imports', limit },
      async read(last: RunWithFile | null, most) {
        const place = { before: last?.run.id ?? cursor, limit: most };
        if (!isMember) return (await reader.imports.page(place)).map((run) => ({ run, file: null }));
        return await withFiles(reader, await reader.imports.page({ ...place, without: 'feed' }));
      },
      show: ({ run, file }) =>
        isMember ? presentFileImport(run, { file, feedId: null }, origin) : presentImport(run, origin),
      placeOf: ({ run }) => run.id,
    });
  },
  async showImport({ params, caller, origin }, { reader }) {
    const run = await reader.imports.find(importIdOf(params));
    if (run === null) throw notFound('import');
    if (caller !== 'member') return presentImport(run, origin);
    return { import: await presentWithFile(reader, run, origin) };
  },
  listImportFailures: ({ params, query: { cursor, limit } }, { reader }) =>
    writeFailuresPage(reader, {
      ...{ importId: importIdOf(params), feedId: null },
      ...{ afterRow: Number(cursor ?? 0), limit },
    }),
  /** A row is checked by itself: what others in the store hold does not matter. */
  async checkRows({ body }, { store }) {
    const rows = body.rows.map((value, index) => ({ row: index + 1, line: null, value }));
    const { failures, warnings } = prepareRows(rows, store);
    return { failures: failures.map(presentRow), warnings: warnings.map(presentRow) };
  },
  async showFile({ params: { file_id: fileId } }, { reader }) {
    const file = isUuid(fileId) ? await reader.files.find(fileId) : null;
    if (file === null) throw notFound('file');
    const head = ((await reader.files.chunk(fileId, 0)) ?? new Uint8Array()).subarray(0, layoutHeadBytes);
    const detected = detectLayout(head, {}, { isWhole: file.bytes <= layoutHeadBytes });
    return {
      file: presentFile(file),
      layout: detected.layout && presentLayout(detected.layout),
      error: detected.ok ? null : detected.message,
    };
  },
};

/** The import that a path names. Throws `not_found` for what cannot be an id, as for another store's. */
export function importIdOf({ import_id: id }: { readonly import_id: string }): string {
  if (!isUuid(id)) throw notFound('import');
  return id;
}

/** A run as members see it, with its file and its feed. */
export async function presentWithFile(
  reader: Pick<StoreReader, 'files' | 'feeds'>,
  run: ImportRun,
  origin: string,
) {
  const [found] = await withFiles(reader, [run]);
  const feedRun = run.source === 'feed' ? await reader.feeds.run(run.id) : null;
  const surroundings = { file: found?.file ?? null, feedId: feedRun?.details.feedId ?? null };
  return presentFileImport(run, surroundings, origin);
}

/** A run of a file, and the file while it is kept. */
interface RunWithFile {
  readonly run: ImportRun;
  readonly file: StoredFile | null;
}

async function withFiles(
  reader: Pick<StoreReader, 'files'>,
  runs: readonly ImportRun[],
): Promise<RunWithFile[]> {
  const ids = runs.flatMap(({ fileId }) => (fileId === null ? [] : [fileId]));
  const files = new Map((await reader.files.among(ids)).map((file) => [file.id, file]));
  return runs.map((run) => ({ run, file: files.get(run.fileId ?? '') ?? null }));
}

/**
 * The answers that are made where they are read, in the reader thread: pages of lists, and products with what merchants
 * sent. Each gives JSON as bytes; the HTTP thread only sends them.
 */
import { detectLayout, layoutHeadBytes } from '../../../csv/detect-layout.ts';
import { notFound } from '../../errors.ts';
import { writeFailuresPage } from '../../operations/failed-rows.ts';
import type { ReadContext } from '../../operations/read-context.ts';
import { writeJson, writePage } from '../../operations/write-page.ts';
import type { ImportRun, StoredFile } from '../../storage/records.ts';
import type { StoreReader } from '../../storage/storage.ts';
import { presentFile, presentFileImport, presentLayout } from './present-file-import.ts';
import { presentImport } from './present-import.ts';

/** A page of a list in the order of ids that sort by time, newest first. */
interface NewestFirst {
  /** Null: from the newest on. */
  readonly before: string | null;
  readonly limit: number;
}

/** Every answer by name; its second parameter is plain data. */
export const listPages = {
  imports: ({ reader }: ReadContext, { before, limit, origin }: NewestFirst & { readonly origin: string }) =>
    writePage({
      ...{ name: 'imports', limit },
      read: (last: ImportRun | null, most) => reader.imports({ before: last?.id ?? before, limit: most }),
      show: (run) => presentImport(run, origin),
      placeOf: ({ id }) => id,
    }),

  /** Runs of feeds, of which there may be many, stand with their feeds. */
  fileImports: (
    { reader }: ReadContext,
    { before, limit, origin }: NewestFirst & { readonly origin: string },
  ) =>
    writePage({
      ...{ name: 'imports', limit },
      async read(last: RunWithFile | null, most) {
        const place = { before: last?.run.id ?? before, limit: most };
        return await withFiles(reader, await reader.imports({ ...place, without: 'feed' }));
      },
      show: ({ run, file }) => presentFileImport(run, { file, feedId: null }, origin),
      placeOf: ({ run }) => run.id,
    }),

  /** Answers with one import. */
  import: async (
    { reader }: ReadContext,
    { importId, origin }: { readonly importId: string; readonly origin: string },
  ) => {
    const run = await reader.import(importId);
    if (run === null) throw notFound('import');
    return writeJson(presentImport(run, origin));
  },

  /** The same for people, with its file. */
  fileImport: async (
    { reader }: ReadContext,
    { importId, origin }: { readonly importId: string; readonly origin: string },
  ) => {
    const run = await reader.import(importId);
    if (run === null) throw notFound('import');
    const [found] = await withFiles(reader, [run]);
    const feedRun = run.source === 'feed' ? await reader.feeds.run(run.id) : null;
    const surroundings = { file: found?.file ?? null, feedId: feedRun?.details.feedId ?? null };
    return writeJson({ import: presentFileImport(run, surroundings, origin) });
  },

  /** A file that was handed in, and how it would be read. */
  file: async ({ reader }: ReadContext, { fileId }: { readonly fileId: string }) => {
    const file = await reader.file(fileId);
    if (file === null) throw notFound('file');
    const head = ((await reader.fileChunk(fileId, 0)) ?? new Uint8Array()).subarray(0, layoutHeadBytes);
    const detected = detectLayout(head, {}, { isWhole: file.bytes <= layoutHeadBytes });
    return writeJson({
      file: presentFile(file),
      layout: detected.layout && presentLayout(detected.layout),
      error: detected.ok ? null : detected.message,
    });
  },

  failures: ({ reader }: ReadContext, question: Parameters<typeof writeFailuresPage>[1]) =>
    writeFailuresPage(reader, question),
} as const;

type ListPages = typeof listPages;

/** The answers that can be asked for. */
export type PageName = keyof ListPages;

/** The data that each page is asked for with. */
export type PageQuestion<Name extends PageName> = Parameters<ListPages[Name]>[1];

/** A run of a file, and the file while it is kept. */
interface RunWithFile {
  readonly run: ImportRun;
  readonly file: StoredFile | null;
}

async function withFiles(reader: StoreReader, runs: readonly ImportRun[]): Promise<RunWithFile[]> {
  const ids = runs.flatMap(({ fileId }) => (fileId === null ? [] : [fileId]));
  const files = new Map((await reader.files(ids)).map((file) => [file.id, file]));
  return runs.map((run) => ({ run, file: files.get(run.fileId ?? '') ?? null }));
}

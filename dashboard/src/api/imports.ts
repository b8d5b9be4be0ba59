/**
 * Reads imports, one with its live counters and its failed rows, and turns the choices about a file into the settings
 * that the service takes. It uploads nothing (upload.ts does). A failure is a {@link RequestFailure}. Pauses are
 * milliseconds.
 */
// Tests: ./imports.test.ts.
import type { FileImportBody, ImportSettings, LayoutBody } from '../../../contract/imports.ts';
import type { CsvSettings } from '../../../csv/layout.ts';
import { type InputTo, usePages, useRead } from './call.ts';
import { storePath } from './paths.ts';
import { apiBase } from './request.ts';

/** The pause between two reads of an import while it moves. Chosen. */
const livePollMs = 1_000;
/** The pause between two reads of the list while one of its imports moves. Chosen. */
const listPollMs = 3_000;

/** Whether an import waits or runs, so that its counters still move. */
export function isActive({ status }: Pick<FileImportBody, 'status'>): boolean {
  return status === 'pending' || status === 'processing';
}

/** Reads the imports of a store page by page, the newest first, and polls every 3 seconds while one of them runs. */
export function useImports(storeId: string) {
  return usePages(
    storeId,
    'GET /product-imports',
    {},
    {
      pollEvery: (data) =>
        data?.pages.some((page) => page.imports.some(isActive)) === true ? listPollMs : false,
    },
  );
}

/** One import, live while it moves; null asks for none. */
export function useImport(storeId: string, importId: string | null) {
  return useRead(
    storeId,
    'GET /product-imports/:import_id',
    importId === null ? null : { params: { import_id: importId } },
    {
      pollEvery: (data) => (data === undefined || isActive(data.import) ? livePollMs : false),
      inBackground: true,
    },
  );
}

/** Reads the failed rows of an import, 50 a page. The page before stays visible until the next one has come. */
export function useFailures(storeId: string, importId: string) {
  return usePages(
    storeId,
    'GET /product-imports/:import_id/failures',
    { params: { import_id: importId } },
    { limit: 50, keepsPrevious: true },
  );
}

/** The address of the failed rows, as a file that can be corrected and imported again. */
export function failuresFileUrl(storeId: string, importId: string): string {
  return `${apiBase}${storePath(storeId, `/product-imports/${importId}/failures?format=csv`)}`;
}

/** The settings of a file as the service takes them. */
function toImportSettings({ separator, encoding, format, fields, shopUrl }: CsvSettings): ImportSettings {
  return {
    ...(separator !== undefined && { separator }),
    ...(encoding !== undefined && { encoding }),
    ...(format !== undefined && { format }),
    ...(fields !== undefined && { fields }),
    ...(shopUrl !== undefined && { shop_url: shopUrl }),
  };
}

interface NewImport {
  readonly fileId: string;
  readonly isDryRun: boolean;
  readonly settings: CsvSettings;
}

/** Builds the body that begins an import of an uploaded file. */
export function toNewImport({
  fileId,
  isDryRun,
  settings,
}: NewImport): InputTo<'POST /product-imports/files'> {
  return { body: { file_id: fileId, dry_run: isDryRun, settings: toImportSettings(settings) } };
}

/** The settings that read a file exactly as a layout says, so that nothing is detected again. */
export function settingsOfLayout(layout: LayoutBody): CsvSettings {
  return { ...mappingOf(layout), separator: layout.separator, encoding: layout.encoding };
}

/** The settings that map columns as a layout does; encoding and separator are left to be detected. */
export function mappingOf({ format, columns, shop_url }: LayoutBody): CsvSettings {
  return {
    format,
    fields: Object.fromEntries(columns.map(({ name, field }) => [name, field])),
    ...(shop_url === null ? {} : { shopUrl: shop_url }),
  };
}

/**
 * A first look at a whole file before anything of it is written: what it is, how many rows it has, and which ids occur more than once,
 * since of those only the last valid row counts (§2.2) and no row may be written that a later one replaces. A CSV file is read for its
 * encoding, for its rows, and once more where ids occur again or where a format's rows depend on others further down; XML and JSON
 * (Contract §1) show their end, so they are read for their rows. It writes nothing. An unreadable file is a result with a sentence for
 * the person, not an error; a faulty row is left for the import. At most 1,000,000 ids may occur again; beyond it the file is refused.
 */
// Tests: test/scenarios/file-import-guards.test.ts.
import type { ImportMode } from '../../../contract/words/product-import.ts';
import { type CsvReader, createCsvReader, needsSurvey } from '../../../csv/csv-reader.ts';
import type { CsvRow } from '../../../csv/csv-row.ts';
import { detectLayout } from '../../../csv/detect-layout.ts';
import type { CsvLayout, CsvSettings } from '../../../csv/layout.ts';
import type { CatalogContext } from '../../catalog/product.ts';
import { faultOfRepeats, IdHashes, noteRepeat, type Repeats } from '../id-hashes.ts';
import type { Repeat } from '../prepare-rows.ts';
import { createDocumentReader, formatOfContent } from '../readers/create-document-reader.ts';
import { toRawRow } from '../readers/csv-document.ts';
import { DocumentError, type DocumentRow } from '../readers/document-reader.ts';
import { createLinesReader } from '../readers/json-lines.ts';
import { type FileSource, isUtf8 } from './file-source.ts';

/** The contents of a file. */
export interface FileSurvey {
  /** Null if the file is not CSV. */
  readonly layout: CsvLayout | null;
  readonly rowCount: number;
  readonly repeats: ReadonlyMap<string, Repeat>;
  /** A reader that gives the same rows as the survey saw, from the first byte. */
  readonly openReader: () => RowReader;
}

/** A file being read. */
export interface RowReader {
  read(chunk: Uint8Array): readonly DocumentRow[];
  end(): readonly DocumentRow[];
}

export type SurveyResult =
  | { readonly ok: true; readonly survey: FileSurvey }
  /** The file cannot be imported: the reason, and the recognised layout. */
  | { readonly ok: false; readonly error: string; readonly layout: CsvLayout | null };

/** How a file is to be read; what is absent is detected. */
export interface FileSettings extends CsvSettings {
  /** `upsert` where absent. */
  readonly mode?: ImportMode;
  /** JSON, one product a line, as the caller said: nothing is detected, and each line stands for itself. */
  readonly isLines?: boolean;
}

/** The facts that a survey is given besides the file. */
type SurveyContext = CatalogContext & { readonly nowMs: number };

/**
 * Reads the file from end to end. `nowMs` decides which sales are on, and is the same for every reading of the file;
 * `counted` hears of the rows found so far.
 */
export async function surveyFile(
  source: FileSource,
  settings: FileSettings,
  context: SurveyContext,
  counted: (rows: number) => void,
): Promise<SurveyResult> {
  if (settings.isLines === true) return await surveyDocument(source, createLinesReader, context, counted);
  const head = await source.head();
  const format = formatOfContent(head);
  if (format !== 'csv') {
    const openReader = () => createDocumentReader(format, { nowMs: context.nowMs, contentType: null });
    return await surveyDocument(source, openReader, context, counted);
  }
  const detected = detectLayout(head, settings, {
    isWhole: source.isShort,
    isUtf8: await isUtf8(source),
  });
  if (!detected.ok) return { ok: false, error: detected.message, layout: detected.layout };
  const { layout } = detected;
  const { nowMs } = context;
  const first = createCsvReader(layout, { nowMs });
  const count = await countRows(source, toRowReader(first), counted);
  const findings = first.findings();
  const openReader = () => toRowReader(createCsvReader(layout, { nowMs, findings }));
  const isAgain = count.ids.anyRepeated || needsSurvey(layout);
  return await findRepeats(source, { layout, openReader, isAgain, ...count }, context);
}

async function surveyDocument(
  source: FileSource,
  openReader: () => RowReader,
  context: SurveyContext,
  counted: (rows: number) => void,
): Promise<SurveyResult> {
  try {
    const count = await countRows(source, openReader(), counted);
    return await findRepeats(
      source,
      { layout: null, openReader, isAgain: count.ids.anyRepeated, ...count },
      context,
    );
  } catch (error) {
    if (error instanceof DocumentError) return { ok: false, error: error.message, layout: null };
    throw error;
  }
}

function toRowReader(reader: CsvReader): RowReader {
  const toRow = (row: CsvRow): DocumentRow => ({ ...toRawRow(row), id: row.id });
  return { read: (chunk) => reader.read(chunk).map(toRow), end: () => reader.end().map(toRow) };
}

interface RowCount {
  readonly rowCount: number;
  readonly ids: IdHashes;
}

async function countRows(
  source: FileSource,
  reader: RowReader,
  counted: (rows: number) => void,
): Promise<RowCount> {
  const ids = new IdHashes();
  let rowCount = 0;
  for await (const rows of readRows(source, reader)) {
    rowCount += rows.length;
    for (const { id } of rows) if (id !== null) ids.add(id);
    counted(rowCount);
  }
  return { rowCount, ids };
}

interface Counted extends RowCount {
  readonly layout: CsvLayout | null;
  readonly openReader: () => RowReader;
  /** Whether the rows must be looked at once more. */
  readonly isAgain: boolean;
}

async function findRepeats(
  source: FileSource,
  { layout, openReader, isAgain, ...first }: Counted,
  context: CatalogContext,
): Promise<SurveyResult> {
  const repeats: Repeats = new Map();
  let rowCount = isAgain ? 0 : first.rowCount;
  if (isAgain) {
    for await (const rows of readRows(source, openReader())) {
      rowCount += rows.length;
      for (const row of rows) noteRepeat(row, first.ids, context, repeats);
    }
  }
  if (rowCount === 0)
    return { ok: false, error: layout === null ? noProducts : 'The file has a header and no rows.', layout };
  const fault = faultOfRepeats(repeats);
  if (fault !== null) return { ok: false, error: fault, layout };
  return { ok: true, survey: { layout, rowCount, repeats, openReader } };
}

const noProducts = 'There is no line with a product in it; send one product a line.';

/** The rows of the file, a chunk of it at a time. */
export async function* readRows(
  source: FileSource,
  reader: RowReader,
): AsyncGenerator<readonly DocumentRow[]> {
  for await (const chunk of source.chunks()) yield reader.read(chunk);
  yield reader.end();
}

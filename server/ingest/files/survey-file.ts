/**
 * A first look at a whole file before anything of it is written: what it is, how many rows it has, and which ids occur
 * more than once, since of those only the last valid row counts (§2.2) and no row may be written that a later one
 * replaces. It is read for its encoding, for its rows, and once more where ids occur again or where a format's rows
 * depend on others further down.
 */
import { createCsvReader, needsSurvey } from '../../../csv/csv-reader.ts';
import type { CsvRow } from '../../../csv/csv-row.ts';
import { detectLayout } from '../../../csv/detect-layout.ts';
import type { CsvFindings } from '../../../csv/findings.ts';
import type { CsvLayout, CsvSettings } from '../../../csv/layout.ts';
import type { CatalogContext } from '../../catalog/product.ts';
import { IdHashes } from '../id-hashes.ts';
import type { Repeat } from '../prepare-rows.ts';
import { faultOfRepeats, noteRepeat, type Repeats } from '../repeats.ts';
import { type FileSource, isUtf8 } from './file-source.ts';

/** What a file holds. */
export interface FileSurvey {
  readonly layout: CsvLayout;
  readonly findings: CsvFindings;
  readonly rowCount: number;
  readonly repeats: ReadonlyMap<string, Repeat>;
}

export type SurveyResult =
  | { readonly ok: true; readonly survey: FileSurvey }
  /** Nothing of the file can be imported: why, and what was recognised all the same. */
  | { readonly ok: false; readonly error: string; readonly layout: CsvLayout | null };

/**
 * Reads the file from end to end. `nowMs` tells which sales are on, and is the same for every reading of the file;
 * `counted` hears of the rows found so far.
 */
export async function surveyFile(
  source: FileSource,
  settings: CsvSettings,
  context: CatalogContext & { readonly nowMs: number },
  counted: (rows: number) => void,
): Promise<SurveyResult> {
  const head = await source.head();
  const detected = detectLayout(head, settings, {
    isWhole: source.isShort,
    isUtf8: await isUtf8(source),
  });
  if (!detected.ok) return { ok: false, error: detected.message, layout: detected.layout };
  const { layout } = detected;
  const { nowMs } = context;
  const ids = new IdHashes();
  let rowCount = 0;
  const findings = await readRows(source, { layout, nowMs }, (rows) => {
    rowCount += rows.length;
    for (const { id } of rows) if (id !== null) ids.add(id);
    counted(rowCount);
  });
  const repeats: Repeats = new Map();
  if (ids.anyRepeated || needsSurvey(layout)) {
    rowCount = 0;
    await readRows(source, { layout, nowMs, findings }, (rows) => {
      rowCount += rows.length;
      for (const row of rows) noteRepeat(row, ids, context, repeats);
    });
  }
  if (rowCount === 0) return { ok: false, error: 'The file has a header and no rows.', layout };
  const fault = faultOfRepeats(repeats);
  if (fault !== null) return { ok: false, error: fault, layout };
  return { ok: true, survey: { layout, findings, rowCount, repeats } };
}

interface Reading {
  readonly layout: CsvLayout;
  readonly nowMs: number;
  readonly findings?: CsvFindings;
}

async function readRows(
  source: FileSource,
  { layout, ...options }: Reading,
  take: (rows: readonly CsvRow[]) => void,
): Promise<CsvFindings> {
  const reader = createCsvReader(layout, options);
  for await (const chunk of source.chunks()) take(reader.read(chunk));
  take(reader.end());
  return reader.findings();
}

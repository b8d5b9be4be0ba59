/**
 * A first look at a whole file before anything of it is written: what it is, how many rows it has, and which ids occur
 * more than once, since of those only the last valid row counts (§2.2) and no row may be written that a later one
 * replaces. It is read for its encoding, for its rows, and once more where ids occur again or where a format's rows
 * depend on others further down.
 */
import { limits } from '../../../contract/limits.ts';
import { createCsvReader, needsSurvey } from '../../../csv/csv-reader.ts';
import type { CsvRow } from '../../../csv/csv-row.ts';
import { detectLayout } from '../../../csv/detect-layout.ts';
import type { CsvFindings } from '../../../csv/findings.ts';
import type { CsvLayout, CsvSettings } from '../../../csv/layout.ts';
import { parseProduct } from '../../catalog/parse-product.ts';
import type { CatalogContext } from '../../catalog/product.ts';
import type { Repeat } from '../prepare-rows.ts';
import { type FileSource, isUtf8 } from './file-source.ts';
import { RepeatedIds } from './repeated-ids.ts';

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
  const ids = new RepeatedIds();
  let rowCount = 0;
  const findings = await readRows(source, { layout, nowMs }, (rows) => {
    rowCount += rows.length;
    for (const { id } of rows) if (id !== null) ids.add(id);
    counted(rowCount);
  });
  const repeats = new Map<string, { lastRow: number; rowCount: number }>();
  if (ids.any || needsSurvey(layout)) {
    rowCount = 0;
    await readRows(source, { layout, nowMs, findings }, (rows) => {
      rowCount += rows.length;
      for (const row of rows) noteRepeat(row, ids, context, repeats);
    });
  }
  if (rowCount === 0) return { ok: false, error: 'The file has a header and no rows.', layout };
  if (repeats.size > limits.repeatedIdsMax) {
    const most = limits.repeatedIdsMax.toLocaleString('en');
    const error = `More than ${most} ids stand in several rows. Give each product an id of its own, or split the file.`;
    return { ok: false, error, layout };
  }
  return { ok: true, survey: { layout, findings, rowCount, repeats } };
}

/** A valid row of an id that comes again: the last one counts. */
function noteRepeat(
  { row, id, value, fault }: CsvRow,
  ids: RepeatedIds,
  context: CatalogContext,
  repeats: Map<string, { lastRow: number; rowCount: number }>,
): void {
  if (id === null || fault !== null || !ids.has(id) || repeats.size > limits.repeatedIdsMax) return;
  const parsed = parseProduct(value, context);
  if (!parsed.ok) return;
  // A copy: the text is a slice that would keep a whole chunk of the file in memory.
  const externalId = Buffer.from(parsed.product.externalId).toString();
  repeats.set(externalId, { lastRow: row, rowCount: (repeats.get(externalId)?.rowCount ?? 0) + 1 });
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

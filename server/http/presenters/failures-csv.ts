/**
 * The failed rows of an import as CSV (Contract §5): the columns as received plus `_row`, `_error_code`, `_error`, so that the file
 * can be corrected and sent again. Cells that a spreadsheet would run as a formula are defused. The file is written in parts, each of
 * which costs by its bytes, where it keeps no keystroke waiting. It never fails a file for one row: rows without kept text, and
 * columns beyond 1,000 or 64 Ki characters of header, are named in the last column. A part has about 1 MiB; of a product of many
 * records 500 lines are shown.
 */
// Tests: ./failures-csv.live.test.ts.
import { limits } from '../../../contract/limits.ts';
import { pluralOf } from '../../../contract/plural.ts';
import { failedRowsColumns } from '../../../csv/failed-rows.ts';
import type { CsvLayout } from '../../../csv/layout.ts';
import { type FailuresPlace, findFailedRows } from '../../operations/failed-rows.ts';
import type { FailedRowsFile } from '../../storage/imports/tables.ts';
import type { Failure } from '../../storage/records.ts';
import type { StoreReader } from '../../storage/storage.ts';
import { csvLine } from './csv-line.ts';

/** The style in which the file is written. */
interface FailuresStyle {
  /** The separator of the file that held the rows: programs of its country open it right. */
  readonly separator: string;
  /** Whether a byte order mark comes first, by which spreadsheets know UTF-8. */
  readonly hasMark: boolean;
}

/** The style for rows that came as JSON. */
const plainStyle: FailuresStyle = { separator: ',', hasMark: false };

/** The file that is written, and the progress so far. */
export interface FailuresQuestion extends FailuresPlace {
  /** The progress that the part before returned; null for the first part. */
  readonly progress: Uint8Array | null;
}

/** A part of the file, which may be empty. */
export interface FailuresPart {
  readonly text: Uint8Array;
  /**
   * The fields that name the file. They come with the first part, whose text is empty, so that nothing is held before
   * the answer begins.
   */
  readonly file: Pick<FailedRowsFile, 'filename' | 'layout'> | null;
  /** The progress for the next part; null behind the last. Bytes, so that threads pass it on without reading it. */
  readonly progress: Uint8Array | null;
}

/** The progress of two passes over the rows: the header must name the columns of every row. */
interface Progress {
  readonly style: FailuresStyle;
  readonly failuresDropped: number;
  readonly columns: readonly string[];
  readonly hasHeader: boolean;
  readonly afterRow: number;
}

/** The next part of the file. Rejects with `not_found` for an import that is not there. */
export async function writeFailures(
  reader: Pick<StoreReader, 'imports'>,
  { progress, ...place }: FailuresQuestion,
): Promise<FailuresPart> {
  if (progress === null) return begin(await findFailedRows(reader, place));
  const now = JSON.parse(Buffer.from(progress).toString()) as Progress;
  const { style } = now;
  const read = { reader, importId: place.importId, afterRow: now.afterRow };
  if (!now.hasHeader) {
    const { columns, afterRow } = await gatherColumns(read, now.columns);
    if (afterRow !== null) return toPart('', { ...now, columns, afterRow });
    const header = csvLine([...columns, ...failedRowsColumns], style.separator);
    return toPart(`${style.hasMark ? '\uFEFF' : ''}${header}`, {
      ...now,
      columns,
      hasHeader: true,
      afterRow: 0,
    });
  }
  const lines: string[] = [];
  const known = new Set(now.columns);
  const afterRow = await takeRows(read, (failure) => {
    const text = linesOf(failure, known, style.separator);
    lines.push(text);
    return text.length;
  });
  if (afterRow !== null) return toPart(lines.join(''), { ...now, afterRow });
  return toPart(lines.join('') + endOf(now, known, style.separator), null);
}

function begin({ filename, layout, failuresDropped }: FailedRowsFile): FailuresPart {
  const progress = { style: styleOf(layout), failuresDropped, columns: [], hasHeader: false, afterRow: 0 };
  return { ...toPart('', progress), file: { filename, layout } };
}

/** Returns the style of the file that held the rows. */
function styleOf(layout: string | null): FailuresStyle {
  if (layout === null) return plainStyle;
  return { separator: (JSON.parse(layout) as CsvLayout).separator, hasMark: true };
}

function toPart(text: string, progress: Progress | null): FailuresPart {
  const encoder = new TextEncoder();
  return {
    text: encoder.encode(text),
    file: null,
    progress: progress === null ? null : encoder.encode(JSON.stringify(progress)),
  };
}

/** The place from which rows are read. */
interface RowsRead {
  readonly reader: Pick<StoreReader, 'imports'>;
  readonly importId: string;
  readonly afterRow: number;
}

/** A row is kept with 64 KiB at most, and so many are read at a time. */
const rowsPerRead = 16;

/** `take` says what a row costs, in characters. Returns the row behind which the next part goes on; null at the end. */
async function takeRows(
  { reader, importId, afterRow: from }: RowsRead,
  take: (failure: Failure) => number,
): Promise<number | null> {
  let afterRow = from;
  let cost = 0;
  for (;;) {
    const page = await reader.imports.failures(importId, { afterRow, limit: rowsPerRead });
    for (const failure of page) {
      cost += take(failure);
      afterRow = failure.row;
      if (cost >= limits.answerStreamHeldBytes) return afterRow;
    }
    if (page.length < rowsPerRead) return null;
  }
}

/** The columns of the rows before and of those of this part, in the order in which they appear. */
async function gatherColumns(
  read: RowsRead,
  before: readonly string[],
): Promise<{ readonly columns: readonly string[]; readonly afterRow: number | null }> {
  const columns = new Set(before);
  let { length } = before.join('');
  const afterRow = await takeRows(read, (failure) => {
    for (const record of recordsOf(failure).shown) {
      for (const column of Object.keys(record)) {
        const isTaken = columns.has(column) || isOurs.has(column);
        const hasRoom =
          columns.size < limits.failedRowsColumnsMax &&
          length + column.length <= limits.failedRowsHeaderMaxLength;
        if (isTaken || !hasRoom) continue;
        columns.add(column);
        length += column.length;
      }
    }
    return failure.raw?.length ?? 0;
  });
  return { columns: [...columns], afterRow };
}

/** A file that was corrected and sent again still has the columns of the last time. */
const isOurs: ReadonlySet<string> = new Set(failedRowsColumns);

/** The lines of a row. The last column names the values that are not in them. */
function linesOf(failure: Failure, columns: ReadonlySet<string>, separator: string): string {
  const { shown, leftOut } = recordsOf(failure);
  const codes = failure.problems.map(({ code }) => code).join(' ');
  const unseen = new Set(shown.flatMap((record) => Object.keys(record)))
    .difference(columns)
    .difference(isOurs);
  const messages = [
    ...failure.problems.map(({ message }) => message),
    ...(failure.raw === null ? ['The text of the row is not kept.'] : []),
    ...leftOutNotes(unseen.size, 'column'),
    ...leftOutNotes(leftOut, 'line'),
  ].join(' ');
  const lines = shown.map((record) => {
    const cells = Array.from(columns, (column) =>
      Object.hasOwn(record, column) ? cellText(record[column]) : '',
    );
    return csvLine([...cells, String(failure.row), codes, messages], separator);
  });
  return lines.join('');
}

function leftOutNotes(count: number, noun: string): string[] {
  return count === 0 ? [] : [`Left out: ${count} more ${pluralOf(count, noun)} of the row.`];
}

function endOf({ failuresDropped }: Progress, columns: ReadonlySet<string>, separator: string): string {
  if (failuresDropped === 0) return '';
  const left = `Not kept: ${failuresDropped} more failed ${pluralOf(failuresDropped, 'row')}.`;
  return csvLine([...Array.from(columns, () => ''), '', '', left], separator);
}

/** The row as objects, several where a file's records are one product; what was no object has no columns. */
function recordsOf(failure: Failure): {
  readonly shown: readonly Readonly<Record<string, unknown>>[];
  readonly leftOut: number;
} {
  const raw: unknown = failure.raw === null ? null : JSON.parse(failure.raw);
  const records: readonly unknown[] = Array.isArray(raw) && raw.length > 0 ? raw : [raw];
  if (!records.every(isObject)) return { shown: [{}], leftOut: 0 };
  const shown = records.slice(0, limits.failedRowLinesMax).map((record) => ({ ...record }));
  return { shown, leftOut: records.length - shown.length };
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function cellText(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

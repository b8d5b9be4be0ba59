/**
 * The failed rows of an import as CSV (Contract §5): the columns as received plus `_row`, `_error_code`, `_error`,
 * so that the file can be corrected and sent again. Cells that a spreadsheet would run as a formula are defused.
 */
import { Readable } from 'node:stream';
import { pluralOf } from '../../contract/plural.ts';
import { failedRowsColumns } from '../../csv/failed-rows.ts';
import type { Failure, ImportRun } from '../storage/records.ts';
import type { StoreReader } from '../storage/storage.ts';
import { csvLine } from './presenters/csv-line.ts';

/** How the file is written. */
export interface FailuresStyle {
  /** Of the file that the rows came from: programs of its country open it right. */
  readonly separator: string;
  /** A byte order mark first, by which spreadsheets know UTF-8. */
  readonly hasMark: boolean;
}

/** For rows that came as JSON. */
export const plainStyle: FailuresStyle = { separator: ',', hasMark: false };

/** The run that the rows are of. */
type FailedRun = Pick<ImportRun, 'id' | 'failuresDropped'>;

/** Streams the file page by page; two passes, since the header must name the columns of every row. */
export function failuresAsCsv(reader: StoreReader, run: FailedRun, style: FailuresStyle): Readable {
  return Readable.from(lines(reader, run, style));
}

async function* lines(
  reader: StoreReader,
  { id: importId, failuresDropped }: FailedRun,
  { separator, hasMark }: FailuresStyle,
): AsyncGenerator<string> {
  const columns = new Set<string>();
  for await (const failure of eachFailure(reader, importId)) {
    for (const raw of rawRows(failure)) for (const column of Object.keys(raw)) columns.add(column);
  }
  // A file that was corrected and sent again still has the columns of the last time.
  for (const column of failedRowsColumns) columns.delete(column);
  yield `${hasMark ? '\uFEFF' : ''}${csvLine([...columns, ...failedRowsColumns], separator)}`;
  for await (const failure of eachFailure(reader, importId)) {
    const codes = failure.problems.map(({ code }) => code).join(' ');
    const kept = failure.raw === null ? [textNotKept] : [];
    const messages = [...failure.problems.map(({ message }) => message), ...kept].join(' ');
    for (const raw of rawRows(failure)) {
      const cells = [...columns].map((column) => (Object.hasOwn(raw, column) ? cellText(raw[column]) : ''));
      yield csvLine([...cells, String(failure.row), codes, messages], separator);
    }
  }
  if (failuresDropped === 0) return;
  const left = `Not kept: ${failuresDropped} more failed ${pluralOf(failuresDropped, 'row')}.`;
  yield csvLine([...[...columns].map(() => ''), '', '', left], separator);
}

const textNotKept = 'The text of the row is not kept.';

/** A row is kept with 64 KiB at most, and what is read at a time must not hold up keystrokes. */
const rowsPerRead = 16;

async function* eachFailure(reader: StoreReader, importId: string): AsyncGenerator<Failure> {
  let afterRow = 0;
  for (;;) {
    const page = await reader.failures(importId, { afterRow, limit: rowsPerRead });
    yield* page;
    const last = page.at(-1);
    if (last === undefined || page.length < rowsPerRead) return;
    afterRow = last.row;
  }
}

/** The row as objects, several where a file's records are one product; what was no object has no columns. */
function rawRows(failure: Failure): readonly Readonly<Record<string, unknown>>[] {
  const raw: unknown = failure.raw === null ? null : JSON.parse(failure.raw);
  const records: readonly unknown[] = Array.isArray(raw) && raw.length > 0 ? raw : [raw];
  return records.every(isObject) ? records.map((record) => ({ ...record })) : [{}];
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function cellText(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

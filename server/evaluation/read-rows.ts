/**
 * Rows of a table or list in a file that the operator names: CSV, JSON and NDJSON. The whole text is in memory, so this is for
 * evaluations, never for imports. It reads no file itself and does not look into the rows. A message lists 20 faults and counts the
 * rest. Nothing is repaired: a text that is wrong in part is refused as a whole.
 */
// Tests: ./read-rows.test.ts.
import type { FieldError } from '../../contract/errors.ts';
import { type CsvRecord, RecordScanner } from '../../csv/record-scanner.ts';
import { validationFailed } from '../errors.ts';

/** The forms a file of rows may have. */
export type RowFormat = 'csv' | 'json' | 'ndjson';

/** One row and where it stands, for messages. */
export interface FileRow {
  /** The name of the file as the operator gave it. */
  readonly file: string;
  /** 1-based; a header is not counted. */
  readonly row: number;
  readonly value: unknown;
}

const formatByEnding: ReadonlyMap<string, RowFormat> = new Map([
  ['csv', 'csv'],
  ['json', 'json'],
  ['ndjson', 'ndjson'],
  ['jsonl', 'ndjson'],
]);

/** The form by the ending of a file's name, `.gz` left out; null where the ending says nothing. */
export function rowFormatOf(file: string): RowFormat | null {
  const ending = /\.([a-z]+)(?:\.gz)?$/.exec(file.toLowerCase())?.[1] ?? '';
  return formatByEnding.get(ending) ?? null;
}

/**
 * The rows of a text. CSV: header names in lower case (§2.2), blank cells left out. JSON: an array, or an object
 * whose `products` is one. NDJSON: a value a line. Throws `validation_failed` for what is not of that form.
 */
export function readRows(text: string, format: RowFormat, file: string): FileRow[] {
  const plain = text.startsWith('\ufeff') ? text.slice(1) : text;
  return rowsOf(plain, format, file).map((value, index) => ({ file, row: index + 1, value }));
}

/** Faults that a message lists one by one (chosen: a screen of them shows what is wrong with a file). */
const listedFaultsMax = 20;

/** Throws `validation_failed` with the first faults and the number of further ones; does nothing if there are none. */
export function refuseWrongRows(faults: readonly FieldError[]): void {
  const [first, ...others] = faults.slice(0, listedFaultsMax);
  if (first === undefined) return;
  const rest = faults.length - 1 - others.length;
  const more: FieldError = { path: first.path, code: 'row_invalid', message: `${rest} more rows are wrong.` };
  throw validationFailed([first, ...others, ...(rest > 0 ? [more] : [])]);
}

/** A fault of one row as an error of the command. */
export function wrongRow({ file, row }: Pick<FileRow, 'file' | 'row'>, fault: string): FieldError {
  return { path: `${file}:${row}`, code: 'row_invalid', message: `${file}, row ${row}: ${fault}.` };
}

function rowsOf(text: string, format: RowFormat, file: string): unknown[] {
  switch (format) {
    case 'csv':
      return csvRows(text, file);
    case 'json':
      return jsonRows(parseJson(text, file, 1), file);
    case 'ndjson':
      return text
        .split('\n')
        .filter((line) => line.trim() !== '')
        .map((line, index) => parseJson(line, file, index + 1));
  }
}

function csvRows(text: string, file: string): unknown[] {
  // Rows with too few or too many cells are for the caller to judge.
  const [header, ...rows] = csvRecords(text, file).filter(({ cells }) =>
    cells.some((cell) => cell.trim() !== ''),
  );
  const names = (header?.cells ?? []).map((name) => name.trim().toLowerCase());
  return rows.map(({ cells }) =>
    Object.fromEntries(
      names.flatMap((name, index) => {
        const cell = cells[index] ?? '';
        return cell === '' ? [] : [[name, cell]];
      }),
    ),
  );
}

function csvRecords(text: string, file: string): CsvRecord[] {
  const scanner = new RecordScanner(',');
  scanner.push(text);
  scanner.end();
  const records: CsvRecord[] = [];
  for (let record = scanner.next(); record !== null; record = scanner.next()) {
    if (record.fault !== null) {
      throw validationFailed([wrongRow({ file, row: records.length }, csvFaults[record.fault])]);
    }
    records.push(record);
  }
  return records;
}

const csvFaults = {
  unclosed_quote: 'a quote is never closed',
  too_long: 'is longer than a row may be',
} as const;

function jsonRows(value: unknown, file: string): unknown[] {
  if (Array.isArray(value)) return value;
  if (typeof value === 'object' && value !== null && 'products' in value && Array.isArray(value.products)) {
    return value.products;
  }
  throw validationFailed([
    wrongRow({ file, row: 1 }, 'takes a JSON array, or an object with an array "products"'),
  ]);
}

function parseJson(text: string, file: string, row: number): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw validationFailed([wrongRow({ file, row }, `is not JSON: ${reason}`)]);
  }
}

/**
 * Reads a CSV file piece by piece into products for the pipeline. Bytes may be cut anywhere: the rows are the same.
 * It holds at most one unfinished record, or the records of one product, and never throws for what a file holds.
 */
// Tests: ./csv-reader.test.ts.
import type { CsvRow } from './csv-row.ts';
import { createTextReader, type TextReader } from './encoding.ts';
import type { CsvFindings } from './findings.ts';
import { formatOf } from './formats/format-list.ts';
import type { CsvLayout } from './layout.ts';
import { ReadingDay } from './period.ts';
import { RecordScanner } from './record-scanner.ts';
import { RowEnds } from './row-ends.ts';
import { createTable } from './table.ts';

/** Options of a reader besides the layout. */
export interface CsvReaderOptions {
  /** The findings of a first pass over the same file, where {@link needsSurvey} asks for one. */
  readonly findings?: CsvFindings | undefined;
  /** Now, for sales that hold on certain days; without it they are left out. */
  readonly nowMs?: number | undefined;
  /** Makes text of the bytes, where somebody knows more of them than the layout; from the first byte. */
  readonly text?: TextReader | undefined;
}

/** A file being read. */
export interface CsvReader {
  /** The products that are complete with these bytes, in the order of the file. */
  read(chunk: Uint8Array): CsvRow[];
  /** The products that were still open at the end of the file. */
  end(): CsvRow[];
  /** Returns what the second pass needs; only after the end of a first pass. */
  findings(): CsvFindings;
  /** The line of the row within which the file was cut off, after the end; null if nothing shows that it was. */
  readonly cutOffAt: number | null;
  /** Whether a price so far depends on the day. */
  readonly isTimeBound: boolean;
}

/** Whether a file must be read twice because related rows are apart: the first time for `findings`. */
export function needsSurvey(layout: CsvLayout): boolean {
  return layout.format === 'woocommerce';
}

/** A reader of one file from its first byte. */
export function createCsvReader(layout: CsvLayout, options: CsvReaderOptions = {}): CsvReader {
  const text = options.text ?? createTextReader(layout.encoding);
  const scanner = new RecordScanner(layout.separator);
  const toTableRow = createTable(layout);
  const day = new ReadingDay(options.nowMs ?? null);
  const rows = formatOf(layout.format).createRows(layout, {
    findings: options.findings ?? null,
    day,
  });
  const ends = new RowEnds(layout.columns.length);
  let last = '';
  const push = (piece: string) => {
    last = piece.at(-1) ?? last;
    scanner.push(piece);
  };
  const drain = (): CsvRow[] => {
    const made: CsvRow[] = [];
    for (let record = scanner.next(); record !== null; record = scanner.next()) {
      const row = toTableRow(record);
      if (row === null) continue;
      ends.add(record);
      rows.add(row, made);
    }
    return made;
  };
  return {
    read: (chunk) => {
      push(text.read(chunk));
      return drain();
    },
    end: () => {
      push(text.end());
      scanner.end();
      const made = drain();
      rows.end(made);
      return made;
    },
    findings: () => rows.findings(),
    get cutOffAt() {
      return ends.cutOffAt(last === '\n' || last === '\r');
    },
    get isTimeBound() {
      return day.isAsked;
    },
  };
}

/**
 * The rows that a reader gives the pipeline, each with its place in the file: rows and lines count from 1. Plain data; a row that
 * could not be read has a fault instead of a value. It declares only: no value is ever changed or checked here, and lengths are
 * bounded by the reader.
 */
// Tests: ./csv-reader.test.ts.
import { limits } from '../contract/limits.ts';
import type { RecordFault } from './record-scanner.ts';

/** A row as received: its cells by the names of their columns, blank ones included. */
export type ReceivedRow = Readonly<Record<string, string>>;

/** The reasons why a row cannot be read at all. */
export interface CsvRowFault {
  readonly code: 'row_malformed';
  /** A sentence for the merchant: what was wrong, where, and what would be right. */
  readonly message: string;
  /** The wrong text, cut; null if there is none. */
  readonly value: string | null;
  /** Whether the row could not be split into cells: the content after its beginning is unknown. */
  readonly isCut?: boolean;
}

/** A note on a row that is accepted. */
export interface CsvRowNote {
  /** JSON pointer into the value, `/price`. */
  readonly path: string;
  readonly code: 'sale_price_invalid';
  readonly message: string;
  readonly value: string | null;
}

/** One product of a file. */
export interface CsvRow {
  /** 1-based among the file's records; the header and blank lines are not counted. A product of several records has its first one's. */
  readonly row: number;
  /** 1-based physical line where the record begins. */
  readonly line: number;
  /** The row as the catalog parses it: fields and attributes by their names. */
  readonly value: Readonly<Record<string, unknown>>;
  /** The row as received: one record, or several that are one product. The same object as `value` if nothing was renamed. */
  readonly original: ReceivedRow | readonly ReceivedRow[];
  readonly fault: CsvRowFault | null;
  /** The trimmed external id; null if blank. The string may keep a large text in memory: copy it to keep it long. */
  readonly id: string | null;
  readonly notes: readonly CsvRowNote[];
}

/** The notes of a row that has none. */
export const noNotes: readonly CsvRowNote[] = [];

/** A record with its number and its cells by column, before it becomes a product. */
export interface TableRow {
  readonly row: number;
  readonly line: number;
  /** One a column; those of a record that is too short are blank. */
  readonly cells: readonly string[];
  readonly original: ReceivedRow;
  readonly fault: CsvRowFault | null;
}

/** The fault of a record that could not be taken apart. */
export function recordFault(fault: RecordFault, line: number, cells: readonly string[]): CsvRowFault {
  const advice = 'The next line is read as a new row.';
  const message =
    fault === 'unclosed_quote'
      ? `A quote (") in the row at line ${line} is never closed; close it, or double each quote inside a quoted cell. ${advice}`
      : `The row at line ${line} is longer than ${limits.csvRecordMaxLength.toLocaleString('en')} characters; shorten it. ${advice}`;
  return { ...rowFault(message, cells.join(' ')), isCut: true };
}

/** The fault of a record with more cells than the header names. */
export function surplusFault(
  cellCount: number,
  columnCount: number,
  surplus: readonly string[],
): CsvRowFault {
  const message = `The row has ${cellCount} cells, but the header names ${columnCount} columns; put cells that hold the separator in quotes.`;
  return rowFault(message, surplus.join(' '));
}

/** A fault with its value cut. */
export function rowFault(message: string, value: string): CsvRowFault {
  return {
    code: 'row_malformed',
    message,
    value: value.slice(0, limits.failureValueMaxLength).toWellFormed(),
  };
}

/** Whether a cell says nothing. */
export function isBlank(cell: string | undefined): boolean {
  return cell === undefined || cell === '' || cell.trim() === '';
}

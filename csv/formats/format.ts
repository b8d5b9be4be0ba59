/**
 * The interface of a file format: how it is recognised, what its columns mean, how its rows become products. A format never throws for
 * what a file holds: a faulty row is passed on with its fault. Prices, dates and texts are strings as in the file; limits are those of
 * csv/ (500 columns, 5,000 rows of one product).
 */
// Tests: csv/csv-reader.test.ts.
import type { CsvField, CsvFormatName } from '../../contract/words/csv.ts';
import type { CsvRow, TableRow } from '../csv-row.ts';
import type { CsvFindings } from '../findings.ts';
import type { CsvColumn, CsvLayout } from '../layout.ts';
import type { ReadingDay } from '../period.ts';

export interface CsvFormat {
  readonly name: CsvFormatName;
  /** Whether a header is this format's, by its normalized names. */
  recognises(names: ReadonlySet<string>): boolean;
  /** The field of each column without a choice of the merchant, by the names in the header. */
  fieldsOf(names: readonly string[]): readonly CsvField[];
  /** Sentences that explain to the merchant how the columns are used. */
  readonly notes: readonly string[];
  /** Required fields that these columns cannot supply; `url` alone where only the shop's address is missing. */
  missing(columns: readonly CsvColumn[], shopUrl: string | null): readonly string[];
  createRows(layout: CsvLayout, options: RowOptions): RowMaker;
}

export interface RowOptions {
  /** The findings of a first pass; null in that pass. */
  readonly findings: CsvFindings | null;
  /** The day of reading, for sales that hold on certain days. */
  readonly day: ReadingDay;
}

/** Makes products of rows, which come in the order of the file. */
export interface RowMaker {
  /** Adds the products that are complete with this row to `made`. */
  add(row: TableRow, made: CsvRow[]): void;
  /** Adds the products that were still open at the end of the file. */
  end(made: CsvRow[]): void;
  /** Returns what a second pass needs to know; the same at any time of that second pass. */
  findings(): CsvFindings;
}

/** Fields that every product needs (§2.2). */
export const requiredFields = ['external_id', 'title', 'price', 'url'] as const;

/** Required fields that no column supplies. */
export function missingFields(columns: readonly CsvColumn[]): readonly string[] {
  return requiredFields.filter((field) => columns.every((column) => column.field !== field));
}

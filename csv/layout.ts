/**
 * Declares the layout of a CSV file: the merchant's choices, and the detected values. Plain data, which can be stored with an import.
 * It decides and checks nothing; a layout with entries in `missing` may not be read by. Samples are texts of the first values, cut by
 * the detection.
 */
// Tests: ./detect-layout.test.ts.
import type { CsvEncoding, CsvField, CsvFormatName, CsvSeparator } from '../contract/words/csv.ts';
import type { StandardField } from '../contract/words/product.ts';

/** The merchant's choices; absent values are detected. */
export interface CsvSettings {
  readonly separator?: CsvSeparator | undefined;
  readonly encoding?: CsvEncoding | undefined;
  readonly format?: CsvFormatName | undefined;
  /** The field of each column, by the column's name in the layout. */
  readonly fields?: Readonly<Record<string, CsvField>> | undefined;
  /** The shop's address, for exports that do not name those of their products. */
  readonly shopUrl?: string | undefined;
}

/** What a column may be, and by what: its name, its values or both. */
export interface CsvGuess {
  readonly field: StandardField;
  readonly by: 'name' | 'values' | 'name_and_values';
}

/** One column of a file. */
export interface CsvColumn {
  /** The name as in the header, without blanks around it; unique in the file. */
  readonly name: string;
  readonly field: CsvField;
  /** The first few different values, cut. */
  readonly sample?: readonly string[];
  /** The field that the column may be, where its name does not map without help. It stays when another field is chosen. */
  readonly guess?: CsvGuess;
}

/** The detected layout of a file, by which it will be read. */
export interface CsvLayout {
  readonly encoding: CsvEncoding;
  readonly separator: CsvSeparator;
  readonly format: CsvFormatName;
  /** The columns in the order of the file. */
  readonly columns: readonly CsvColumn[];
  /** The shop's address without a slash at its end; null if none was given. */
  readonly shopUrl: string | null;
  /** Sentences for the merchant about assumptions. */
  readonly notes: readonly string[];
  /** Required fields that no column supplies; a file can be read only if there are none. */
  readonly missing: readonly string[];
}

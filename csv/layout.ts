/** The layout of a CSV file: the merchant's choices, and the detected values. Plain data, which can be stored with an import. */
import type { StandardField } from '../contract/words/product.ts';

/** The encodings of a file's text. */
export const csvEncodings = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'] as const;
/** An encoding of {@link csvEncodings}. */
export type CsvEncoding = (typeof csvEncodings)[number];

/** Separators between cells. Their order decides if nothing else does. */
export const csvSeparators = [',', ';', '\t', '|'] as const;
/** A separator of {@link csvSeparators}. */
export type CsvSeparator = (typeof csvSeparators)[number];

/** The meanings of a file's columns: our own (§2.2), or those of a shop system's export. */
export const csvFormatNames = ['columns', 'shopify', 'woocommerce', 'google_merchant'] as const;
/** A format of {@link csvFormatNames}. */
export type CsvFormatName = (typeof csvFormatNames)[number];

/** What a column supplies: a field, an attribute under the column's name, or nothing. */
export type CsvField = StandardField | 'attribute' | null;

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

/** One column of a file. */
export interface CsvColumn {
  /** The name as in the header, without blanks around it; unique in the file. */
  readonly name: string;
  readonly field: CsvField;
  /** The first few different values, cut. */
  readonly sample?: readonly string[];
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

/**
 * The choices for the reading of a CSV file: encodings, separators, formats. Plain values that the browser and the
 * service share; they read nothing. A new one needs its reader in csv/.
 */
// Tests: csv/csv-reader.test.ts, csv/record-scanner.test.ts.
import type { StandardField } from './product.ts';

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

/** The content of a column: a field, an attribute under the column's name, or nothing. */
export type CsvField = StandardField | 'attribute' | null;

/**
 * Lists the formats of files, in the order in which they are tried; the last one fits every file, so an unknown header or name is no
 * error. It reads no file. There are four: Shopify, WooCommerce, Google Merchant, and plain columns.
 */
// Tests: csv/csv-reader.test.ts.
import type { CsvFormatName } from '../../contract/words/csv.ts';
import { columnsFormat } from './columns.ts';
import type { CsvFormat } from './format.ts';
import { googleMerchantFormat } from './google-merchant.ts';
import { shopifyFormat } from './shopify.ts';
import { woocommerceFormat } from './woocommerce.ts';

const formats: readonly CsvFormat[] = [shopifyFormat, woocommerceFormat, googleMerchantFormat, columnsFormat];

/** Returns the format of this name; plain columns for a name that has no format of its own. */
export function formatOf(name: CsvFormatName): CsvFormat {
  return formats.find((format) => format.name === name) ?? columnsFormat;
}

/** The format whose header this is, by its normalized names. */
export function recogniseFormat(names: ReadonlySet<string>): CsvFormat {
  return formats.find((format) => format.recognises(names)) ?? columnsFormat;
}

/** Codes of failed rows as short headings; the message of each row says the rest. */
// Tests: test/browser/dashboard.test.ts.
import type { RowCode } from '../../../contract/words/product-import.ts';

const headings: Readonly<Record<RowCode, string>> = {
  external_id_missing: 'No product id',
  external_id_invalid: 'Product id not usable',
  title_missing: 'No title',
  title_too_long: 'Title too long',
  price_missing: 'No price',
  price_invalid: 'Price not a number',
  price_negative: 'Price below zero',
  sale_price_invalid: 'Sale price left out',
  url_missing: 'No link to the product',
  url_invalid: 'Link not an address',
  category_too_long: 'Category too long',
  image_url_invalid: 'Image not an address',
  in_stock_invalid: 'Stock not yes or no',
  currency_invalid: 'Currency unknown',
  attributes_invalid: 'Attributes not readable',
  text_invalid: 'Broken characters',
  field_unmapped: 'Looks like stock or a picture, but is an attribute',
  product_unknown: 'Product unknown',
  row_malformed: 'Row not readable',
};

/** A heading for a code; one that this page does not know is shown as it is. */
export function headingOfCode(code: string): string {
  return Object.entries(headings).find(([known]) => known === code)?.[1] ?? code.replaceAll('_', ' ');
}

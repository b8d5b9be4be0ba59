/**
 * Names the fields of a product as a merchant reads them; names of the API stand beside them at most. Pure.
 */
// Tests: ./product-fields.test.ts.
import { type StandardField, standardFields } from '../../../contract/words/product.ts';

/** The name of each field of a product. */
export const fieldWords: Readonly<Record<StandardField, string>> = {
  external_id: 'Product id',
  title: 'Title',
  price: 'Price',
  url: 'Link',
  category: 'Category',
  image_url: 'Picture',
  in_stock: 'In stock',
  attributes: 'Several attributes (label: value)',
  description: 'Description',
  brand: 'Brand',
  author: 'Author',
  isbn: 'ISBN',
  gtin: 'Barcode (GTIN)',
  ean: 'Barcode (EAN)',
  sku: 'Article number (SKU)',
  mpn: 'Manufacturer’s part number (MPN)',
  item_group_id: 'Variant group',
  compare_at_price: 'Price before a sale',
  currency: 'Currency',
  stock_quantity: 'Pieces in stock',
  images: 'More pictures',
};

/** The name of a field of a product, or a name that is none of them as it is. */
export function wordsOfField(name: string): string {
  const known = standardFields.find((field) => field === (name === 'image_urls' ? 'images' : name));
  return known === undefined ? name : fieldWords[known];
}

/** Parts in quotation marks, which are the merchant's own, and names that no merchant writes. */
const apiNames =
  /“[^”]*”|"[^"]*"|\b(external_id|image_url|in_stock|item_group_id|compare_at_price|stock_quantity|url)\b/g;

/** A message of the service with fields by their names here; what it quotes of a file stays. */
export function withFieldWords(message: string): string {
  return message.replace(apiNames, (text, field?: StandardField) =>
    field === undefined ? text : `“${fieldWords[field]}”`,
  );
}

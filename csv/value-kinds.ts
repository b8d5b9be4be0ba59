/**
 * Says how well the values of a column fit a field: evidence for guesses, not validation (server/catalog validates). Values are trimmed
 * texts that are not blank. Pure; a long value is judged by its first 500 characters.
 */
// Tests: ./guess-columns.test.ts.
import type { StandardField } from '../contract/words/product.ts';
import { stockOf } from './stock-words.ts';

const address = /^https?:\/\/[^\s/]+\S*$/i;
const picture =
  /\.(?:jpe?g|png|webp|gif|avif|svg)(?:$|[?#,|\s])|\/(?:images?|img|media|photos?|pictures?|thumbs?)\//i;
/** An amount with an optional currency before or after it. */
const money = /^(?:[^\d\s.,-]{1,4}\s?)?\d[\d.,'’\s]*(?:\s?[^\d\s.,]{1,4})?$/u;
const digits = (least: number, most: number) => new RegExp(`^\\d{${least},${most}}$`);

const isAddress = (value: string) => address.test(value);
const isText = (value: string) => !address.test(value) && /\p{L}/u.test(value);
const isCode = (value: string) => value.length <= 255 && !/\s{2}|^https?:/i.test(value);
const isBarcode = (value: string) => digits(8, 14).test(value.replace(/[\s-]/g, ''));

const fits: Readonly<Record<StandardField, (value: string) => boolean>> = {
  external_id: isCode,
  title: isText,
  price: (value) => money.test(value),
  url: isAddress,
  category: isText,
  image_url: isAddress,
  in_stock: (value) => stockOf(value) !== null,
  attributes: (value) => /[:={]/.test(value) && !address.test(value),
  description: isText,
  brand: isText,
  author: isText,
  isbn: (value) => /^[\dX -]{10,17}$/i.test(value),
  gtin: isBarcode,
  ean: isBarcode,
  sku: isCode,
  mpn: isCode,
  item_group_id: isCode,
  compare_at_price: (value) => money.test(value),
  currency: (value) => /^[A-Z]{3}$/i.test(value),
  stock_quantity: (value) => /^-?\d{1,9}(?:[.,]0+)?$/.test(value),
  images: isAddress,
};

/** The share of the values that fit a field, 0 to 1; 1 for a column without values, which nothing speaks against. */
export function shareThatFits(field: StandardField, values: readonly string[]): number {
  if (values.length === 0) return 1;
  return values.filter((value) => fits[field](value.slice(0, 500))).length / values.length;
}

/** Whether the values show by themselves, without a name, that they are addresses of pictures. */
export function arePictures(values: readonly string[]): boolean {
  return values.length > 0 && values.every((value) => isAddress(value) && picture.test(value));
}

/** Whether the values show by themselves that they are addresses of pages, each of another one. */
export function arePages(values: readonly string[]): boolean {
  return (
    values.length > 0 &&
    new Set(values).size === values.length &&
    values.every((value) => isAddress(value) && !picture.test(value) && !/\s/.test(value))
  );
}

/** Whether at least half of the values are different, as ids are. */
export function areDifferent(values: readonly string[]): boolean {
  return new Set(values).size * 2 >= values.length;
}

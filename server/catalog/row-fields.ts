/**
 * The fields of a row (§2.1; Contract §4): texts, prices and currency, images, address and stock. Each reader notes faults on the row
 * and returns a value of its type in any case. Pure; no reader throws. Required fields (title, price, url) fail the row; optional ones
 * are cut or left out with a warning. Limits: title, category and short fields 255 characters, description 10,000, 50 images,
 * addresses 2,048. They never look a product up and never change the row.
 */
// Tests: ./row-fields.test.ts.
import { limits } from '../../contract/limits.ts';
import type { StandardField } from '../../contract/words/product.ts';
import { parseCurrency } from './currency.ts';
import { codeText } from './decimal.ts';
import { htmlToText } from './html-text.ts';
import { parsePrice } from './price.ts';
import { nameType, pointerTo, problem, quote } from './problem.ts';
import type { Row } from './row.ts';
import { cutText, isLongerThan, isPresent, toOneLine } from './text.ts';
import { parseUrl } from './url.ts';

/** The title; `''` with a problem on the row if it is missing or not valid. */
export function readTitle(row: Row): string {
  const key = row.keyOf('title');
  if (key === null) {
    row.failKey('title', 'title_missing', 'The product has no title; give its name.', null);
    return '';
  }
  const value = row.raw[key];
  const text = toText(value);
  if (text === null) {
    row.failKey(key, 'title_missing', `The title is ${nameType(value)}; give it as text.`, value);
    return '';
  }
  const title = toOneLine(text);
  if (isLongerThan(title, limits.titleMaxLength)) {
    const message = `The title is longer than ${limits.titleMaxLength} characters; shorten it.`;
    row.failKey(key, 'title_too_long', message, title);
  }
  return title;
}

/** The category as given; a list of texts is a path and is joined with ` > `. */
export function readCategory(row: Row): string | null {
  const key = row.keyOf('category');
  if (key === null) return null;
  const value = row.raw[key];
  const text = Array.isArray(value) ? joinPath(value) : toText(value);
  if (text === null) return dropField(row, key, value);
  const category = toOneLine(text);
  if (isLongerThan(category, limits.categoryMaxLength)) {
    const message = `The category is longer than ${limits.categoryMaxLength} characters; shorten it.`;
    row.failKey(key, 'category_too_long', message, category);
  }
  return category === '' ? null : category;
}

/** The description as plain text; null if it is absent or contains only markup. */
export function readDescription(row: Row): string | null {
  const key = row.keyOf('description');
  if (key === null) return null;
  const value = row.raw[key];
  const html = toText(value);
  if (html === null) return dropField(row, key, value);
  const maxLength = limits.descriptionMaxLength;
  // One more than is kept, to know whether anything was cut.
  const text = htmlToText(html, maxLength + 1);
  return cutField(row, key, text, maxLength) || null;
}

/** A short optional field such as `brand` or `gtin`; a number becomes its digits, long text is cut. */
export function readShortText(row: Row, field: StandardField): string | null {
  const key = row.keyOf(field);
  if (key === null) return null;
  const value = row.raw[key];
  const text = toText(value);
  if (text === null) return dropField(row, key, value);
  return cutField(row, key, toOneLine(text), limits.fieldMaxLength);
}

/** The group of variants; null for a product on its own, for which shop systems write 0 as well. */
export function readGroup(row: Row): string | null {
  const group = readShortText(row, 'item_group_id');
  return group === '' || group === '0' ? null : group;
}

/** Text unchanged, a number as its digits; null for anything else and for a number that lost digits. */
function toText(value: unknown): string | null {
  if (typeof value === 'string') return value;
  return typeof value === 'number' ? codeText(value) : null;
}

/** Null if an element is neither text nor a number. */
function joinPath(list: readonly unknown[]): string | null {
  const levels: string[] = [];
  for (const element of list) {
    if (!isPresent(element)) continue;
    const level = toText(element);
    if (level === null) return null;
    levels.push(level.trim());
  }
  return levels.join(' > ');
}

function dropField(row: Row, key: string, value: unknown): null {
  const found = typeof value === 'number' ? `${quote(value)}, a number that lost digits` : nameType(value);
  row.warnKey(key, 'row_malformed', `The value is ${found} and was left out; give it as text.`, value);
  return null;
}

function cutField(row: Row, key: string, text: string, maxLength: number): string {
  if (!isLongerThan(text, maxLength)) return text;
  row.warnKey(key, 'text_invalid', `The text was cut to ${maxLength} characters.`, text);
  return cutText(text, maxLength);
}

export interface ProductPrices {
  /** Decimal text; `''` with a problem on the row if it is missing or not valid. */
  readonly price: string;
  readonly compareAtPrice: string | null;
  /** The row's own ISO 4217 code; null means the store's. */
  readonly currency: string | null;
}

/**
 * Reads price, compare_at_price and currency together: a currency in the text of a price fills an absent `currency`, and
 * must not contradict a given one, so that no amount is shown in the wrong currency.
 */
export function readPrices(row: Row, storeCurrency: string): ProductPrices {
  const given = readCurrency(row);
  const price = readPrice(row, given ?? storeCurrency);
  const currency = given ?? price.currency;
  if (given !== null && price.currency !== null && price.currency !== given) {
    const message = `The currency is ${given}, but the price is in ${price.currency}; give both in one currency.`;
    row.failKey('currency', 'currency_invalid', message, given);
  }
  const compareAtPrice = readCompareAtPrice(row, currency ?? storeCurrency);
  return { price: price.price, compareAtPrice, currency };
}

function readCurrency(row: Row): string | null {
  const key = row.keyOf('currency');
  if (key === null) return null;
  const value = row.raw[key];
  const currency = typeof value === 'string' ? parseCurrency(value) : null;
  if (currency === null) {
    const message = `The currency ${quote(value)} is not an ISO 4217 code; give one like EUR.`;
    row.failKey(key, 'currency_invalid', message, value);
  }
  return currency;
}

function readPrice(row: Row, currency: string): { price: string; currency: string | null } {
  const key = row.keyOf('price');
  if (key === null) {
    row.failKey('price', 'price_missing', 'The product has no price; give it like 12.90.', null);
    return { price: '', currency: null };
  }
  const parsed = parsePrice(row.raw[key], currency);
  if (parsed.ok) return parsed;
  row.fail(parsed.problem);
  return { price: '', currency: null };
}

function readCompareAtPrice(row: Row, currency: string): string | null {
  const key = row.keyOf('compare_at_price');
  if (key === null) return null;
  const value = row.raw[key];
  const parsed = parsePrice(value, currency, pointerTo('', key));
  if (!parsed.ok) {
    row.fail(parsed.problem);
    return null;
  }
  if (parsed.currency !== null && parsed.currency !== currency) {
    const message = `The compare_at_price is in ${parsed.currency}, but the price is in ${currency}; give both in one currency.`;
    row.failKey(key, 'currency_invalid', message, value);
  }
  return parsed.price;
}

export interface ProductImages {
  readonly imageUrl: string | null;
  /** Further images in the order given, without the first and without repetitions. */
  readonly imageUrls: readonly string[];
}

const advice = 'give an absolute http or https address of at most 2,048 characters';

/** Reads `image_url` and `images`; if `image_url` is absent, the first of `images` replaces it. */
export function readImages(row: Row): ProductImages {
  const mainKey = row.keyOf('image_url');
  const main = mainKey === null ? null : readImageUrl(row, mainKey);
  const listKey = row.keyOf('images');
  if (listKey === null) return { imageUrl: main, imageUrls: [] };
  const images = readList(row, listKey);
  const imageUrl = main ?? images.values().next().value ?? null;
  if (imageUrl !== null) images.delete(imageUrl);
  return { imageUrl, imageUrls: [...images] };
}

function readImageUrl(row: Row, key: string): string | null {
  const value = row.raw[key];
  const url = parseUrl(value);
  if (url === null) {
    row.failKey(
      key,
      'image_url_invalid',
      `The image address ${quote(value)} is not valid; ${advice}.`,
      value,
    );
  }
  return url;
}

function readList(row: Row, key: string): Set<string> {
  const value = row.raw[key];
  const urls = new Set<string>();
  const elements = typeof value === 'string' ? splitImages(value) : value;
  if (!Array.isArray(elements)) {
    const message = `The images are ${nameType(value)}; give a list of addresses.`;
    row.failKey(key, 'image_url_invalid', message, value);
    return urls;
  }
  for (const [index, element] of elements.slice(0, limits.imagesPerProduct).entries()) {
    if (!isPresent(element)) continue;
    const url = parseUrl(element);
    if (url !== null) urls.add(url);
    else {
      const message = `The image address ${quote(element)} is not valid; ${advice}.`;
      row.fail(problem(pointerTo(pointerTo('', key), String(index)), 'image_url_invalid', message, element));
    }
  }
  if (elements.length > limits.imagesPerProduct) {
    const message = `Only the first ${limits.imagesPerProduct} of ${elements.length} images were taken.`;
    row.warnKey(key, 'image_url_invalid', message, null);
  }
  return urls;
}

/** Addresses separated by `|`, by white space, or by a comma before `http` (Contract §4 images). */
function splitImages(text: string): string[] {
  return text.split(/[|\s]+|,(?=\s*https?:)/i).filter((part) => part !== '');
}

const meanings: ReadonlyMap<string, boolean> = new Map([
  ...['1', 'true', 'yes', 'y', 'on', 'in stock', 'in_stock', 'available'].map(
    (word) => [word, true] as const,
  ),
  // Both can be ordered, so both are in stock for a shopper who searches.
  ...['preorder', 'backorder'].map((word) => [word, true] as const),
  ...['0', 'false', 'no', 'n', 'off', 'out of stock', 'out_of_stock', 'unavailable'].map(
    (word) => [word, false] as const,
  ),
]);

/** Whether a stock value means in stock; words in any case. Null if it is none of the known values. */
export function parseStock(value: unknown): boolean | null {
  if (typeof value === 'boolean') return value;
  if (value === 1 || value === 0) return value === 1;
  if (typeof value !== 'string') return null;
  return meanings.get(value.trim().toLowerCase()) ?? null;
}

/** The address of the product's page. */
export function readUrl(row: Row): string {
  const key = row.keyOf('url');
  if (key === null) {
    row.failKey('url', 'url_missing', 'The product has no url; give the address of its page.', null);
    return '';
  }
  const value = row.raw[key];
  const url = parseUrl(value);
  if (url === null) {
    const message = `The url ${quote(value)} is not valid; give an absolute http or https address of at most 2,048 characters.`;
    row.failKey(key, 'url_invalid', message, value);
  }
  return url ?? '';
}

/** Whether the product is in stock; true if the row does not say. */
export function readStock(row: Row): boolean {
  const key = row.keyOf('in_stock');
  if (key === null) return true;
  const value = row.raw[key];
  const inStock = parseStock(value);
  if (inStock === null) {
    const message = `The ${key} value ${quote(value)} is not known; give ${stockWords(key)}.`;
    row.failKey(key, 'in_stock_invalid', message, value);
  }
  return inStock ?? true;
}

/** The words of Google's feed for the field of Google's feed. */
function stockWords(key: string): string {
  return key === 'availability'
    ? 'in_stock, out_of_stock, preorder or backorder'
    : 'true, false, yes, no, 1 or 0';
}

/** Stock does not depend on the quantity (Contract §4), so a quantity that cannot be read is only noted. */
export function readStockQuantity(row: Row): number | null {
  const key = row.keyOf('stock_quantity');
  if (key === null) return null;
  const value = row.raw[key];
  const quantity = typeof value === 'string' && /^\s*\d+\s*$/.test(value) ? Number(value) : value;
  if (typeof quantity === 'number' && Number.isSafeInteger(quantity) && quantity >= 0) return quantity;
  const message = `The stock_quantity ${quote(value)} is not a whole number of zero or more and was left out.`;
  row.warnKey(key, 'row_malformed', message, value);
  return null;
}

/**
 * From a merchant's row to a canonical product, or to everything that is wrong with it (§2.1; Contract §4): the one
 * way into the catalog for every method of import. Pure: it never throws on data, keeps nothing and never changes
 * the row, which is stored beside the product as it was received.
 */

import { readAttributes } from './attributes.ts';
import { parseExternalId } from './external-id.ts';
import { readImages } from './images.ts';
import { readPrices } from './price-fields.ts';
import { nameType, type Problem, pointerTo, problem, quote } from './problem.ts';
import type { CanonicalProduct, CatalogContext, RawProduct } from './product.ts';
import { Row } from './row.ts';
import { parseStock } from './stock.ts';
import { mayHoldForbidden } from './text.ts';
import { readCategory, readDescription, readShortText, readTitle } from './text-fields.ts';
import { parseUrl } from './url.ts';

/** A row that was read: its product with what there is to note, or everything that is wrong with it. */
export type ParsedProduct =
  | {
      readonly ok: true;
      readonly product: CanonicalProduct;
      /** What was cut or left out; the product is taken all the same. */
      readonly warnings: readonly Problem[];
    }
  | {
      readonly ok: false;
      /** The row's id if that much could be read. */
      readonly externalId: string | null;
      /** In the order of the field table, at most 20. */
      readonly problems: readonly [Problem, ...Problem[]];
    };

/**
 * Reads one row of any door; `raw` may be any JSON value. `json`: what `JSON.stringify` makes of it, where that is known; it
 * spares a look at each text.
 */
export function parseProduct(raw: unknown, context: CatalogContext, json?: string): ParsedProduct {
  if (!isRawProduct(raw)) {
    const message = `The row is ${nameType(raw)}; give an object with external_id, title, price and url.`;
    return { ok: false, externalId: null, problems: [problem('', 'row_malformed', message, raw)] };
  }
  const row = new Row(raw);
  if (json === undefined || mayHoldForbidden(json)) row.checkTexts(raw, '');
  const externalId = readExternalId(row);
  const product = readProduct(row, externalId ?? '', context);
  const [first, ...others] = row.sortedProblems();
  if (first !== undefined) return { ok: false, externalId, problems: [first, ...others] };
  return { ok: true, product, warnings: row.warnings };
}

/** Why a row that is too much to be read as a whole fails: for its title where that is too long, else for `excess`. */
export function refuseUnread(raw: unknown, excess: Problem): ParsedProduct {
  if (!isRawProduct(raw)) return { ok: false, externalId: null, problems: [excess] };
  const { title } = raw;
  const start = new Row(typeof title === 'string' ? { title: title.slice(0, titleRead) } : {});
  readTitle(start);
  const tooLong = start.problems.filter(({ code }) => code === 'title_too_long');
  return { ok: false, externalId: readExternalId(new Row(raw)), problems: [tooLong[0] ?? excess] };
}

/** Characters of a title of any length that tell whether it is too long. */
const titleRead = 4_096;

function isRawProduct(raw: unknown): raw is RawProduct {
  return typeof raw === 'object' && raw !== null && !Array.isArray(raw);
}

/** Reads every field, good or bad; the result is a product only if the row then has no problems. */
function readProduct(row: Row, externalId: string, context: CatalogContext): CanonicalProduct {
  const { price, compareAtPrice, currency } = readPrices(row, context.currency);
  const { imageUrl, imageUrls } = readImages(row);
  return {
    externalId,
    title: readTitle(row),
    description: readDescription(row),
    category: readCategory(row),
    brand: readShortText(row, 'brand'),
    author: readShortText(row, 'author'),
    isbn: readShortText(row, 'isbn'),
    gtin: readShortText(row, 'gtin'),
    ean: readShortText(row, 'ean'),
    sku: readShortText(row, 'sku'),
    mpn: readShortText(row, 'mpn'),
    price,
    compareAtPrice,
    currency,
    stockQuantity: readStockQuantity(row),
    url: readUrl(row),
    imageUrl,
    imageUrls,
    inStock: readStock(row),
    attributes: readAttributes(row),
  };
}

function readExternalId(row: Row): string | null {
  const key = row.keyOf('external_id') ?? 'external_id';
  const parsed = parseExternalId(row.raw[key], pointerTo('', key));
  if (parsed.ok) return parsed.externalId;
  row.fail(parsed.problem);
  return null;
}

function readUrl(row: Row): string {
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

function readStock(row: Row): boolean {
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

/** Google's words for Google's name. */
function stockWords(key: string): string {
  return key === 'availability'
    ? 'in_stock, out_of_stock, preorder or backorder'
    : 'true, false, yes, no, 1 or 0';
}

/** Stock does not depend on the quantity (Contract §4), so one that cannot be read costs a note, not the row. */
function readStockQuantity(row: Row): number | null {
  const key = row.keyOf('stock_quantity');
  if (key === null) return null;
  const value = row.raw[key];
  const quantity = typeof value === 'string' && /^\s*\d+\s*$/.test(value) ? Number(value) : value;
  if (typeof quantity === 'number' && Number.isSafeInteger(quantity) && quantity >= 0) return quantity;
  const message = `The stock_quantity ${quote(value)} is not a whole number of zero or more and was left out.`;
  row.warnKey(key, 'row_malformed', message, value);
  return null;
}

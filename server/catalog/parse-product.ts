/**
 * Turns a merchant's row into a canonical product, or into the list of everything that is wrong with it (§2.1; Contract §4). All
 * methods of import go through here. Pure: it never throws on data, has no state and never changes the row, which is stored as
 * received beside the product. At most 20 problems and 20 warnings of a row are kept.
 */
// Tests: ./parse-product.test.ts.
import { readAttributes } from './attributes.ts';
import { parseExternalId } from './external-id.ts';
import { nameType, type Problem, pointerTo, problem } from './problem.ts';
import type { CanonicalProduct, CatalogContext, RawProduct } from './product.ts';
import { Row } from './row.ts';
import {
  readCategory,
  readDescription,
  readGroup,
  readImages,
  readPrices,
  readShortText,
  readStock,
  readStockQuantity,
  readTitle,
  readUrl,
} from './row-fields.ts';
import { mayHoldForbidden } from './text.ts';

/** The product of a row with its warnings, or everything that is wrong with the row. */
export type ParsedProduct =
  | {
      readonly ok: true;
      readonly product: CanonicalProduct;
      /** Values that were cut or left out; the product is still accepted. */
      readonly warnings: readonly Problem[];
    }
  | {
      readonly ok: false;
      /** The id of the row, if it could be read. */
      readonly externalId: string | null;
      /** The problems in the order of the field table, at most 20. */
      readonly problems: readonly [Problem, ...Problem[]];
    };

/**
 * Reads one row from any method of import; `raw` may be any JSON value. `json`: the same value as `JSON.stringify` writes it,
 * if the caller has it; it saves checking each text.
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

/** The failure of a row that is too large to be read: its title if that is too long, else `excess`. */
export function refuseUnread(raw: unknown, excess: Problem): ParsedProduct {
  if (!isRawProduct(raw)) return { ok: false, externalId: null, problems: [excess] };
  const { title } = raw;
  const start = new Row(typeof title === 'string' ? { title: title.slice(0, titleRead) } : {});
  readTitle(start);
  const tooLong = start.problems.filter(({ code }) => code === 'title_too_long');
  return { ok: false, externalId: readExternalId(new Row(raw)), problems: [tooLong[0] ?? excess] };
}

/** Enough characters of a title to tell whether it is too long. */
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
    itemGroupId: readGroup(row),
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

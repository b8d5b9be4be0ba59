/**
 * The first half of the pipeline: rows as read → products with their hashes, or failures; the same for every way in (§1.2, §1.3). No
 * database, no clock. `prepareRows` is pure; `prepareRowsInTurns` gives the same result and lets other work run between slices. A
 * faulty row becomes a failure and stops nothing. A product has at most 1,048,576 characters and 20,000 values; a row beyond them
 * fails. At most 65,536 characters of a failed row are kept.
 */
// Tests: ./prepare-rows.test.ts.
import { limits } from '../../contract/limits.ts';
import { parseExternalId } from '../catalog/external-id.ts';
import { type ParsedProduct, parseProduct, refuseUnread } from '../catalog/parse-product.ts';
import { type Problem, problem } from '../catalog/problem.ts';
import type { CanonicalProduct, CatalogContext, RawProduct, RawSnapshot } from '../catalog/product.ts';
import { contentHash, formerSourceHash, sourceHash } from '../catalog/source-hash.ts';
import { exceedsWordLimit, wordsPerProduct } from '../search/document/attribute-words.ts';
import { createRespell } from '../search/text/text-terms.ts';
import type { WholeProduct } from '../storage/products/tables.ts';
import type { Failure, RowReport } from '../storage/records.ts';
import { finish, finishInTurns } from './in-slices.ts';
import { findExceeded } from './json-bounds.ts';
import { createUnmappedNotes } from './unmapped-keys.ts';

/** A row as a reader gives it. */
export interface RawRow {
  /** 1-based; a header is not counted. */
  readonly row: number;
  /** Physical line of a file; null for JSON. */
  readonly line: number | null;
  readonly value: unknown;
  /** The original of a failed row, stored for its correction if columns were renamed or rows joined; otherwise `value`. */
  readonly original?: unknown;
  /** Why the row could not be read at all. */
  readonly fault?: Problem | null;
  /** The id of such a row, where that much could be read. */
  readonly id?: string | null;
  /** Problems that its reader notes; the row is taken all the same. */
  readonly notes?: readonly Problem[];
}

/** An id that several valid rows of a file carry. */
export interface Repeat {
  /** The row that counts (§2.2: the last one). */
  readonly lastRow: number;
  readonly rowCount: number;
}

/** A valid product, with how many rows of the batch carried its id: the last of them is the one here. */
export interface PreparedProduct extends RawSnapshot {
  readonly product: CanonicalProduct;
  readonly contentHash: string;
  readonly sourceHash: string;
  /** The source hash while the group was an attribute; null without a group. */
  readonly formerSourceHash: string | null;
  readonly rowCount: number;
}

/** A batch after validation. */
export interface PreparedRows {
  readonly rowCount: number;
  /** One entry an id, in the order in which the ids first appeared: that order decides who fits a plan's limit. */
  readonly products: readonly PreparedProduct[];
  readonly failures: readonly Failure[];
  /** Rows taken with a note. */
  readonly warnings: readonly RowReport[];
  /** The stored products by external id, all of them sound, if they had to be read under the lock. */
  readonly stored?: ReadonlyMap<string, WholeProduct>;
}

type PrepareInput = [rows: Iterable<RawRow>, context: CatalogContext, repeats?: ReadonlyMap<string, Repeat>];

/**
 * Validates, normalizes and hashes every row. Never throws for what a row holds. `repeats`: where the rows are a part
 * of a file, the ids that occur more than once in it; rows that a later one replaces are left out, and counted there.
 */
export function prepareRows(...input: PrepareInput): PreparedRows {
  return finish(prepareSlices(...input));
}

/** The same, for rows of any length: others have a turn of the thread between slices of {@link sliceLength}. */
export function prepareRowsInTurns(...input: PrepareInput): Promise<PreparedRows> {
  return finishInTurns(prepareSlices(...input));
}

/** Characters of rows after which others have a turn: some 20 ms. A row of a million takes up to 100. Measured. */
const sliceLength = 262_144;
/** The cost of a row besides its characters, in characters. Measured: 10,000 empty rows take 100 ms. */
const rowCost = 256;

/** The same, slice by slice: others may have a turn between them. */
export function* prepareSlices(
  ...[rows, context, repeats = new Map()]: PrepareInput
): Generator<undefined, PreparedRows> {
  let length = 0;
  let rowCount = 0;
  const products = new Map<string, PreparedProduct>();
  const failures: Failure[] = [];
  const warnings: RowReport[] = [];
  const noteUnmapped = createUnmappedNotes();
  for (const rawRow of rows) {
    const { row, line, value } = rawRow;
    rowCount += 1;
    const raw = toJsonText(value);
    const cost = rowCost + (raw?.length ?? sliceLength);
    length += cost;
    if (length > sliceLength) {
      yield;
      length = cost;
    }
    const parsed = raw === null ? nestedTooDeeply : readRow(rawRow, raw, context);
    if (!parsed.ok || raw === null) {
      const { externalId, problems } = parsed.ok ? nestedTooDeeply : parsed;
      failures.push({ row, line, externalId, problems, raw: keptRaw(rawRow, raw) });
      continue;
    }
    const { product } = parsed;
    const unmapped = noteUnmapped(value as RawProduct, product);
    const leftOut = noteWordsLeftOut(product, context.locale);
    const [warning, ...more] = [...(rawRow.notes ?? []), ...unmapped, ...parsed.warnings, ...leftOut];
    if (warning !== undefined) {
      warnings.push({ row, line, externalId: product.externalId, problems: [warning, ...more] });
    }
    const repeat = repeats.get(product.externalId);
    if (repeat !== undefined && repeat.lastRow !== row) continue;
    // Setting an existing key keeps its place in the map: the first appearance.
    products.set(product.externalId, {
      product,
      value: value as RawProduct,
      raw,
      contentHash: contentHash(raw, context),
      sourceHash: sourceHash(product, context.locale),
      formerSourceHash: formerHashOf(product, value as RawProduct, context.locale),
      rowCount: repeat?.rowCount ?? (products.get(product.externalId)?.rowCount ?? 0) + 1,
    });
  }
  return { rowCount, products: [...products.values()], failures, warnings };
}

function formerHashOf(product: CanonicalProduct, value: RawProduct, locale: string): string | null {
  if (product.itemGroupId === null) return null;
  return formerSourceHash(
    product,
    locale,
    groupKeys.find((key) => Object.hasOwn(value, key)) ?? groupKeys[0],
  );
}

const groupKeys = ['item_group_id', 'handle', 'parent'] as const;

const nestedTooDeeply = {
  ok: false,
  externalId: null,
  problems: [problem('', 'row_malformed', 'The row is nested too deeply to be read.', null)],
} as const;

/**
 * The problem of a product that is too long, since a sent product is kept whole. A row of a table names its columns, so that a
 * short one may be too long.
 */
export const productTooLong = problem(
  '',
  'row_malformed',
  `The product is longer than ${limits.itemMaxLength.toLocaleString('en')} characters; shorten it.`,
  null,
);

const { valuesPerItem } = limits.jsonBounds;
const tooManyValues = problem(
  '',
  'row_malformed',
  `The product holds more than ${valuesPerItem.toLocaleString('en')} values; leave out what is not needed.`,
  null,
);

/** Returns the problem of a product with too many characters or values: looking into it would take seconds. */
function tooMuch(raw: string): Problem | null {
  if (raw.length > limits.itemMaxLength) return productTooLong;
  // Each value takes two characters.
  if (raw.length <= 2 * valuesPerItem) return null;
  const bounds = { levels: Number.POSITIVE_INFINITY, values: valuesPerItem, valuesPerItem };
  return findExceeded(Buffer.from(raw), bounds) === null ? null : tooManyValues;
}

/** JSON text of a row, or null where it is nested so deeply that writing it would overflow the stack. */
function toJsonText(value: unknown): string | null {
  try {
    return JSON.stringify(value) ?? 'null';
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

function readRow({ value, fault, id = null }: RawRow, raw: string, context: CatalogContext): ParsedProduct {
  if (fault === undefined || fault === null) {
    const excess = tooMuch(raw);
    return excess === null ? parseProduct(value, context, raw) : refuseUnread(value, excess);
  }
  const known = id === null ? null : parseExternalId(id);
  return { ok: false, externalId: known?.ok === true ? known.externalId : null, problems: [fault] };
}

/** Returns the text of a failed row that is kept for its correction; null if it is too long. `raw` is the row's own JSON text. */
export function keptRaw({ original }: Pick<RawRow, 'original'>, raw: string | null): string | null {
  const kept = original === undefined ? raw : toJsonText(original);
  return kept === null || kept.length > limits.failureRawMaxLength ? null : kept;
}

/** The length of attributes up to which all words are searched: a text seldom has more words than characters. */
const surelyFits = wordsPerProduct / 2;

/** A note on a product some of whose words cannot be searched; else nothing. */
function noteWordsLeftOut(
  { title, brand, category, author, attributes }: CanonicalProduct,
  locale: string,
): Problem[] {
  const length = attributes.reduce((total, [label, value]) => total + label.length + value.length, 0);
  if (length <= surelyFits) return [];
  const texts = [category, brand, title, author, ...attributes.flat()].filter((text) => text !== null);
  if (!exceedsWordLimit(texts, createRespell(locale))) return [];
  const message = `Only the first ${wordsPerProduct.toLocaleString('en')} different words of the product are searched; the rest of its attributes are kept.`;
  return [problem('/attributes', 'attributes_invalid', message, null)];
}

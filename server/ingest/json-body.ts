/**
 * Turns the bytes of a request body into rows: the JSON reader of the pipeline (§4.2). A batch may be large and is never parsed as a
 * whole: its list is parsed row by row, and the rest separately. It never runs in the HTTP thread. Limits: 64 levels, 1,500,000 values
 * in a body, 20,000 in a product, 10,000 products. Beyond them the whole body is refused; a wrong field of one product is left for the
 * row's own check.
 */
// Tests: ./json-body.test.ts.

import { limits } from '../../contract/limits.ts';
import { fieldAliases, standardFields } from '../../contract/words/product.ts';
import type { RawProduct } from '../catalog/product.ts';
import { reportUnknown } from '../catalog/unknown-fields.ts';
import { AppError, Faults, validationFailed } from '../errors.ts';
import { nearestName } from '../structures/nearest-name.ts';
import { finish } from './in-slices.ts';
import { type JsonBounds, type ListSpan, outlineJson } from './json-bounds.ts';
import type { RawRow } from './prepare-rows.ts';
import { parseExactJson } from './readers/exact-json.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true });
/** The decoder for the midst of a text, where a byte order mark is no JSON. */
const utf8Within = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

const { levels, valuesPerItem } = limits.jsonBounds;

const refusals: Readonly<Record<keyof JsonBounds, (byte: number) => AppError>> = {
  levels: (byte) => {
    const where = `first at byte ${byte} of the body`;
    return new AppError(
      'malformed_json',
      `Objects and arrays nest more than ${levels} levels deep, ${where}.`,
    );
  },
  values: () => tooManyValues(limits.jsonBounds.values),
  valuesPerItem: () =>
    new AppError('payload_too_large', `One product takes at most ${valuesPerItem} JSON values.`),
};

function tooManyValues(most: number): AppError {
  return new AppError('payload_too_large', `The body takes at most ${most} JSON values.`);
}

/**
 * Parses any JSON value. Throws `malformed_json` if the bytes are not UTF-8, not JSON, or nested too deeply, and
 * `payload_too_large` for too many values. Skips a byte order mark.
 */
export function parseJson(
  body: Uint8Array,
  most: number = valuesPerItem,
  parse: ParseText = JSON.parse,
): unknown {
  // Before parsing: 32 MiB of empty arrays would take gigabytes, and minutes of the one thread that writes.
  const { exceeded, readTo } = finish(outlineJson(body, { levels, values: most, valuesPerItem: most }));
  if (exceeded !== null) throw exceeded === 'levels' ? refusals.levels(readTo) : tooManyValues(most);
  return parseText(body, utf8, '', parse);
}

type ParseText = (text: string) => unknown;

/** Products keep the digits of their numbers. */
function parseText(
  bytes: Uint8Array,
  decoder: TextDecoder,
  where = '',
  parse: ParseText = parseExactJson,
): unknown {
  try {
    return parse(decoder.decode(bytes));
  } catch (cause) {
    if (bytes.length === 0)
      throw new AppError('malformed_json', 'The body is empty; send a JSON object.', { cause });
    const reason = cause instanceof SyntaxError ? cause.message : 'it is not UTF-8';
    throw new AppError('malformed_json', `The body is not JSON: ${where}${reason}.`, { cause });
  }
}

/** The body as one object, of at most so many values. Throws `validation_failed` for anything else. */
export function parseJsonObject(body: Uint8Array, most: number = valuesPerItem): RawProduct {
  return toObject(parseJson(body, most));
}

/** Parses like {@link parseJsonObject}, but keeps the text of a number that a double cannot hold, as files give it. */
export function parseProductObject(body: Uint8Array): RawProduct {
  return toObject(parseJson(body, valuesPerItem, parseExactJson));
}

function toObject(value: unknown): RawProduct {
  if (isObject(value)) return value;
  throw validationFailed([
    { path: '', code: 'type_invalid', message: `The body takes a JSON object, got ${typeName(value)}.` },
  ]);
}

/**
 * The rows of a batch: `{ "products": [...] }`, or one product object. Rows are parsed as they are taken, and are not looked into:
 * what is wrong with one of them is that row's problem. Throws `validation_failed` for an object that is neither, for a
 * `dry_run` field, and for unknown fields beside `products`, `payload_too_large` beyond the row limit, and what
 * {@link parseJson} throws, for the text of a row when it is taken.
 */
export function* bodySlices(body: Uint8Array): Generator<undefined, Iterable<RawRow>> {
  const { exceeded, readTo, values, list } = yield* outlineJson(body, limits.jsonBounds);
  if (exceeded !== null) throw refusals[exceeded](readTo);
  // At most one product is parsed at once, or the members that may stand beside a list.
  if (values - (list?.values ?? 0) > valuesPerItem) throw notAlone();
  const value = toObject(parsePart(body, withoutElements(body, list), utf8, 'outside its list: '));
  // Ignored, it would make a trial run write.
  if (Object.hasOwn(value, 'dry_run')) throw misplacedDryRun('/dry_run');
  if (!Object.hasOwn(value, 'products')) {
    refuseOther(value);
    if (values > valuesPerItem) throw refusals.valuesPerItem(readTo);
    return [toRow(parseText(body, utf8), 0)];
  }
  refuseUnknown(value);
  const products = toList(value.products);
  const rowCount = list === null ? products.length : countElements(body, list);
  if (rowCount > limits.productsPerBatch) {
    throw new AppError(
      'payload_too_large',
      `A batch takes at most ${limits.productsPerBatch} products, got ${rowCount}. Send it in parts.`,
    );
  }
  if (list === null) return products.map(toRow);
  return rowCount === 0 ? [] : parseRows(body, list);
}

function toRow(value: unknown, index: number): RawRow {
  return { row: index + 1, line: null, value };
}

function toList(products: unknown): readonly unknown[] {
  if (Array.isArray(products)) return products;
  const message = `"products" takes an array of products, got ${typeName(products)}.`;
  throw validationFailed([{ path: '/products', code: 'type_invalid', message }]);
}

/** The body with an empty list. */
function withoutElements(body: Uint8Array, list: ListSpan | null): Uint8Array {
  const end = list?.ends.at(-1);
  if (list === null || end === undefined) return body;
  return Buffer.concat([body.subarray(0, list.start), body.subarray(end)]);
}

/** A list of one element may have none: then there is white space at most. */
function countElements(body: Uint8Array, { start, ends }: ListSpan): number {
  if (ends.length > 1) return ends.length;
  return body.subarray(start, ends[0]).every((byte) => whiteSpace.includes(byte)) ? 0 : 1;
}

const whiteSpace = [0x20, 0x09, 0x0a, 0x0d];

function* parseRows(body: Uint8Array, { start, ends }: ListSpan): Generator<RawRow> {
  let from = start;
  for (const [index, end] of ends.entries()) {
    const text = body.subarray(from, end);
    yield toRow(parsePart(body, text, utf8Within, `row ${index + 1}: `), index);
    from = end + 1;
  }
}

/** Parses a part of a body; a fault of a short body is named with its place in the whole body. */
function parsePart(body: Uint8Array, part: Uint8Array, decoder: TextDecoder, where: string): unknown {
  try {
    return parseText(part, decoder, part === body ? '' : where);
  } catch (error) {
    if (body.length <= limits.itemMaxLength) parseText(body, utf8);
    throw error;
  }
}

/** Rejects fields beside the list of products; a product itself takes any field. */
function refuseUnknown(batch: RawProduct): void {
  const faults = new Faults();
  reportUnknown(batch, { what: 'The body', known: ['products'] }, faults.report);
  faults.refuse((errors) => {
    const { path } = errors[0];
    return nearestName(path.slice(1), ['dry_run']) === null
      ? validationFailed(errors)
      : misplacedDryRun(path);
  });
}

function misplacedDryRun(path: string): AppError {
  const message = '"dry_run" is a query parameter: send POST /api/v1/product-imports?dry_run=true.';
  return validationFailed([{ path, code: 'parameter_unknown', message }]);
}

/** An object without a single field of a product was meant as something else, such as `{ "items": [...] }`. */
function refuseOther(value: RawProduct): void {
  if (productKeys.some((key) => Object.hasOwn(value, key))) return;
  const [key] = Object.keys(value);
  const got = key === undefined ? 'an empty object' : `an object with "${key.slice(0, 50)}"`;
  throw productsMissing(`The body takes one product, or an object with the array "products", got ${got}.`);
}

/** More values than a product has, and not in one list. */
function notAlone(): AppError {
  return productsMissing('The body takes one product, or an object with nothing but the array "products".');
}

function productsMissing(message: string): AppError {
  return validationFailed([{ path: '', code: 'products_missing', message }]);
}

const productKeys: readonly string[] = [...standardFields, ...Object.keys(fieldAliases)];

function isObject(value: unknown): value is RawProduct {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function typeName(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'an array';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}

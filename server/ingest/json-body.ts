/** From the bytes of a request body to rows: the JSON reader of the pipeline (§4.2). */
import { limits } from '../../contract/limits.ts';
import { fieldAliases, standardFields } from '../../contract/words/product.ts';
import type { RawProduct } from '../catalog/product.ts';
import { AppError, validationFailed } from '../errors.ts';
import { nearestName } from '../nearest-name.ts';
import { findExceeded, type JsonBounds } from './json-bounds.ts';
import type { RawRow } from './prepare-rows.ts';
import { unknownFields } from './unknown-fields.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true });

const { levels, values, valuesPerItem } = limits.jsonBounds;

const refusals: Readonly<Record<keyof JsonBounds, () => AppError>> = {
  levels: () =>
    new AppError('malformed_json', `The body nests objects and arrays more than ${levels} levels deep.`),
  values: () =>
    new AppError('payload_too_large', `A body takes at most ${values} JSON values. Send it in parts.`),
  valuesPerItem: () =>
    new AppError('payload_too_large', `One product takes at most ${valuesPerItem} JSON values.`),
};

/**
 * Any JSON value. Throws `malformed_json` for what is not UTF-8, not JSON, or nests too deep, `payload_too_large` for
 * too many values. A byte order mark is skipped.
 */
export function parseJson(body: Uint8Array): unknown {
  // Before parsing: 32 MiB of empty arrays would take gigabytes, and minutes of the one thread that writes.
  const exceeded = findExceeded(body, limits.jsonBounds);
  if (exceeded !== null) throw refusals[exceeded]();
  try {
    return JSON.parse(utf8.decode(body));
  } catch (cause) {
    const reason = cause instanceof SyntaxError ? cause.message : 'it is not UTF-8';
    throw new AppError('malformed_json', `The body is not JSON: ${reason}.`, { cause });
  }
}

/** The body as one object. Throws `validation_failed` for anything else. */
export function parseJsonObject(body: Uint8Array): RawProduct {
  const value = parseJson(body);
  if (isObject(value)) return value;
  throw validationFailed([
    { path: '', code: 'type_invalid', message: `The body takes a JSON object, got ${typeName(value)}.` },
  ]);
}

/**
 * The rows of a batch: `{ "products": [...] }`, or one product object. Rows are not looked into: what is wrong with
 * one of them is that row's problem. Throws `validation_failed` for an object that is neither, holds `dry_run`, or
 * fields beside the list,
 * `payload_too_large` beyond the row limit.
 */
export function readBatch(body: Uint8Array): RawRow[] {
  const value = parseJsonObject(body);
  // Ignored, it would make a trial run write.
  if (Object.hasOwn(value, 'dry_run')) throw misplacedDryRun('/dry_run');
  const isBatch = Object.hasOwn(value, 'products');
  if (isBatch) refuseUnknown(value);
  const products = isBatch ? value.products : [oneProduct(value)];
  if (!Array.isArray(products)) {
    throw validationFailed([
      {
        path: '/products',
        code: 'type_invalid',
        message: `"products" takes an array of products, got ${typeName(products)}.`,
      },
    ]);
  }
  if (products.length > limits.productsPerBatch) {
    throw new AppError(
      'payload_too_large',
      `A batch takes at most ${limits.productsPerBatch} products, got ${products.length}. Send it in parts.`,
    );
  }
  return products.map((product: unknown, index) => ({ row: index + 1, line: null, value: product }));
}

/** Beside the list of products; a product itself takes any field. */
function refuseUnknown(batch: RawProduct): void {
  const [first, ...rest] = unknownFields(batch, ['products']);
  if (first === undefined) return;
  const name = first.path.slice(1);
  throw nearestName(name, ['dry_run']) === null
    ? validationFailed([first, ...rest])
    : misplacedDryRun(first.path);
}

function misplacedDryRun(path: string): AppError {
  const message = '"dry_run" is a query parameter: send POST /api/v1/product-imports?dry_run=true.';
  return validationFailed([{ path, code: 'parameter_unknown', message }]);
}

/** An object without a single field of a product was meant as something else, such as `{ "items": [...] }`. */
function oneProduct(value: RawProduct): RawProduct {
  if (productKeys.some((key) => Object.hasOwn(value, key))) return value;
  const [key] = Object.keys(value);
  const got = key === undefined ? 'an empty object' : `an object with "${key.slice(0, 50)}"`;
  const message = `The body takes one product, or an object with the array "products", got ${got}.`;
  throw validationFailed([{ path: '', code: 'products_missing', message }]);
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

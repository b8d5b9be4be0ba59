/** From the bytes of a request body to rows: the JSON reader of the pipeline (§4.2). */
import { limits } from '../../contract/limits.ts';
import type { RawProduct } from '../catalog/product.ts';
import { AppError, validationFailed } from '../errors.ts';
import type { RawRow } from './prepare-rows.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Any JSON value. Throws `malformed_json` for what is not UTF-8 or not JSON. A byte order mark is skipped. */
export function parseJson(body: Uint8Array): unknown {
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
 * one of them is that row's problem. Throws `payload_too_large` beyond the row limit.
 */
export function readBatch(body: Uint8Array): RawRow[] {
  const value = parseJsonObject(body);
  const products = Object.hasOwn(value, 'products') ? value.products : [value];
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

function isObject(value: unknown): value is RawProduct {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function typeName(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'an array';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}

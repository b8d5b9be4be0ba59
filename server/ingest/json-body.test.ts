import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { ErrorCode } from '../../contract/words/errors.ts';
import { jsonBytes, nestedJson } from '../../test/support/make-product.ts';
import { AppError } from '../errors.ts';
import { parseJson, parseJsonObject, readBatch } from './json-body.ts';

function bytes(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

/** The error that the call throws, held to be of the code. */
function refusalOf(call: () => unknown, code: ErrorCode): AppError {
  let thrown: unknown;
  try {
    call();
  } catch (error) {
    thrown = error;
  }
  assert.ok(thrown instanceof AppError, 'nothing was refused');
  assert.equal(thrown.code, code);
  return thrown;
}

test('Contract §3 a body that is not JSON is malformed_json', () => {
  for (const text of ['', ' ', '{', '{"a":1,}', "{'a':1}", 'NaN', '{}{}', 'undefined', '\u0000']) {
    const error = refusalOf(() => parseJson(bytes(text)), 'malformed_json');
    assert.match(error.message, /^The body is not JSON: .+\.$/s);
    assert.ok(error.cause instanceof SyntaxError);
  }
});

test('a body that is not UTF-8 is malformed_json', () => {
  for (const body of [
    [0x22, 0xff, 0x22],
    [0x22, 0xed, 0xa0, 0x80, 0x22],
    [0x22, 0xc3],
    [0xff, 0xfe, 0x7b, 0],
  ]) {
    const error = refusalOf(() => parseJson(Uint8Array.from(body)), 'malformed_json');
    assert.equal(error.message, 'The body is not JSON: it is not UTF-8.');
  }
});

test('a byte order mark before the JSON is skipped', () => {
  assert.deepEqual(parseJson(bytes('\uFEFF{"a":"ä"}')), { a: 'ä' });
});

test('any JSON value comes back as it was written', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      assert.deepEqual(parseJson(jsonBytes(value)), JSON.parse(JSON.stringify(value)));
    }),
    { numRuns: 200 },
  );
});

test('no sequence of bytes throws anything but malformed_json', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 20 }), (body) => {
      try {
        parseJson(body);
      } catch (error) {
        assert.ok(error instanceof AppError && error.code === 'malformed_json');
      }
    }),
    { numRuns: 300 },
  );
});

test('a body that is no object is refused with its type', () => {
  for (const [text, type] of [
    ['null', 'null'],
    ['[]', 'an array'],
    ['"a"', 'a string'],
    ['1', 'a number'],
    ['true', 'a boolean'],
    [nestedJson(100_000), 'an array'],
  ] as const) {
    const error = refusalOf(() => parseJsonObject(bytes(text)), 'validation_failed');
    const message = `The body takes a JSON object, got ${type}.`;
    assert.deepEqual(error.errors, [{ path: '', code: 'type_invalid', message }]);
  }
});

test('§4.2 single: one product object is a batch of one row', () => {
  assert.deepEqual(readBatch(jsonBytes({ external_id: 'a' })), [
    { row: 1, line: null, value: { external_id: 'a' } },
  ]);
});

test('§4.2 batch: the rows of a list are numbered from one', () => {
  assert.deepEqual(readBatch(jsonBytes({ products: ['x', null, { a: 1 }], more: true })), [
    { row: 1, line: null, value: 'x' },
    { row: 2, line: null, value: null },
    { row: 3, line: null, value: { a: 1 } },
  ]);
  assert.deepEqual(readBatch(jsonBytes({ products: [] })), []);
});

test('products of another type than a list are refused', () => {
  for (const [text, type] of [
    ['{"products":null}', 'null'],
    ['{"products":"a"}', 'a string'],
    ['{"products":3}', 'a number'],
    ['{"products":false}', 'a boolean'],
    ['{"products":{"0":{}}}', 'object'],
  ] as const) {
    const error = refusalOf(() => readBatch(bytes(text)), 'validation_failed');
    assert.deepEqual(
      error.errors?.map(({ path, code }) => [path, code]),
      [['/products', 'type_invalid']],
    );
    assert.match(error.message, new RegExp(`got (?:an? )?${type}\\.$`));
  }
});

test('Contract §3 a batch takes 10,000 rows and refuses 10,001', () => {
  const rows = Array.from({ length: 10_000 }, () => 0);
  assert.equal(readBatch(jsonBytes({ products: rows })).length, 10_000);
  const error = refusalOf(() => readBatch(jsonBytes({ products: [...rows, 0] })), 'payload_too_large');
  assert.match(error.message, /at most 10000 products, got 10001/);
});

test('a refusal says "an object"', () => {
  assert.throws(() => readBatch(jsonBytes({ products: {} })), /got an object\./);
});

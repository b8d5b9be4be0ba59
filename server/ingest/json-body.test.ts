import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { limits } from '../../contract/limits.ts';
import type { ErrorCode } from '../../contract/words/errors.ts';
import { caseCount } from '../../test/support/case-count.ts';
import { jsonBytes, nestedJson } from '../../test/support/make-product.ts';
import { turnsOf } from '../../test/support/turns-of.ts';
import { AppError } from '../errors.ts';
import { finish, finishInTurns } from './in-slices.ts';
import { bodySlices, parseJson, parseJsonObject } from './json-body.ts';
import { findExceeded } from './json-bounds.ts';
import type { RawRow } from './prepare-rows.ts';
import { parseExactJson } from './readers/exact-json.ts';

function bytes(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

function readBatch(body: Uint8Array): RawRow[] {
  return [...finish(bodySlices(body))];
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
    assert.match(error.message, text === '' ? /^The body is empty/ : /^The body is not JSON: .+\.$/s);
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
    { numRuns: caseCount(200) },
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
    { numRuns: caseCount(300) },
  );
});

test('a body deeper than 64 levels is refused before parsing', () => {
  const most = limits.jsonBounds.levels;
  for (const [open, close] of [
    ['[', ']'],
    ['{"a":', '}'],
    [' [ {"b\\"[[[{{{": ', ' } ] '],
  ] as const) {
    const perTurn = open.includes('[ {') ? 2 : 1;
    const nested = (turns: number) => bytes(`${open.repeat(turns)}1${close.repeat(turns)}`);
    parseJson(nested(most / perTurn));
    const error = refusalOf(() => parseJson(nested(most / perTurn + 1)), 'malformed_json');
    assert.match(error.message, /more than 64 levels deep/);
  }
  // It is no JSON, so that only what comes before parsing can have refused it for its depth.
  const unclosed = refusalOf(() => parseJson(bytes('['.repeat(1_000_000))), 'malformed_json');
  assert.match(unclosed.message, /more than 64 levels deep, first at byte 65 of the body/);
  const batch = bytes(`{"products": [{"external_id": "a", "x": ${'['.repeat(62)}1${']'.repeat(62)}}]}`);
  const { message } = refusalOf(() => readBatch(batch), 'malformed_json');
  const byte = Number(/first at byte (\d+) /.exec(message)?.[1]);
  assert.equal(
    Buffer.from(batch)
      .subarray(byte - 1, byte + 1)
      .toString(),
    '[1',
  );
});

test('brackets in text and side by side are not depth', () => {
  for (const text of [JSON.stringify('[{'.repeat(1_000)), JSON.stringify(Array(1_000).fill([{}]))]) {
    parseJson(bytes(text));
  }
  parseJson(bytes(JSON.stringify({ 'a\\': '\\', b: '"[[['.repeat(100) })));
});

test('an object of too many values is refused before parsing', () => {
  const most = limits.jsonBounds.valuesPerItem;
  const listOf = (count: number) => jsonBytes({ a: Array.from({ length: count }, () => ({})) });
  parseJsonObject(listOf(most / 2 - 2));
  const error = refusalOf(() => parseJsonObject(listOf(most)), 'payload_too_large');
  assert.equal(error.message, `The body takes at most ${most} JSON values.`);
  parseJsonObject(listOf(most), limits.jsonBounds.valuesOfSettings);
});

test('a body that is no object is refused with its type', () => {
  for (const [text, type] of [
    ['null', 'null'],
    ['[]', 'an array'],
    ['"a"', 'a string'],
    ['1', 'a number'],
    ['true', 'a boolean'],
    [nestedJson(limits.jsonBounds.levels), 'an array'],
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
  assert.deepEqual(readBatch(jsonBytes({ products: ['x', null, { a: 1 }] })), [
    { row: 1, line: null, value: 'x' },
    { row: 2, line: null, value: null },
    { row: 3, line: null, value: { a: 1 } },
  ]);
  assert.deepEqual(readBatch(jsonBytes({ products: [] })), []);
});

test('Contract §5 an object without any product is refused', () => {
  for (const [text, got] of [
    ['{}', 'an empty object'],
    ['{"items":[{"external_id":"a"}]}', 'an object with "items"'],
    ['{"Products":[]}', 'an object with "Products"'],
  ] as const) {
    const error = refusalOf(() => readBatch(bytes(text)), 'validation_failed');
    assert.deepEqual(
      error.errors?.map(({ path, code }) => [path, code]),
      [['', 'products_missing']],
    );
    assert.ok(error.message.endsWith(`got ${got}.`), error.message);
  }
  for (const key of ['price', 'images', 'name', 'availability']) {
    assert.equal(readBatch(jsonBytes({ [key]: 1 })).length, 1, key);
  }
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

/** Counts values as the reader does: each bracket, and each comma. */
function countValues(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  const children: unknown[] = Object.values(value);
  return children.reduce((sum: number, child) => sum + countValues(child), Math.max(1, children.length));
}

test('values are counted as a walk counts them', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const values = countValues(value);
      const bounds = { levels: 64, values, valuesPerItem: values };
      assert.equal(findExceeded(jsonBytes(value), bounds), null);
      if (values === 0) return;
      assert.equal(findExceeded(jsonBytes(value), { ...bounds, values: values - 1 }), 'values');
      const alone = { ...bounds, valuesPerItem: values - 1 };
      assert.equal(
        findExceeded(jsonBytes({ products: [value] }), { ...alone, values: values + 2 }),
        'valuesPerItem',
      );
    }),
    { numRuns: caseCount(200) },
  );
});

test('bodies of millions of values are refused unparsed', () => {
  const { values, valuesPerItem } = limits.jsonBounds;
  for (const text of [
    `{"products":[${'{},'.repeat(values)}{}]}`,
    `{"products":[{"a":[${'[],'.repeat(valuesPerItem)}1]}]}`,
    `{"title":"a","a":[${'1,'.repeat(valuesPerItem)}1]}`,
  ]) {
    refusalOf(() => readBatch(bytes(text)), 'payload_too_large');
  }
  const product = `{"title":"a","attributes":{${Array.from({ length: 100 }, (_, index) => `"${index}":"x"`).join(',')}}}`;
  const full = `{"products":[${Array.from({ length: limits.productsPerBatch }, () => product).join(',')}]}`;
  assert.equal(findExceeded(bytes(full), limits.jsonBounds), null, 'a full batch of full products is taken');
});

/** A body of a large batch, of rows of about 64 KiB. */
function largeBatch(rowCount: number, lastRow = '{"external_id":"last"}'): Uint8Array {
  const row = JSON.stringify({ external_id: 'a', description: '"a, [b] '.repeat(7_000) });
  return bytes(`{"products":[${`${row},`.repeat(rowCount - 1)}${lastRow}]}`);
}

test('others have a turn with each MiB of a body', async () => {
  const turnsFor = (body: Uint8Array) => turnsOf(() => finishInTurns(bodySlices(body)));
  const few = await turnsFor(largeBatch(1));
  const large = largeBatch(100);
  assert.equal((await turnsFor(large)) - few, Math.floor(large.length / 1024 / 1024));
});

test('a byte order mark within a batch is malformed_json', () => {
  refusalOf(() => readBatch(bytes('{"products":[\uFEFF1]}')), 'malformed_json');
  assert.equal(readBatch(bytes('\uFEFF{"products":[1]}')).length, 1);
});

test('rows of a batch are parsed as they are taken', () => {
  const rows = finish(bodySlices(largeBatch(30, '{"external_id":}')))[Symbol.iterator]();
  for (let row = 1; row < 30; row += 1) assert.equal(rows.next().value?.row, row);
  const { message } = refusalOf(() => rows.next(), 'malformed_json');
  assert.match(message, /^The body is not JSON: row 30: Unexpected token/);
});

test('a short batch’s fault is named with its place', () => {
  const text = '{"products":[{"external_id":"a"},\n{"external_id":}]}';
  const { message } = refusalOf(() => readBatch(bytes(text)), 'malformed_json');
  assert.equal(message, refusalOf(() => parseJson(bytes(text)), 'malformed_json').message);
});

/** Parses the rows of a batch in one piece; returns what becomes of them. */
function parseWhole(text: string): unknown {
  try {
    return (parseExactJson(text) as { products: unknown }).products;
  } catch {
    return 'malformed_json';
  }
}

function parseInParts(text: string): unknown {
  try {
    return readBatch(bytes(text)).map(({ value }) => value);
  } catch (error) {
    return error instanceof AppError ? error.code : error;
  }
}

test('JSON read row by row equals JSON in one piece', () => {
  const pieces = fc.constantFrom(
    '{',
    '}',
    '[',
    ']',
    ',',
    ':',
    '"',
    '\\',
    '1',
    ' ',
    '"a"',
    '{"b":[1]}',
    '\uFEFF',
  );
  const broken = fc.array(pieces, { maxLength: 6 }).map((parts) => parts.join(''));
  const elements = fc.array(
    fc.jsonValue().map((value) => JSON.stringify(value)),
    { maxLength: 4 },
  );
  fc.assert(
    fc.property(elements, broken, fc.nat(), (texts, inserted, place) => {
      const whole = `{ "products" : [${texts.join(' , ')}] }`;
      const at = 14 + (place % (whole.length - 13));
      const text = whole.slice(0, at) + inserted + whole.slice(at);
      assert.deepEqual(parseInParts(whole), parseWhole(whole));
      const expected = parseWhole(text);
      // Then it is JSON that holds something beside the list.
      const found = parseInParts(text);
      if (found !== 'validation_failed') assert.deepEqual(found, expected);
      else assert.notEqual(expected, 'malformed_json');
    }),
    { numRuns: caseCount(2_000) },
  );
});

test('much beside one list is refused unparsed', () => {
  const { valuesPerItem } = limits.jsonBounds;
  const items = `[${'{},'.repeat(valuesPerItem)}x]`;
  const fields = `{${'"b":{},'.repeat(valuesPerItem)}x}`;
  for (const text of [
    `{"products":[1],"a":${items}}`,
    `{"products":[],"a":${fields}}`,
    `[${items},${items}]`,
  ]) {
    const { errors } = refusalOf(() => readBatch(bytes(text)), 'validation_failed');
    assert.deepEqual(
      errors?.map(({ code }) => code),
      ['products_missing'],
    );
  }
  // None of it is JSON, so that only what comes before parsing can have refused it.
  refusalOf(() => readBatch(bytes(`{"title":"a","images":${items}}`)), 'payload_too_large');
});

test('a repeated list counts as it is parsed', () => {
  assert.deepEqual(
    readBatch(bytes('{"products":[1,2],"products":[3]}')).map(({ value }) => value),
    [3],
  );
});

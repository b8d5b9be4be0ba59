import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseExternalId } from './external-id.ts';

function read(value: unknown): string {
  const parsed = parseExternalId(value);
  return parsed.ok ? parsed.externalId : parsed.problem.code;
}

test('Contract §4 text is trimmed and keeps its leading zeros', () => {
  assert.equal(read('  00123 '), '00123');
  assert.equal(read('a\tb'), 'a b');
  assert.equal(read('SKU/1?#%'), 'SKU/1?#%');
});

test('Contract §4 a JSON number is taken as its decimal text', () => {
  assert.equal(read(1001), '1001');
  assert.equal(read(9_007_199_254_740_991), '9007199254740991');
  assert.equal(read(1.5), '1.5');
  assert.equal(read(1e-7), '0.0000001');
  assert.equal(read(0), '0');
});

test('Contract §4 a number that lost digits could name another product', () => {
  assert.equal(read(Number.MAX_SAFE_INTEGER + 1), 'external_id_invalid');
  assert.equal(read(1e21), 'external_id_invalid');
  assert.equal(read(Number.NaN), 'external_id_invalid');
});

test('§2.1 external-id: a blank or absent external id is missing', () => {
  for (const value of [undefined, null, '', ' \t ']) assert.equal(read(value), 'external_id_missing');
});

test('§2.1 external-id: other types are no external id', () => {
  for (const value of [true, {}, [], ['1']]) assert.equal(read(value), 'external_id_invalid');
});

test('Contract §4 an external id has 255 characters at most', () => {
  assert.equal(read(` ${'😀'.repeat(255)} `), '😀'.repeat(255));
  assert.equal(read('x'.repeat(256)), 'external_id_invalid');
});

test('Contract §4 control characters in an external id are invalid text', () => {
  assert.equal(read('a\u0000'), 'text_invalid');
  assert.equal(read('\ud800'), 'text_invalid');
});

test('a problem of an external id names where it stood', () => {
  const parsed = parseExternalId([], '/id');
  assert.ok(!parsed.ok);
  assert.equal(parsed.problem.path, '/id');
  assert.match(parsed.problem.message, /a list/);
});

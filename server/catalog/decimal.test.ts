import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  addDecimals,
  codeText,
  decimalText,
  multiplyDecimal,
  roundDecimal,
  subtractDecimals,
} from './decimal.ts';

test('numbers become their shortest decimal text without an exponent', () => {
  const cases: [number, string][] = [
    [0, '0'],
    [-0, '0'],
    [12.9, '12.9'],
    [-12.5, '-12.5'],
    [1e-7, '0.0000001'],
    [1.25e-9, '0.00000000125'],
    [-1e-7, '-0.0000001'],
    [1e21, '1000000000000000000000'],
    [-1.5e22, '-15000000000000000000000'],
    [0.1 + 0.2, '0.30000000000000004'],
  ];
  for (const [value, text] of cases) assert.equal(decimalText(value), text);
});

test('decimal text of any number reads back as that number', () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
      const text = decimalText(value);
      assert.match(text, /^-?\d+(\.\d+)?$/);
      assert.equal(Number(text), value === 0 ? 0 : value);
    }),
  );
});

test('a code beyond the exact integers has lost digits', () => {
  assert.equal(codeText(9_007_199_254_740_991), '9007199254740991');
  assert.equal(codeText(9_007_199_254_740_992), null);
  assert.equal(codeText(Number.POSITIVE_INFINITY), null);
  assert.equal(codeText(1.5), '1.5');
});

test('decimals are rounded half up as text, never as floats', () => {
  const cases: [string, number, string][] = [
    ['12', 2, '12.00'],
    ['12.9', 2, '12.90'],
    ['1.005', 2, '1.01'],
    ['1.004999', 2, '1.00'],
    ['999.995', 2, '1000.00'],
    ['0.004', 2, '0.00'],
    ['0.5', 0, '1'],
    ['1299.49', 0, '1299'],
    ['999999999999.999', 2, '1000000000000.00'],
  ];
  for (const [text, places, rounded] of cases) assert.equal(roundDecimal(text, places), rounded);
});

test('sums of decimals are exact at any length', () => {
  assert.deepEqual(
    [
      addDecimals('0.1', '0.2'),
      addDecimals('9.99', '0.01'),
      addDecimals('999999999999', '1'),
      addDecimals('0', '0.050'),
    ],
    ['0.3', '10.00', '1000000000000', '0.050'],
  );
});

test('differences of decimals are exact and never below zero', () => {
  const cases = [
    ['59.70', '2.7', '57.00'],
    ['1000000000000', '0.01', '999999999999.99'],
    ['0.3', '0.3', '0'],
    ['1', '1.001', '0'],
  ] as const;
  for (const [left, right, rest] of cases) assert.equal(subtractDecimals(left, right), rest);
});

test('products of decimals are as exact as their repeated sum', () => {
  const decimal = fc
    .tuple(fc.nat(999_999), fc.nat(4))
    .map(([digits, places]) => (digits / 10 ** places).toFixed(places));
  fc.assert(
    fc.property(decimal, fc.integer({ min: 1, max: 40 }), (one, factor) => {
      const sum = Array.from({ length: factor }, () => one).reduce(addDecimals);
      assert.equal(multiplyDecimal(one, factor), sum);
    }),
  );
  assert.equal(multiplyDecimal('19.90', 0), '0.00');
});

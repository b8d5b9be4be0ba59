import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readPrices } from './price-fields.ts';
import type { RawProduct } from './product.ts';
import { Row } from './row.ts';

/** Price, compare_at_price and currency as read in a EUR store, or the problems as `path code`. */
function read(raw: RawProduct): (string | null)[] {
  const row = new Row(raw);
  const { price, compareAtPrice, currency } = readPrices(row, 'EUR');
  if (row.problems.length === 0) return [price, compareAtPrice, currency];
  return row.problems.map(({ path, code }) => `${path} ${code}`);
}

test('§2.1 price: it is required and zero is one', () => {
  assert.deepEqual(read({ price: 0 }), ['0', null, null]);
  for (const price of [undefined, null, '', ' ']) assert.deepEqual(read({ price }), ['/price price_missing']);
  assert.deepEqual(read({ price: 'abc' }), ['/price price_invalid']);
  assert.deepEqual(read({ price: -1 }), ['/price price_negative']);
});

test('a price that is wrong is called by its field', () => {
  for (const value of ['x', ['1'], -1, '1e9 EUR', '12 XYZ', 1e13]) {
    const row = new Row({ price: '12', compare_at_price: value });
    readPrices(row, 'EUR');
    assert.match(row.problems[0]?.message ?? '', /^The compare_at_price /, String(value));
  }
  const row = new Row({ price: 'x' });
  readPrices(row, 'EUR');
  assert.match(row.problems[0]?.message ?? '', /^The price "x" /);
});

test('Contract §4 a currency in the price fills an absent currency', () => {
  assert.deepEqual(read({ price: '12.90 USD' }), ['12.90', null, 'USD']);
  assert.deepEqual(read({ price: '12.90', currency: 'usd' }), ['12.90', null, 'USD']);
  assert.deepEqual(read({ price: '12.90 USD', currency: 'USD' }), ['12.90', null, 'USD']);
});

test('Contract §4 a price never gets the name of another currency', () => {
  assert.deepEqual(read({ price: '12.90 USD', currency: 'EUR' }), ['/currency currency_invalid']);
  assert.deepEqual(read({ price: '12', compare_at_price: '15 USD' }), ['/compare_at_price currency_invalid']);
  assert.deepEqual(read({ price: '12 USD', compare_at_price: '15 €' }), [
    '/compare_at_price currency_invalid',
  ]);
  assert.deepEqual(read({ price: '12 USD', compare_at_price: '15 USD' }), ['12', '15', 'USD']);
  assert.deepEqual(read({ price: '12', compare_at_price: '15 EUR' }), ['12', '15', null]);
});

test('Contract §4 a currency that is no ISO 4217 code fails', () => {
  for (const currency of ['EURO', '€', 978, true, ['EUR']]) {
    assert.deepEqual(read({ price: '12 USD', currency }), ['/currency currency_invalid']);
  }
  assert.deepEqual(read({ price: '12 XYZ' }), ['/price currency_invalid']);
  assert.deepEqual(read({ price: 12, currency: ' ' }), ['12', null, null]);
});

test('Contract §4 the currency given decides how three digits are read', () => {
  assert.deepEqual(read({ price: '1,234', compare_at_price: '2,345' }), ['1234', '2345', null]);
  assert.deepEqual(read({ price: '1,234', compare_at_price: '2,345', currency: 'KWD' }), [
    '1.234',
    '2.345',
    'KWD',
  ]);
  assert.deepEqual(read({ price: '1,234 KWD', compare_at_price: '2,345' }), ['1.234', '2.345', 'KWD']);
});

test('a compare_at_price that cannot be read fails its row', () => {
  assert.deepEqual(read({ price: 1, compare_at_price: 'abc' }), ['/compare_at_price price_invalid']);
  assert.deepEqual(read({ price: 1, compare_at_price: -2 }), ['/compare_at_price price_negative']);
  assert.deepEqual(read({ price: 1, compare_at_price: '' }), ['1', null, null]);
});

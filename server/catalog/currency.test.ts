import assert from 'node:assert/strict';
import { test } from 'node:test';
import { currencyDecimals, parseCurrency } from './currency.ts';

test('Contract §4 currencies are ISO 4217 codes in any case', () => {
  assert.equal(parseCurrency('EUR'), 'EUR');
  assert.equal(parseCurrency(' usd '), 'USD');
  assert.equal(parseCurrency('Jpy'), 'JPY');
});

test('Contract §4 anything but an ISO 4217 code names no currency', () => {
  for (const text of ['', 'EURO', 'XYZ', 'BTC', '€', '978', 'E U R']) assert.equal(parseCurrency(text), null);
});

test('a currency has its usual number of decimals', () => {
  assert.equal(currencyDecimals('EUR'), 2);
  assert.equal(currencyDecimals('JPY'), 0);
  assert.equal(currencyDecimals('KWD'), 3);
  assert.equal(currencyDecimals('KWD'), 3);
});

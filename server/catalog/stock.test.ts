import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseStock } from './stock.ts';

test('Contract §4 every word for in stock is understood in any case', () => {
  const words = [
    '1',
    'true',
    'YES',
    'y',
    'On',
    'In Stock',
    'in_stock',
    'available',
    'preorder',
    ' backorder ',
  ];
  for (const word of [...words, true, 1]) assert.equal(parseStock(word), true, String(word));
});

test('Contract §4 every word for out of stock is understood in any case', () => {
  const words = ['0', 'False', 'no', 'N', 'off', 'OUT OF STOCK', 'out_of_stock', 'unavailable'];
  for (const word of [...words, false, 0, -0]) assert.equal(parseStock(word), false, String(word));
});

test('Contract §4 any other stock value is not guessed', () => {
  for (const value of ['maybe', '2', 2, -1, 'constructor', [], {}, null])
    assert.equal(parseStock(value), null);
});

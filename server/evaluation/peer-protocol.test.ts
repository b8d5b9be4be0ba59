import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toPeerProduct } from './peer-protocol.ts';

test('peers index the same product text, phrases and identifiers', () => {
  const product = toPeerProduct({
    productId: '00000000-0000-7000-8000-000000000001',
    externalId: 'L-1',
    title: 'Desk lamp',
    categoryPath: ['Home', 'Lamps'],
    brand: null,
    identifiers: ['L-1', '4006381333931'],
    attributes: [
      ['colour', 'red'],
      ['material', 'steel'],
    ],
    suggestionPhrases: ['reading lamp'],
    searchPhrases: ['night light'],
    inStock: true,
    createdAt: 0,
    card: ['{}'],
  });
  assert.deepEqual(product, {
    externalId: 'L-1',
    title: 'Desk lamp',
    category: 'Home Lamps',
    brand: '',
    attributes: 'red steel L-1 4006381333931 reading lamp night light',
  });
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { productDocument } from '../../../test/search/documents.ts';
import { fingerprintOf } from './fingerprint.ts';

const usual = productDocument('1', {
  title: 'Lamp',
  categoryPath: ['Home', 'Lamps'],
  brand: 'Lux',
  identifiers: ['a', 'b'],
  attributes: [['colour', 'red']],
  suggestionPhrases: ['red lamp'],
  searchPhrases: ['gift'],
  type: { name: 'lamp', otherNames: ['light'] },
  createdAt: 1_700_000_000_000_000,
});

test('documents that differ in a searched field have different fingerprints', () => {
  const others = [
    { externalId: '2' },
    { title: 'Lamp ' },
    { categoryPath: ['Home', 'Lamp', 's'] },
    { categoryPath: ['HomeLamps'] },
    { brand: null },
    { brand: '' },
    { identifiers: ['ab'] },
    { identifiers: ['a'], attributes: [['b', 'colour'] as const, ['red', ''] as const] },
    { attributes: [] },
    { attributes: [['colour', 'red'] as const, ['colour', 'red'] as const] },
    { suggestionPhrases: [], searchPhrases: ['red lamp', 'gift'] },
    { searchPhrases: [] },
    { type: null },
    { type: { name: 'lamp', otherNames: [] } },
    { group: 'lamps' },
    { inStock: false },
    { createdAt: usual.createdAt + 1 },
    { createdAt: usual.createdAt + 2 ** 32 },
  ];
  const found = [usual, ...others.map((fields) => ({ ...usual, ...fields }))].map(fingerprintOf);
  assert.equal(new Set(found).size, others.length + 1);
  for (const fingerprint of found) assert.ok(Number.isSafeInteger(fingerprint) && fingerprint >= 0);
});

test('a fingerprint says nothing about the card', () => {
  assert.equal(fingerprintOf({ ...usual, card: ['{}'] }), fingerprintOf(usual));
});

test('fingerprints of many similar documents are all different', () => {
  const found = new Set<number>();
  const low = new Set<number>();
  for (let number = 0; number < 100_000; number += 1) {
    const fingerprint = fingerprintOf(productDocument(String(number)));
    found.add(fingerprint);
    low.add(fingerprint % 2 ** 32);
  }
  assert.equal(found.size, 100_000);
  // Of 100,000 random numbers of 32 bits one pair is equal, more or less.
  assert.ok(low.size > 99_980, `${low.size}`);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { productDocument } from '../../test/search/documents.ts';
import type { SearchDocument } from './document.ts';
import { createSuggestionSource } from './suggestion-phrases.ts';

function phrases(fields: Partial<SearchDocument>, locale = 'en'): string[] {
  const source = createSuggestionSource(locale);
  return source
    .phrasesOf(productDocument('1', fields))
    .map(({ display, named }) => (named ? '+' : '-') + display);
}

test('Contract §7 generated phrases, category and brand are named suggestions', () => {
  const fields = {
    title: 'X',
    brand: 'Acme',
    categoryPath: ['Home', 'Lamps'],
    suggestionPhrases: ['Desk light'],
  };
  assert.deepEqual(phrases(fields), ['+Desk light', '+Lamps', '+Acme', '+Acme Lamps']);
});

test('a category that begins with the brand is not joined to it', () => {
  assert.deepEqual(phrases({ title: 'X', brand: 'ACME', categoryPath: ['Acme lamps'] }), [
    '+Acme lamps',
    '+ACME',
  ]);
});

test('Contract §7 titles give sequences of two and three words', () => {
  assert.deepEqual(phrases({ title: 'Red Wool Scarf' }), ['-red wool', '-red wool scarf', '-wool scarf']);
});

test('sequences neither cross punctuation nor end in stop words', () => {
  assert.deepEqual(phrases({ title: 'Scarf, wool' }), []);
  assert.deepEqual(phrases({ title: 'Scarf (wool)' }), []);
  assert.deepEqual(phrases({ title: 'Scarf - wool' }), []);
  assert.deepEqual(phrases({ title: 'Bag for tools' }), ['-bag for tools']);
  assert.deepEqual(phrases({ title: 'Tasche für Werkzeug' }, 'de-AT'), ['-tasche für werkzeug']);
});

test('numbers and model codes make no sequences but short ends', () => {
  assert.deepEqual(phrases({ title: 'Galaxy S5' }), ['-galaxy s5']);
  assert.deepEqual(phrases({ title: 'Toner 006R90321' }), []);
  assert.deepEqual(phrases({ title: '12 eggs' }), []);
});

test('sequences come from the first six words of a title', () => {
  const found = phrases({ title: 'one two three four five six seven' });
  assert.ok(found.includes('-five six'));
  assert.ok(!found.some((phrase) => phrase.includes('seven')));
});

test('Contract §7 a product stands behind a folded phrase once', () => {
  assert.deepEqual(phrases({ title: 'Red Lamp', brand: 'Réd lamp', suggestionPhrases: ['RED lamp'] }), [
    '+RED lamp',
  ]);
});

test('Turkish titles are lowered by Turkish rules', () => {
  assert.deepEqual(phrases({ title: 'KIRMIZI ÇANTA' }, 'tr-TR'), ['-kırmızı çanta']);
});

test('labels of object prototypes are ordinary phrases', () => {
  assert.deepEqual(phrases({ title: 'X', brand: '__proto__' }), ['+__proto__']);
});

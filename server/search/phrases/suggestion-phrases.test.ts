import assert from 'node:assert/strict';
import { test } from 'node:test';
import { productDocument } from '../../../test/search/documents.ts';
import type { SearchDocument } from '../document/document.ts';
import { createSuggestionSource, evidence } from './suggestion-phrases.ts';

function phrases(fields: Partial<SearchDocument>, locale = 'en'): string[] {
  const source = createSuggestionSource(locale);
  return source
    .phrasesOf(productDocument('1', fields))
    .map(({ display, evidence: bits }) => ((bits & evidence.named) !== 0 ? '+' : '-') + display);
}

test('Contract §7 generated phrases, category and brand are named suggestions', () => {
  const fields = {
    title: 'X',
    brand: 'Acme',
    categoryPath: ['Home', 'Lamps'],
    suggestionPhrases: ['Desk light'],
  };
  assert.deepEqual(phrases(fields), ['+Desk light', '+Lamps', '+Acme']);
});

test('a category that holds the brand is not joined again', () => {
  assert.deepEqual(phrases({ title: 'X', brand: 'ACME', categoryPath: ['Acme lamps'] }), [
    '+Acme lamps',
    '+ACME',
  ]);
});

test('meaningless titles are no suggestions, nor part of one', () => {
  const brand = 'Acme';
  assert.deepEqual(phrases({ title: '', brand, categoryPath: ['Lamps', 'Other'] }), ['+Acme']);
  assert.deepEqual(phrases({ title: '', brand, categoryPath: ['All Lamps'] }), ['+Acme']);
  assert.deepEqual(phrases({ title: '', brand: 'Unknown', categoryPath: ['Lamps'] }), ['+Lamps']);
  assert.deepEqual(phrases({ title: '', brand: '14593', categoryPath: ['Lamps'] }), ['+Lamps', '+14593']);
});

test('Contract §7 sequences of title words are shown in lower case', () => {
  assert.deepEqual(phrases({ title: 'Wool SCARF' }), ['-wool', '-wool scarf', '-scarf']);
});

test('signs of law neither cut nor show in sequences', () => {
  assert.ok(phrases({ title: 'Core™ Processor®' }).includes('-core processor'));
});

test('attribute values are no part of variant titles', () => {
  const attributes = [
    ['size', 'XS'],
    ['color', 'Black'],
  ] as const;
  assert.deepEqual(phrases({ title: 'Hoodie-XS-Black', attributes }), ['-hoodie']);
});

test('brand and category are remembered apart', () => {
  const source = createSuggestionSource('en');
  const displays = (brand: string | null, leaf: string) =>
    source
      .phrasesOf(productDocument('1', { title: '', brand, categoryPath: [leaf] }))
      .map(({ display }) => display);
  assert.deepEqual(displays('a', 'b c'), ['b c', 'a']);
  assert.deepEqual(displays('a b', 'c'), ['c', 'a b']);
  assert.deepEqual(displays(null, 'b c'), ['b c']);
  for (let number = 0; number < 5_000; number += 1) displays(`a${number}`, 'b');
  assert.deepEqual(displays('a', 'b c'), ['b c', 'a']);
});

test('Contract §7 a product stands behind a folded phrase once', () => {
  const fields = { title: 'Red Lamp', brand: 'Réd lamp', suggestionPhrases: ['RED lamp'] };
  assert.deepEqual(phrases(fields), ['+RED lamp']);
});

test('Turkish titles are lowered by Turkish rules', () => {
  assert.deepEqual(phrases({ title: 'KIRMIZI ÇANTA' }, 'tr-TR'), ['-kırmızı çanta', '-çanta']);
});

test('labels of object prototypes are ordinary phrases', () => {
  assert.deepEqual(phrases({ title: 'X', brand: '__proto__' }), ['+__proto__']);
});

test('only the suggestible title and brand give suggestions', () => {
  const fields = { title: 'Wool scarf buy now', brand: 'Buy now', categoryPath: ['Scarves'] };
  const made = phrases({ ...fields, suggestible: { title: 'Wool scarf', brand: null } });
  assert.deepEqual(made, ['+Scarves', '-wool', '-wool scarf', '-scarf']);
});

test('a typed product stands behind its type, brand and title', () => {
  const type = { name: 'cable', otherNames: ['cord'] };
  const fields = {
    title: 'Acme HDMI Cable, black',
    brand: 'Acme',
    categoryPath: ['Acme Cables & Adapters'],
    type,
  };
  assert.deepEqual(phrases(fields), [
    '+cable',
    '+cord',
    '+Acme',
    '+Acme cable',
    '-hdmi cable',
    '-black cable',
  ]);
});

test('a numeric brand or one inside the type is not joined', () => {
  const type = { name: 'acme lamp', otherNames: [] };
  assert.deepEqual(phrases({ title: '', brand: 'Acme', type }), ['+acme lamp', '+Acme']);
  assert.deepEqual(phrases({ title: '', brand: '14593', type }), ['+acme lamp', '+14593']);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { phraseParts } from '../../../contract/words/phrase-patterns.ts';
import type { PhraseProduct } from '../phrase-generator.ts';
import {
  nameOfPattern,
  packPatterns,
  partsOf,
  patternNamed,
  patternsOf,
  unpackPatterns,
} from './phrase-pattern.ts';

const lamp: PhraseProduct = {
  id: 'p1',
  title: 'Nordlys Desk Lamp DL-40 with two shades, 15 W',
  description: 'A wonderful gift.',
  category: 'Lighting > Table lamps',
  brand: 'Nordlys',
  author: null,
  attributes: [['Colour', 'Black']],
  identifiers: ['5099206027275'],
};
const type = { name: 'desk lamp', otherNames: ['reading light'], confidence: 1, evidence: [] };

const nameOf = (phrase: string, product: Partial<PhraseProduct> = {}, locale = 'en') =>
  nameOfPattern(patternsOf({ ...lamp, ...product }, type, locale)(phrase));

test('each word of a phrase belongs to one part', () => {
  const patterns: Readonly<Record<string, string>> = {
    'Nordlys desk lamp': 'brand-type',
    'desk lamps': 'type',
    'reading light': 'type',
    'black desk lamp': 'type-attribute',
    'desk lamp 15w': 'type-measure',
    'desk lamp 15 watt': 'type-measure',
    'Nordlys DL-40': 'brand-model-title',
    'lamp for the table': 'type-category',
    'lamp with shades': 'type-title',
    'gift for teachers': 'other',
    'desk lamp gift': 'type-other',
    'desk lamp 99x': 'type-other',
    'the of': 'other',
  };
  for (const [phrase, pattern] of Object.entries(patterns)) assert.equal(nameOf(phrase), pattern, phrase);
});

test('an author is a part, and scripts without spaces have parts', () => {
  assert.equal(nameOf('Ada Lovelace', { author: 'Ada Lovelace' }), 'author');
  assert.equal(nameOf('手机壳', { title: '红色手机壳 40', brand: null }, 'zh'), 'title');
});

const somePattern = fc.integer({ min: 1, max: 2 ** phraseParts.length - 1 });

test('names and packed texts of patterns lead back to them', () => {
  fc.assert(
    fc.property(fc.array(somePattern, { maxLength: 32 }), (patterns) => {
      for (const pattern of patterns) assert.equal(patternNamed(nameOfPattern(pattern)), pattern);
      const phrases = patterns.map((_, place) => `${place}`);
      const lists = { suggestionPhrases: phrases.slice(0, 8), searchPhrases: phrases.slice(8), type: null };
      const packed = packPatterns(lists, (phrase) => patterns[Number(phrase)] ?? 0);
      assert.deepEqual(unpackPatterns(packed), patterns);
    }),
  );
  for (const name of ['', 'type-brand', 'type-type', 'colour', 'type-'])
    assert.equal(patternNamed(name), null);
});

test('a phrase of any text has at least one part', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.string(), (phrase, title) => {
      assert.ok(partsOf(patternsOf({ ...lamp, title }, type, 'en')(phrase)).length > 0);
    }),
  );
});

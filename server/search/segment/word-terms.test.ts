import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compileSynonyms } from '../query/compile-synonyms.ts';
import { parseQuery } from '../query/query.ts';
import { expandSynonyms } from '../query/synonyms.ts';
import { createStemmer } from '../text/stems.ts';
import { buildDictionary, Dictionary } from './dictionary.ts';
import { lookUpWord, type WordTerms } from './word-terms.ts';

const stem = createStemmer('en');
const synonyms = compileSynonyms([{ from: ['sofa'], to: ['couch', 'day bed', 'love seat'] }], stem);
const words = [
  'batteries',
  'battery',
  'batteryless',
  'bed',
  'beds',
  'couch',
  'couches',
  'day',
  'love',
  'usb',
  'usbc',
];

function lookUp(text: string): WordTerms[] {
  const dictionary = new Dictionary(buildDictionary(words, stem).parts);
  const { words: asked } = parseQuery(text, {
    stem,
    nounFirst: false,
    expand: (all) => expandSynonyms([synonyms], all, stem),
  });
  return asked.map((word) => lookUpWord(dictionary, word));
}

function name(terms: readonly number[]): string[] {
  return terms.map((term) => words[term] ?? '');
}

test('a word is met by itself, by what it begins, and by other forms of it, itself not among them', () => {
  const [terms] = lookUp('battery');
  assert.ok(terms !== undefined);
  assert.deepEqual(words.slice(terms.own.start, terms.own.end), ['battery', 'batteryless']);
  assert.deepEqual(name(terms.variants), ['batteries']);
});

test('other forms are found of a word that is not there itself', () => {
  const [terms] = lookUp('coucheses days');
  assert.equal(terms?.own.exact, -1);
  assert.deepEqual(name(lookUp('love days')[1]?.variants ?? []), ['day']);
});

test('words are met joined with their neighbours', () => {
  const [first, second] = lookUp('usb c');
  for (const terms of [first, second]) {
    const joined = terms?.joined.flatMap(({ start, end }) => words.slice(start, end)) ?? [];
    assert.ok(joined.includes('usbc'));
  }
});

test('other ways to say a word are those of which every word is there in some form', () => {
  const [terms] = lookUp('sofa');
  assert.deepEqual(
    terms?.alternatives.map((alternative) => alternative.map(name)),
    [[['couch', 'couches']], [['day'], ['bed', 'beds']]],
  );
});

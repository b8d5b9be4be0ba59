import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createStemmer } from '../text/stems.ts';
import { compileSynonyms } from './compile-synonyms.ts';
import { parseQuery, type QueryAnalysis, stemOf } from './query.ts';
import { expandSynonyms } from './synonyms.ts';

/** No stems, no synonyms. */
const plainWords: QueryAnalysis = { stem: (word) => word, nounFirst: false, expand: () => [] };

function patterns(text: string): string[] {
  return parseQuery(text, plainWords).words.map(({ own, joined }) =>
    [own, ...joined].map((pattern) => pattern.text + (pattern.prefix ? '*' : '')).join(' '),
  );
}

test('Contract §7 only the last word of a query is a prefix', () => {
  assert.deepEqual(patterns('red'), ['red*']);
  assert.deepEqual(patterns('Big RED '), ['big bigred*', 'red* bigred*']);
});

test('Contract §7 words are joined with neighbours, compound and whole query', () => {
  assert.deepEqual(patterns('x a-12/3'), [
    'x xa xa123*',
    'a xa a12 a123* xa123*',
    '12 a12 123* a123* xa123*',
    '3* 123* a123* xa123*',
  ]);
});

test('Contract §7 a lone character without spaces is always a prefix', () => {
  assert.deepEqual(patterns('手 usb'), ['手*', 'usb*']);
  assert.deepEqual(patterns('手机壳'), ['手机', '机壳*']);
});

test('a query of symbols has no words', () => {
  assert.deepEqual(parseQuery(' *** 😀 ', plainWords).words, []);
});

test('a repeated word counts once, where it stands first', () => {
  assert.deepEqual(patterns('red red'), ['red redred*']);
});

test('Contract §7 the parts of a measure are answered by it together', () => {
  const { words } = parseQuery('15,6 zoll', plainWords);
  const ofMeasure = words.map(({ joined }) => joined.filter(({ text }) => text === '15.6in'));
  assert.deepEqual(ofMeasure, Array(2).fill([{ text: '15.6in', prefix: true }]));
});

test('a word’s stem need not be its own word', () => {
  const stem = createStemmer('en');
  const [word] = parseQuery('batteries', { ...plainWords, stem }).words;
  assert.deepEqual(word?.stem, stemOf('battery', stem));
  const twoLetters = (text: string) => text.slice(0, 2);
  const allButOne = (text: string) => text.slice(0, -1);
  assert.deepEqual(stemOf('abc', twoLetters), { text: 'ab', isWord: true });
  assert.deepEqual(stemOf('abc', allButOne), { text: 'ab', isWord: false });
});

test('synonyms answer the words of a span, each with its stem', () => {
  const stem = createStemmer('en');
  const set = compileSynonyms([{ from: ['cell phone'], to: ['mobile', 'smart phones'] }], stem);
  const { words } = parseQuery('red cell phone', {
    stem,
    nounFirst: false,
    expand: (all) => expandSynonyms([set], all, stem),
  });
  const others = words.map(({ alternatives }) =>
    alternatives.map((all) => all.map(({ text }) => text).join(' ')),
  );
  assert.deepEqual(others, [[], ['mobile', 'smart phones'], ['mobile', 'smart phones']]);
  assert.deepEqual(words[1]?.alternatives[1]?.[1]?.stem, stemOf('phone', stem));
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fold } from './fold.ts';
import { languageOf, stopWords } from './stop-words.ts';

const languages = 'en de fr es it pt nl sv da no nb nn fi pl cs sk hu ro tr ru uk el ar he'.split(' ');

test('folded stop words meet the folded words of titles', () => {
  for (const language of languages) {
    const words = stopWords(language);
    assert.ok(language === 'en' || words.size > stopWords('en').size, language);
    for (const word of words) assert.equal(fold(word), word, `${language}: ${word}`);
  }
});

test('a locale has its own and the English stop words', () => {
  const words = stopWords('de-AT');
  assert.ok(words.has('und') && words.has('with'));
  assert.ok(!words.has('avec') && !words.has(''));
  assert.deepEqual(stopWords('xx'), stopWords('en'));
});

test('a locale’s language is its lower-case first part', () => {
  assert.deepEqual(['tr-TR', 'pt_BR', 'EN', ''].map(languageOf), ['tr', 'pt', 'en', '']);
});

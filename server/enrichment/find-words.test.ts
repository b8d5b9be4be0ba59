import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { fold } from '../search/text/fold.ts';
import { findWords } from './find-words.ts';

/** All rows of words, the shortest first. */
function findNaively(words: readonly string[], text: string): { start: number; end: number } {
  for (let length = 1; length <= words.length; length += 1) {
    for (let start = 0; start + length <= words.length; start += 1) {
      const row = fold(words.slice(start, start + length).join(' '));
      if (row.includes(text)) return { start, end: start + length };
    }
  }
  return { start: 0, end: words.length };
}

const parts = [
  'buy',
  'now',
  '½',
  'é',
  'ｆ',
  '手机',
  'f*ck',
  'a',
  'aa',
  'ab',
  '™',
  '´b',
  'Σας',
  '3×4',
  'й',
  '\u0301x',
];

test('the fewest words that hold a text are found', () => {
  const title = fc.array(fc.constantFrom(...parts), { minLength: 1, maxLength: 12 });
  fc.assert(
    fc.property(title, fc.nat(40), fc.integer({ min: 1, max: 12 }), (words, start, length) => {
      const folded = fold(words.join(' '));
      const text = folded.slice(start, start + length).trim() || 'none';
      assert.deepEqual(findWords(words.map(fold), text), findNaively(words, text));
    }),
    { numRuns: 2_000 },
  );
});

test('a text that no words hold means all of them', () => {
  for (const text of ['c', ' ', '']) assert.deepEqual(findWords(['a', 'b'], text), { start: 0, end: 2 });
});

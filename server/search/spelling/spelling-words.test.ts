import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { editsTo } from '../../../test/search/spelling-oracle.ts';
import { buildStringSlab } from '../columns/string-column.ts';
import { sortByCodePoints } from '../columns/text-order.ts';
import { SpellingSearch, type TypedWord } from './spelling-edits.ts';
import { buildSpellingSections, isCorrectable } from './spelling-sections.ts';
import { SpellingWords } from './spelling-words.ts';

function wordsOf(terms: readonly string[]): SpellingWords {
  const sorted = sortByCodePoints(terms);
  return new SpellingWords(buildStringSlab(sorted), buildSpellingSections(sorted));
}

function searchAll(words: SpellingWords, typed: TypedWord, edits: number, steps = Infinity): string[] {
  const found = new Set<string>();
  words.search(new SpellingSearch(typed, edits), (term) => found.add(words.text(term)), { steps });
  return sortByCodePoints(Array.from(found));
}

function readAll(terms: readonly string[], typed: TypedWord, edits: number): string[] {
  const letters = Array.from(typed.text);
  return sortByCodePoints(terms)
    .filter(isCorrectable)
    .filter((word) => letters.length > 5 || Array.from(word)[0] === letters[0])
    .filter((word) => editsTo(typed, word) <= edits);
}

test('a search finds exactly the words within the edits', () => {
  const unit = fc.constantFrom('a', 'b', 'c', 'ж', 'é', '한');
  const terms = fc.uniqueArray(fc.string({ unit: fc.oneof(unit, fc.constant('1')), maxLength: 12 }), {
    maxLength: 60,
  });
  const typed = fc.record({ text: fc.string({ unit, minLength: 4, maxLength: 12 }), prefix: fc.boolean() });
  fc.assert(
    fc.property(terms, typed, fc.integer({ min: 0, max: 2 }), (held, word, edits) => {
      assert.deepEqual(searchAll(wordsOf(held), word, edits), readAll(held, word, edits));
    }),
    { numRuns: 2_000 },
  );
});

test('a search passes thousands of words that begin alike', () => {
  const unit = fc.constantFrom(...'abc');
  const middles = fc.sample(fc.string({ unit, minLength: 7, maxLength: 7 }), { numRuns: 1_000, seed: 1 });
  const terms = Array.from(new Set(middles.flatMap((middle) => [`begin${middle}`, `${middle}ending`])));
  const words = wordsOf(terms);
  const beginnings = middles
    .slice(0, 4)
    .flatMap((middle) => [`bexin${middle}`, `${middle}endig`, `x${middle}`]);
  for (const text of beginnings) {
    for (const prefix of [false, true]) {
      assert.deepEqual(searchAll(words, { text, prefix }, 2), readAll(terms, { text, prefix }, 2), text);
    }
  }
});

test('only a word is found by its text', () => {
  const words = wordsOf(['a12', 'cable', 'café', 'tv', 'zip']);
  assert.deepEqual(
    ['cable', 'café', 'cab', 'a12', 'zzz'].map((word) => words.find(Buffer.from(word))),
    [1, 2, -1, -1, -1],
  );
});

test('a search stops where its budget ends', () => {
  const words = wordsOf(['cabin', 'cable', 'cobalt', 'comet']);
  const typed = { text: 'cxbl', prefix: true };
  assert.deepEqual(searchAll(words, typed, 2, 0), []);
  const all = searchAll(words, typed, 2);
  const part = searchAll(words, typed, 2, 4);
  assert.ok(part.length > 0 && part.length < all.length, `${part} of ${all}`);
});

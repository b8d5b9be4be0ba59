import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { correctNaively, dictionaryOf } from '../../../test/search/spelling-oracle.ts';
import { editsAllowed, findWithin, queryStepsMax, type SpellingDictionary } from './spelling-correction.ts';
import type { TypedWord } from './spelling-search.ts';
import type { StepBudget } from './spelling-words.ts';

/** The best correction of a word by itself: fewest edits first. */
function correctWord(
  dictionaries: readonly SpellingDictionary[],
  typed: TypedWord,
  budget: StepBudget = { steps: queryStepsMax },
): string | null {
  for (let edits = 0; editsAllowed(typed.text) > 0 && edits <= editsAllowed(typed.text); edits += 1) {
    const best = findWithin(dictionaries, typed, edits, budget);
    if (best !== null) return best.word;
  }
  return null;
}

/** Few letters, so that many words are near each other: Latin, Cyrillic, Greek, Arabic, Korean, Devanagari. */
const alphabets = ['ab', 'abcde', 'где', 'αβ', 'بتث', '한국어', 'कि', 'abб'];

const catalogs = fc.constantFrom(...alphabets).chain((letters) => {
  const unit = fc.constantFrom(...letters);
  const held = fc.record({
    word: fc.string({ unit, minLength: 2, maxLength: 13 }),
    live: fc.nat({ max: 3 }),
    dead: fc.nat({ max: 2 }),
  });
  const segment = fc.uniqueArray(held, { selector: ({ word }) => word, maxLength: 40 });
  return fc.record({
    segments: fc.array(segment, { minLength: 1, maxLength: 4 }),
    typed: fc.record({ prefix: fc.boolean(), text: fc.string({ unit, maxLength: 12 }) }),
  });
});

test('Contract §7 a correction is the one that reading all words would find', () => {
  fc.assert(
    fc.property(catalogs, ({ segments, typed }) => {
      const expected = correctNaively(segments, typed);
      assert.equal(correctWord(segments.map(dictionaryOf), typed), expected);
    }),
    { numRuns: 3_000 },
  );
});

function held(word: string, live = 1, dead = 0) {
  return { word, live, dead };
}

function correct(text: string, words: readonly ReturnType<typeof held>[], prefix = false): string | null {
  return correctWord([dictionaryOf(words)], { text, prefix });
}

test('Contract §7 one edit is corrected from 4 letters, two from 8, a swap being one edit', () => {
  assert.deepEqual(
    ['tee', 'lamp', 'charger', 'wireless', 'rx580', '手机手机'].map(editsAllowed),
    [0, 1, 1, 2, 0, 0],
  );
  const words = ['tree', 'lamp', 'charger', 'wireless', 'headphones', 'notebook'].map((word) => held(word));
  assert.equal(correct('tre', words), null);
  assert.equal(correct('lmap', words), 'lamp');
  assert.equal(correct('chargr', words), 'charger');
  assert.equal(correct('chrgr', words), null);
  assert.equal(correct('wierlses', words), 'wireless');
  assert.equal(correct('hedphonse', words), 'headphones');
  assert.equal(correct('ntbok', words), null);
  assert.equal(correct('xoteboxx', words), null);
});

test('Contract §7 a wrong first letter is corrected from 6 letters', () => {
  const words = ['lamp', 'mouse', 'camera', 'keyboard'].map((word) => held(word));
  assert.equal(correct('damp', words), null);
  assert.equal(correct('nouse', words), null);
  assert.equal(correct('xamera', words), 'camera');
  assert.equal(correct('amera', words), null);
  assert.equal(correct('acmera', words), 'camera');
  assert.equal(correct('leyboard', words), 'keyboard');
});

test('Contract §7 an unfinished word is corrected by the beginnings of words', () => {
  const words = [held('bluetooth'), held('headphones', 2), held('headphone'), held('blouse')];
  assert.equal(correct('bleutoo', words, true), 'bluetooth');
  assert.equal(correct('bleutoo', words), null);
  assert.equal(correct('haedpho', words, true), 'headphones');
  assert.equal(correct('headphome', words, true), 'headphones');
  assert.equal(correct('headphome', words), 'headphone');
});

test('of words equally near the one in most live documents of all segments is taken', () => {
  const typed = { text: 'chargar', prefix: false };
  const first = dictionaryOf([held('charger', 3), held('chargax', 4, 100)]);
  const second = dictionaryOf([held('charger', 2), held('chargan', 0, 50)]);
  assert.equal(correctWord([first], typed), 'chargax');
  assert.equal(correctWord([first, second], typed), 'charger');
  assert.equal(correctWord([second, dictionaryOf([held('chargab', 2)])], typed), 'chargab');
});

test('a word that no live document holds is no correction', () => {
  assert.equal(correct('chargar', [held('charger', 0, 9)]), null);
  assert.equal(correct('wireliss', [held('wireless', 0, 9), held('wirelase', 1)]), 'wirelase');
});

test('live documents are counted for no more than the 64 likeliest words', () => {
  const letters = Array.from('abcdefghijklmnopqrstuvwxyz');
  const dead = (count: number) =>
    [0, 1, 2]
      .flatMap((place) => letters.map((letter) => `camera${'zzz'.slice(0, place)}${letter}`))
      .slice(0, count);
  const typed = { text: 'camera', prefix: true };
  const find = (count: number) =>
    correctWord([dictionaryOf([...dead(count).map((word) => held(word, 0, 5)), held('cameras', 1)])], typed);
  assert.equal(find(18), 'cameras');
  const unlucky = dead(70).filter((word) => word !== 'cameras');
  assert.equal(
    correctWord([dictionaryOf([...unlucky.map((word) => held(word, 0, 5)), held('cameras')])], typed),
    null,
  );
});

test('a budget that is used up leaves words uncorrected', () => {
  const dictionaries = [dictionaryOf([held('charger')])];
  const typed = { text: 'chargar', prefix: false };
  const budget: StepBudget = { steps: queryStepsMax };
  assert.equal(correctWord(dictionaries, typed, budget), 'charger');
  assert.ok(budget.steps < queryStepsMax);
  assert.equal(correctWord(dictionaries, typed, { steps: 0 }), null);
});

test('a word of more than 200 letters is not corrected', () => {
  const words = [held(`${'ab'.repeat(99)}ba`)];
  assert.equal(correct('ab'.repeat(100), words), words[0]?.word);
  assert.equal(correct(`${'ab'.repeat(99)}baa`, words), null);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { correctNaively, dictionaryOf } from '../../../test/search/spelling-oracle.ts';
import {
  correctQuery,
  editsAllowed,
  findWithin,
  queryStepsMax,
  type SpellingDictionary,
} from './spelling-correction.ts';
import type { TypedWord } from './spelling-edits.ts';
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

test('Contract §7 a correction equals the one from reading all words', () => {
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

function correctOne(text: string, words: readonly ReturnType<typeof held>[], prefix = false): string | null {
  return correctWord([dictionaryOf(words)], { text, prefix });
}

test('Contract §7 one edit is corrected from 4 letters, two from 8', () => {
  assert.deepEqual(
    ['tee', 'lamp', 'charger', 'wireless', 'rx580', '手机手机'].map(editsAllowed),
    [0, 1, 1, 2, 0, 0],
  );
  const words = ['tree', 'lamp', 'charger', 'wireless', 'headphones', 'notebook'].map((word) => held(word));
  assert.equal(correctOne('tre', words), null);
  assert.equal(correctOne('lmap', words), 'lamp');
  assert.equal(correctOne('chargr', words), 'charger');
  assert.equal(correctOne('chrgr', words), null);
  assert.equal(correctOne('wierlses', words), 'wireless');
  assert.equal(correctOne('hedphonse', words), 'headphones');
  assert.equal(correctOne('ntbok', words), null);
  assert.equal(correctOne('xoteboxx', words), null);
});

test('Contract §7 a wrong first letter is corrected from 6 letters', () => {
  const words = ['lamp', 'mouse', 'camera', 'keyboard'].map((word) => held(word));
  assert.equal(correctOne('damp', words), null);
  assert.equal(correctOne('nouse', words), null);
  assert.equal(correctOne('xamera', words), 'camera');
  assert.equal(correctOne('amera', words), null);
  assert.equal(correctOne('acmera', words), 'camera');
  assert.equal(correctOne('leyboard', words), 'keyboard');
});

test('Contract §7 an unfinished word is corrected by the beginnings of words', () => {
  const words = [held('bluetooth'), held('headphones', 2), held('headphone'), held('blouse')];
  assert.equal(correctOne('bleutoo', words, true), 'bluetooth');
  assert.equal(correctOne('bleutoo', words), null);
  assert.equal(correctOne('haedpho', words, true), 'headphones');
  assert.equal(correctOne('headphome', words, true), 'headphones');
  assert.equal(correctOne('headphome', words), 'headphone');
});

test('the most frequent of equally near words is taken', () => {
  const typed = { text: 'chargar', prefix: false };
  const first = dictionaryOf([held('charger', 3), held('chargax', 4, 100)]);
  const second = dictionaryOf([held('charger', 2), held('chargan', 0, 50)]);
  assert.equal(correctWord([first], typed), 'chargax');
  assert.equal(correctWord([first, second], typed), 'charger');
  assert.equal(correctWord([second, dictionaryOf([held('chargab', 2)])], typed), 'chargab');
});

test('a word without a live document is no correction', () => {
  assert.equal(correctOne('chargar', [held('charger', 0, 9)]), null);
  assert.equal(correctOne('wireliss', [held('wireless', 0, 9), held('wirelase', 1)]), 'wirelase');
});

test('live documents are counted for the 64 likeliest words', () => {
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
  assert.equal(correctOne('ab'.repeat(100), words), words[0]?.word);
  assert.equal(correctOne(`${'ab'.repeat(99)}baa`, words), null);
});

const shop = [
  'wireless',
  'mouse',
  'headphones',
  'head',
  'phone',
  'case',
  'for',
  'the',
  'cable',
  'charger',
  'mousepad',
];

function correct(query: string, known: readonly string[] = shop): string | null {
  const dictionaries = [dictionaryOf(known.map((word) => ({ word, live: 1, dead: 0 })))];
  return correctQuery(dictionaries, query, isIn([...known, 'usb', 'xqzvw']));
}

function isIn(known: readonly string[]) {
  return ({ text, prefix }: TypedWord) =>
    known.some((word) => (prefix ? word.startsWith(text) : word === text));
}

test('Contract §7 only unknown words of a query are corrected', () => {
  assert.equal(correct('headfones wireless'), 'headphones wireless');
  assert.equal(correct('wirelss mouse'), 'wireless mouse');
  assert.equal(correct('teh wirelss mouse'), 'teh wireless mouse');
  assert.equal(correct('usb-c cabel, 1.5 m'), 'usb-c cable, 1.5 m');
  assert.equal(correct('xqzvw wirelss'), 'xqzvw wireless');
  assert.equal(correct('手机壳 chagrer 手机'), '手机壳 charger 手机');
  assert.equal(correct('rx58o wirelss'), 'rx58o wireless');
  assert.equal(correct('headfones headfones 5'), 'headphones headphones 5');
});

test('a word without a correction stays while others are corrected', () => {
  assert.equal(correct('qqqqqqqq wirelss'), 'qqqqqqqq wireless');
});

test('a query without correctable words has no correction', () => {
  for (const query of ['', 'wireless mouse', 'wirele', 'qqqqqqqq', 'tv', '12345678', '手机壳']) {
    assert.equal(correct(query), null, query);
  }
});

test('only the last word may be unfinished', () => {
  assert.equal(correct('wirelss haedpho'), 'wireless headphones');
  assert.equal(correct('haedpho wireless'), null);
  assert.equal(correct('wireless chrag'), 'wireless charger');
  assert.equal(correct('wireless chrag 5'), null);
});

test('two words that were typed as one are parted', () => {
  assert.equal(correct('wirelessmouse'), 'wireless mouse');
  assert.equal(correct('wirelessmou'), 'wireless mou');
  assert.equal(correct('casephone cable'), 'case phone cable');
  // A word one edit away comes before two words, and these before a word two edits away.
  assert.equal(correct('phonecase mouse', [...shop, 'phonexcase']), 'phonexcase mouse');
  assert.equal(correct('phonecase mouse', [...shop, 'phonexcxase']), 'phone case mouse');
});

test('a word is split into the most frequent words', () => {
  const frequencies = { the: 9, rapist: 2, therap: 2, ist: 8, thera: 1, pist: 20 };
  const held = Object.entries(frequencies).map(([word, live]) => ({ word, live, dead: 0 }));
  assert.equal(correctQuery([dictionaryOf(held)], 'therapist sale', isIn(['sale'])), 'thera pist sale');
});

test('a word typed as two joins its neighbour', () => {
  assert.equal(correct('headph ones'), 'headphones');
  assert.equal(correct('wire less mouse'), 'wireless mouse');
  assert.equal(correct('wire less mouse', [...shop, 'lest']), 'wireless mouse');
  assert.equal(correct('head phone cabel', [...shop, 'headphone']), 'head phone cable');
  assert.equal(correct('wireless mouse-p0ad'), null);
  assert.equal(correct('headph 5 ones'), null);
  assert.equal(correct('cable headph one'), 'cable headphone');
});

test('each unknown word is corrected as if alone', () => {
  const unit = fc.constantFrom(...'abc');
  const words = fc.uniqueArray(fc.string({ unit, minLength: 9, maxLength: 12 }), { maxLength: 20 });
  const typed = fc.array(fc.string({ unit, minLength: 8, maxLength: 8 }), { minLength: 1, maxLength: 4 });
  fc.assert(
    // No word is short enough to be a part of another, and no two typed words are one.
    fc.property(words, typed, (known, query) => {
      const held = known.map((word, index) => ({ word, live: index + 1, dead: 0 }));
      const isKnown = isIn(known);
      const expected = query.map((text, index) => {
        const word = { text, prefix: index === query.length - 1 };
        return isKnown(word) ? text : (correctNaively([held], word) ?? text);
      });
      const corrected = correctQuery([dictionaryOf(held)], query.join(' '), isKnown);
      assert.equal(corrected ?? query.join(' '), expected.join(' '));
    }),
    { numRuns: 500 },
  );
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { correctNaively, dictionaryOf } from '../../../test/search/spelling-oracle.ts';
import { correctQuery } from './spelling-query.ts';
import type { TypedWord } from './spelling-search.ts';

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

test('Contract §7 the unknown words of a query are corrected and all else stays as typed', () => {
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

test('a query in which nothing can be corrected has no correction', () => {
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

test('of several ways to part a word the one with the most frequent words is taken', () => {
  const frequencies = { the: 9, rapist: 2, therap: 2, ist: 8, thera: 1, pist: 20 };
  const held = Object.entries(frequencies).map(([word, live]) => ({ word, live, dead: 0 }));
  assert.equal(correctQuery([dictionaryOf(held)], 'therapist sale', isIn(['sale'])), 'thera pist sale');
});

test('a word that was typed as two is joined with its neighbour', () => {
  assert.equal(correct('headph ones'), 'headphones');
  assert.equal(correct('wire less mouse'), 'wireless mouse');
  assert.equal(correct('wire less mouse', [...shop, 'lest']), 'wireless mouse');
  assert.equal(correct('head phone cabel', [...shop, 'headphone']), 'head phone cable');
  assert.equal(correct('wireless mouse-p0ad'), null);
  assert.equal(correct('headph 5 ones'), null);
  assert.equal(correct('cable headph one'), 'cable headphone');
});

test('each unknown word that stays a word is corrected as it would be alone', () => {
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

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isHalfOf, isShown as isShownTo, judgePhrase, type SuggestionCounts } from './suggestion-evidence.ts';

function counts(key: string, count: number, breaksBefore = 0, breaksBehind = 0, named = 0): SuggestionCounts {
  return { key, count, named, typed: 0, breaksBefore, breaksBehind };
}

/** Judges a sequence among the words given. */
function isShown(
  found: SuggestionCounts,
  {
    typed = ['x'],
    words = [],
    nounFirst = false,
  }: {
    readonly typed?: readonly string[];
    readonly words?: readonly SuggestionCounts[];
    readonly nounFirst?: boolean;
  } = {},
): boolean {
  const countsOf = (word: string) => words.find(({ key }) => key === word) ?? counts(word, 0);
  return isShownTo(judgePhrase(found, { nounFirst, countsOf }), typed);
}

const noNoun = [counts('wireless', 90, 60, 5)];

test('Contract §7 a sequence needs two products', () => {
  assert.equal(isShown(counts('wool scarf', 1, 1, 1)), false);
  assert.equal(isShown(counts('wool scarf', 2, 1, 1)), true);
});

test('a sequence is shown if a quarter of titles end there', () => {
  assert.equal(isShown(counts('logitech wireless', 40, 0, 10), { words: noNoun }), true);
  assert.equal(isShown(counts('logitech wireless', 40, 40, 9), { words: noNoun }), false);
  assert.equal(isShown(counts('souris optique', 40, 10, 0), { nounFirst: true }), true);
  assert.equal(isShown(counts('noire logitech', 40, 9, 0), { nounFirst: true, words: noNoun }), false);
});

test('a sequence after a break needs a known noun last', () => {
  const words = [counts('cartridge', 98, 0, 9)];
  assert.equal(isShown(counts('toner cartridge', 40, 20, 0), { words }), true);
  assert.equal(isShown(counts('toner cartridge', 40, 19, 0), { words }), false);
  assert.equal(
    isShown(counts('toner cartridge', 40, 20, 0), { words: [counts('cartridge', 98, 0, 8)] }),
    false,
  );
});

test('a word that is somebody\u2019s category is a noun', () => {
  const words = [counts('cartridge', 98, 0, 0, 9)];
  assert.equal(isShown(counts('toner cartridge', 40, 20, 0), { words }), true);
});

test('little evidence speaks for a word', () => {
  assert.equal(isShown(counts('wireless mouse', 8, 8, 0), { words: [counts('mouse', 8)] }), true);
  assert.equal(isShown(counts('wireless mouse', 9, 9, 0), { words: [counts('mouse', 9)] }), false);
});

test('three words need a break on their other side', () => {
  assert.equal(isShown(counts('speed hdmi cable', 14, 2, 14)), false);
  assert.equal(isShown(counts('speed hdmi cable', 13, 2, 13)), true);
});

test('a single noun is shown to shoppers who type it', () => {
  const words = [counts('mouse', 98, 0, 9), counts('wireless', 98, 0, 8)];
  assert.equal(isShown(counts('mouse', 98, 0, 9), { words }), true);
  assert.equal(isShown(counts('mouse', 98, 0, 9), { words, typed: [] }), false);
  assert.equal(isShown(counts('wireless', 98, 0, 8), { words }), false);
});

test('numbers and codes are shown at the end or when typed', () => {
  assert.equal(isShown(counts('galaxy s5', 8, 8, 2)), true);
  assert.equal(isShown(counts('galaxy s5', 8, 8, 1)), false);
  assert.equal(isShown(counts('black 1', 8, 8, 4)), true);
  assert.equal(isShown(counts('black 1', 8, 8, 3)), false);
  assert.equal(isShown(counts('galaxy s5', 8, 0, 0), { typed: ['galaxy', 's5'] }), true);
  assert.equal(isShown(counts('galaxy s5', 8, 0, 0), { typed: ['galaxy', 's'] }), false);
  assert.equal(isShown(counts('lampe e27', 8, 1, 8), { nounFirst: true }), false);
});

test('named suggestions are shown, numeric ones when typed', () => {
  assert.equal(isShown(counts('acme', 1, 0, 0, 1)), true);
  assert.equal(isShown(counts('14593', 9, 0, 0, 9)), false);
  assert.equal(isShown(counts('14593', 9, 0, 0, 9), { typed: ['145'] }), true);
});

test('a sequence with few titles beyond a longer one is half', () => {
  const nothing = () => false;
  const whole = counts('high speed hdmi', 8);
  assert.equal(isHalfOf(counts('speed hdmi', 10), whole, nothing), true);
  assert.equal(isHalfOf(counts('high speed', 10), whole, nothing), true);
  assert.equal(isHalfOf(counts('speed', 10), whole, nothing), true);
  assert.equal(isHalfOf(counts('speed hdmi', 11), whole, nothing), false);
  assert.equal(isHalfOf(counts('peed hdmi', 8), whole, nothing), false);
  assert.equal(isHalfOf(counts('high speed hdmi', 8), whole, nothing), false);
  assert.equal(isHalfOf(counts('speed hdmi', 8, 0, 0, 1), whole, nothing), false);
  assert.equal(isHalfOf(counts('speed hdmi', 8), counts('high speed hdmi', 9, 0, 0, 3), nothing), false);
});

test('a name beside a phrase does not make it a half', () => {
  const isNamed = (key: string) => key === 'logitech';
  assert.equal(isHalfOf(counts('wireless mouse', 8), counts('logitech wireless mouse', 8), isNamed), false);
  assert.equal(isHalfOf(counts('wireless mouse', 8), counts('wireless mouse logitech', 8), isNamed), false);
  assert.equal(isHalfOf(counts('wireless', 8), counts('wireless mouse logitech', 8), isNamed), true);
});

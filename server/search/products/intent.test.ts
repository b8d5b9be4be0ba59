import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { mainBit, shortTitleBit } from '../document/occurrence.ts';
import {
  codeValue,
  gradeIntent,
  isTitleValue,
  isTopicValue,
  meaning,
  standing,
  valueOfAll,
  valueOfPhrase,
} from './intent.ts';

const noun = 10 | mainBit;
const name = 8 | mainBit;
const use = 5;
const topic = 5 | mainBit;
const attribute = 2 | mainBit;
const label = mainBit;
const best = 14 | mainBit;

type Way = keyof typeof meaning;

function title(occurrence: number, way: Way = 'whole'): number {
  return meaning[way].inTitle[occurrence] ?? 0;
}

function other(occurrence: number, way: Way = 'whole'): number {
  return meaning[way].elsewhere[occurrence] ?? 0;
}

function grade(values: readonly number[], stands: keyof typeof standing = 'scattered'): number {
  return gradeIntent(Uint8Array.from(values), standing[stands]);
}

test('Contract §7 intent is graded by the points of the words, their order and the length of the title', () => {
  const short = shortTitleBit;
  const cases: readonly (readonly [says: string, grade: number, actual: number])[] = [
    ['a noun', 9, grade([title(noun)])],
    ['a noun of a short title', 10, grade([title(noun | short)])],
    ['a word of the name', 7, grade([title(name)])],
    ['what the thing goes with', 7, grade([title(use)])],
    ['all that a title can say', 13, grade([title(best | short)])],
    ['a beginning', 8, grade([title(noun, 'begun')])],
    ['another form', 8, grade([title(noun, 'variant')])],
    ['a spelling with its neighbours', 8, grade([title(noun, 'joined')])],
    ['the beginning of such a spelling', 7, grade([title(noun, 'joinedBegun')])],
    ['a synonym', 8, grade([title(noun, 'synonym')])],
    ['a synonym of what the thing goes with', 6, grade([title(use, 'synonym')])],
    ['two words apart', 8, grade([title(noun), title(name)])],
    ['two words in their order', 9, grade([title(noun), title(name)], 'inOrder')],
    ['two words side by side', 10, grade([title(noun), title(name)], 'sideBySide')],
    ['a mean that is rounded up', 9, grade([title(noun), title(9 | mainBit)])],
    ['a mean that is rounded down', 8, grade([title(noun, 'synonym'), title(noun)])],
    ['words in order, one of them of the name', 10, grade([title(9), title(name)], 'sideBySide')],
    ['words in order, all of them what the thing goes with', 8, grade([title(9), title(9)], 'sideBySide')],
    ['one word in its order', 9, grade([title(noun)], 'sideBySide')],
    ['a category', 4, grade([other(topic)])],
    ['a value', 1, grade([other(attribute)])],
    ['a label', 1, grade([other(label)])],
    ['a label by a synonym', 0, grade([other(label, 'synonym')])],
    ['a whole code', 5, grade([codeValue.whole])],
    ['the beginning of a code', 5, grade([codeValue.begun])],
    ['a noun, and a word elsewhere', 5, grade([title(noun | short), other(topic)])],
    ['a noun, and a word that is missing', 4, grade([title(noun), 0])],
    ['a noun, and a word that is missing', 4, grade([title(noun), 0])],
    ['a synonym, and a word that is missing', 3, grade([title(noun, 'synonym'), 0])],
    ['a label, and two words that are missing', 1, grade([other(label), 0, 0])],
  ];
  for (const [says, expected, actual] of cases) assert.equal(actual, expected, says);
});

/** A word as it is met, in the title or not; a synonym of the same occurrence beside it. */
const wordsMet = fc.oneof(
  fc
    .record({
      points: fc.integer({ min: 5, max: 14 }),
      bits: fc.constantFrom(0, mainBit, mainBit | shortTitleBit),
    })
    .map(({ points, bits }) => ({ literal: title(points | bits), synonym: title(points | bits, 'synonym') })),
  fc.constantFrom(topic, attribute).map((occurrence) => ({
    literal: other(occurrence),
    synonym: other(occurrence, 'synonym'),
  })),
);

const standings = fc.constantFrom<keyof typeof standing>('scattered', 'inOrder', 'sideBySide');

test('Contract §7 a literal match precedes a synonym of the same kind', () => {
  fc.assert(
    fc.property(
      fc.array(wordsMet, { minLength: 1, maxLength: 5 }),
      fc.nat(4),
      standings,
      (words, place, stands) => {
        const literal = words.map((word) => word.literal);
        const replaced = words.map((word, index) =>
          index === place % words.length ? word.synonym : word.literal,
        );
        assert.ok(grade(replaced, stands) < grade(literal, stands));
      },
    ),
  );
});

const values = fc.array(
  fc.oneof(
    fc.constant(0),
    fc.constantFrom(codeValue.whole, codeValue.begun),
    fc
      .record({
        way: fc.constantFrom<Way>('whole', 'begun', 'variant', 'joined', 'joinedBegun', 'synonym'),
        isInTitle: fc.boolean(),
        occurrence: fc.nat(63),
      })
      .map(({ way, isInTitle, occurrence }) => (isInTitle ? title : other)(occurrence, way)),
  ),
  { minLength: 1, maxLength: 5 },
);

test('Contract §7 a title that holds all words precedes one that lacks any', () => {
  fc.assert(
    fc.property(values, standings, fc.nat(2), (words, stands, leftOut) => {
      const found = grade([...words, ...Array.from({ length: leftOut }, () => 0)], stands);
      const isWhole = leftOut === 0 && words.every(isTitleValue);
      assert.ok(isWhole ? found >= 6 && found <= 13 : found >= 0 && found <= 5, `${found}`);
    }),
  );
});

test('values united bit by bit bound the grades of all of them, which lets a search end early', () => {
  fc.assert(
    fc.property(values, values, standings, (words, others, stands) => {
      // Of what misses a word nothing is expected: a stream holds products with all of its words.
      const united = words.map((value, index) => (value === 0 ? 0 : value | (others[index] ?? 0)));
      assert.ok(grade(words, stands) <= grade(united, 'sideBySide'));
    }),
  );
});

test('a word met by several others is worth the least of them, nowhere in the title', () => {
  assert.equal(valueOfAll([title(noun, 'synonym'), other(topic, 'synonym')]), other(topic, 'synonym'));
  assert.equal(isTitleValue(valueOfAll([title(noun, 'synonym')])), false);
});

test('a phrase in a title is worth its noun, and has what all of its words have', () => {
  const phraseOf = (...occurrences: readonly number[]) =>
    valueOfPhrase(Uint8Array.from(occurrences, (occurrence) => title(occurrence, 'synonym')));
  assert.equal(phraseOf(name, noun), title(noun, 'synonym'));
  assert.equal(phraseOf(name, best), title(noun, 'synonym'));
  assert.equal(phraseOf(use, noun), title(7, 'synonym'));
  assert.equal(phraseOf(name, noun | shortTitleBit), title(noun, 'synonym'));
});

test('a synonym tells what a product is by its title, category, brand and phrases only', () => {
  for (const [occurrence, isTopic] of [
    [topic, true],
    [attribute, false],
    [label, false],
  ] as const) {
    assert.equal(isTopicValue(other(occurrence, 'synonym')), isTopic);
  }
  assert.equal(isTopicValue(title(use, 'synonym')), true);
});

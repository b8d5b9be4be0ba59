import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { mainBit, occurrenceMax, pointBits, shortTitleBit, typeBit } from '../document/occurrence.ts';
import {
  codeValue,
  gradeIntent,
  headMeanings,
  isTitleValue,
  isTopicValue,
  type Meanings,
  qualifierMeanings,
  standing,
  valueOfAll,
  valueOfPhrase,
} from './intent.ts';

const type = typeBit | 5 | mainBit;
const noun = 5 | mainBit;
const name = 4 | mainBit;
const use = 3;
const topic = 3 | mainBit;
const attribute = 1 | mainBit;
const label = mainBit;
const best = pointBits | mainBit;

type Way = keyof Meanings;
const meaning = headMeanings;

function title(occurrence: number, way: Way = 'whole'): number {
  return meaning[way].inTitle[occurrence] ?? 0;
}

function other(occurrence: number, way: Way = 'whole'): number {
  return meaning[way].elsewhere[occurrence] ?? 0;
}

function grade(values: readonly number[], stands: keyof typeof standing = 'scattered'): number {
  return gradeIntent(Uint8Array.from(values), standing[stands]);
}

test('Contract §7 intent is graded by points, order and title length', () => {
  const short = shortTitleBit;
  const cases: readonly (readonly [says: string, grade: number, actual: number])[] = [
    ['the type', 11, grade([title(type)])],
    ['the type by a synonym', 9, grade([title(type, 'synonym')])],
    ['the type and a word of the name side by side', 12, grade([title(name), title(type)], 'sideBySide')],
    ['all that a title can say of the type', 14, grade([title(typeBit | best | short)])],
    ['the type, and a word that stands elsewhere', 9, grade([title(type), other(topic)])],
    ['the type, and a word that is missing', 8, grade([title(type), 0])],
    ['a noun', 6, grade([title(noun)])],
    ['a noun of a short title', 7, grade([title(noun | short)])],
    ['a word of the name', 5, grade([title(name)])],
    ['what the thing goes with', 4, grade([title(use)])],
    ['all that a title can say', 8, grade([title(best | short)])],
    ['a beginning', 5, grade([title(noun, 'begun')])],
    ['another form', 5, grade([title(noun, 'variant')])],
    ['a spelling with its neighbours', 5, grade([title(noun, 'joined')])],
    ['the beginning of such a spelling', 4, grade([title(noun, 'joinedBegun')])],
    ['a synonym', 4, grade([title(noun, 'synonym')])],
    ['two words apart', 5, grade([title(noun), title(name)])],
    ['two words in their order', 6, grade([title(noun), title(name)], 'inOrder')],
    ['two words side by side of a short title', 8, grade([title(noun | short), title(name)], 'sideBySide')],
    ['words in order, all of them what the thing goes with', 5, grade([title(4), title(4)], 'sideBySide')],
    ['one word in its order', 6, grade([title(noun)], 'sideBySide')],
    ['a category', 3, grade([other(topic)])],
    ['a value', 2, grade([other(attribute)])],
    ['a label', 1, grade([other(label)])],
    ['a label by a synonym', 0, grade([other(label, 'synonym')])],
    ['a whole code', 3, grade([codeValue.whole])],
    ['the beginning of a code', 3, grade([codeValue.begun])],
    ['a noun, and a word elsewhere', 3, grade([title(noun | short), other(topic)])],
    ['a noun, and a word that is missing', 3, grade([title(noun), 0])],
    ['a synonym, and a word that is missing', 2, grade([title(noun, 'synonym'), 0])],
    ['a label, and two words that are missing', 1, grade([other(label), 0, 0])],
  ];
  for (const [says, expected, actual] of cases) assert.equal(actual, expected, says);
});

/** A word as it is met, in the title or not; a synonym of the same occurrence beside it. */
const wordsMet = fc.oneof(
  fc
    .record({
      points: fc.integer({ min: 3, max: pointBits }),
      bits: fc.constantFrom(0, mainBit, mainBit | shortTitleBit, mainBit | typeBit),
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

const literalBit = 4;
/** The bits that only values of the type have. */
const typeValue = title(typeBit) & ~title(0);

const values = fc.array(
  fc.oneof(
    fc.constant(0),
    fc.constantFrom(codeValue.whole, codeValue.begun),
    fc
      .record({
        way: fc.constantFrom<Way>('whole', 'begun', 'variant', 'joined', 'joinedBegun', 'synonym'),
        isInTitle: fc.boolean(),
        occurrence: fc.nat(occurrenceMax),
      })
      .map(({ way, isInTitle, occurrence }) => (isInTitle ? title : other)(occurrence, way)),
  ),
  { minLength: 1, maxLength: 5 },
);

test('Contract §7 the thing sought precedes a title that merely names it', () => {
  fc.assert(
    fc.property(values, standings, fc.nat(2), (words, stands, leftOut) => {
      const all = [...words, ...Array.from({ length: leftOut }, () => 0)];
      const found = grade(all, stands);
      const lowest = (least: number) =>
        words.every((word) => word === 0 || (word & literalBit) !== 0) ? least : least - 1;
      const isType = words.some((word) => (word & typeValue) !== 0);
      const isWhole = all.every(isTitleValue);
      const [least, most] = isType ? (isWhole ? [10, 14] : [8, 9]) : isWhole ? [4, 9] : [1, 3];
      assert.ok(found >= lowest(least) && found <= lowest(most), `${found}`);
    }),
  );
});

test('Contract §7 only the head of a query asks for a type', () => {
  assert.equal(qualifierMeanings.whole.inTitle[type], headMeanings.whole.inTitle[best]);
  for (let occurrence = 0; occurrence < typeBit; occurrence += 1)
    assert.equal(qualifierMeanings.begun.inTitle[occurrence], headMeanings.begun.inTitle[occurrence]);
});

test('united value bits bound all grades and end searches early', () => {
  fc.assert(
    fc.property(values, values, standings, (words, others, stands) => {
      // Of what misses a word nothing is expected: a stream holds products with all of its words.
      const united = words.map((value, index) => (value === 0 ? 0 : value | (others[index] ?? 0)));
      assert.ok(grade(words, stands) <= grade(united, 'sideBySide'));
    }),
  );
});

test('a word met several ways takes the lowest worth', () => {
  assert.equal(valueOfAll([title(noun, 'synonym'), other(topic, 'synonym')]), other(topic, 'synonym'));
  assert.equal(isTitleValue(valueOfAll([title(noun, 'synonym')])), false);
});

test('a title phrase is worth its noun', () => {
  const phraseOf = (...occurrences: readonly number[]) =>
    valueOfPhrase(Uint8Array.from(occurrences, (occurrence) => title(occurrence, 'synonym')));
  assert.equal(phraseOf(name, noun), title(noun, 'synonym'));
  assert.equal(phraseOf(name, best), title(noun, 'synonym'));
  assert.equal(phraseOf(use, noun), title(4, 'synonym'));
  assert.equal(phraseOf(name, type), title(type, 'synonym'));
  assert.equal(phraseOf(name, noun | shortTitleBit), title(noun, 'synonym'));
});

test('a synonym identifies topics, never attributes or labels', () => {
  for (const [occurrence, isTopic] of [
    [topic, true],
    [attribute, false],
    [label, false],
  ] as const) {
    assert.equal(isTopicValue(other(occurrence, 'synonym')), isTopic);
  }
  assert.equal(isTopicValue(title(use, 'synonym')), true);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { dropEmptyKeys, PairList, type PostingTable, sameRanks } from '../columns/posting-table.ts';
import { compileSynonyms } from '../query/compile-synonyms.ts';
import { parseQuery } from '../query/query.ts';
import { expandSynonyms } from '../query/synonyms.ts';
import { unlimitedBudget } from '../step-budget.ts';
import { createStemmer } from '../text/stems.ts';
import { buildDictionary, Dictionary } from './dictionary.ts';
import { itemsOfAll, lookUpWord, type WordTerms } from './word-terms.ts';

const stem = createStemmer('en');
const synonyms = compileSynonyms([{ from: ['sofa'], to: ['couch', 'day bed', 'love seat'] }], stem);
const words = [
  'batteries',
  'battery',
  'batteryless',
  'bed',
  'beds',
  'couch',
  'couches',
  'day',
  'love',
  'usb',
  'usbc',
];

function lookUp(text: string): WordTerms[] {
  const dictionary = new Dictionary(buildDictionary(words, stem).parts);
  const { words: asked } = parseQuery(text, {
    stem,
    nounFirst: false,
    expand: (all) => expandSynonyms([synonyms], all, stem),
  });
  return asked.map((word) => lookUpWord(dictionary, word));
}

function name(terms: readonly number[]): string[] {
  return terms.map((term) => words[term] ?? '');
}

test('a word matches itself, longer words and its other forms', () => {
  const [terms] = lookUp('battery');
  assert.ok(terms !== undefined);
  assert.deepEqual(words.slice(terms.own.start, terms.own.end), ['battery', 'batteryless']);
  assert.deepEqual(name(terms.variants), ['batteries']);
});

test('other forms are found for a missing word', () => {
  const [terms] = lookUp('coucheses days');
  assert.equal(terms?.own.exact, -1);
  assert.deepEqual(name(lookUp('love days')[1]?.variants ?? []), ['day']);
});

test('words are met joined with their neighbours', () => {
  const [first, second] = lookUp('usb c');
  for (const terms of [first, second]) {
    const joined = terms?.joined.flatMap(({ start, end }) => words.slice(start, end)) ?? [];
    assert.ok(joined.includes('usbc'));
  }
});

test('an alternative counts only where all its words are present', () => {
  const [terms] = lookUp('sofa');
  assert.deepEqual(
    terms?.alternatives.map((alternative) => alternative.map(name)),
    [[['couch', 'couches']], [['day'], ['bed', 'beds']]],
  );
});

const itemCount = 70;
const keyCount = 6;

/** A table of few keys. */
const tables = fc
  .array(fc.tuple(fc.nat(keyCount - 1), fc.nat(itemCount - 1)), { maxLength: 60 })
  .map((all): PostingTable => {
    const pairs = new PairList();
    for (const [key, item] of all) pairs.add(key, item);
    return pairs.toTable(sameRanks(keyCount), sameRanks(itemCount));
  });

test('items match words singly, joined, inflected or by alternatives', () => {
  const term = fc.nat(keyCount - 1);
  const range = fc
    .tuple(term, term)
    .map(([one, other]) => ({ start: Math.min(one, other), end: Math.max(one, other), exact: -1 }));
  const words = fc.record({
    own: range,
    inTitle: fc.constant(null),
    joined: fc.array(range, { maxLength: 1 }),
    variants: fc.array(term, { maxLength: 2 }),
    alternatives: fc.array(
      fc.array(fc.array(term, { minLength: 1, maxLength: 2 }), { minLength: 1, maxLength: 2 }),
      { maxLength: 2 },
    ),
  });
  fc.assert(
    fc.property(
      tables,
      fc.array(words, { minLength: 1, maxLength: 3 }),
      fc.nat(itemCount),
      (table, all, below) => {
        const holds = (item: number, key: number) =>
          table.items.subarray(table.offsets[key], table.offsets[key + 1]).includes(item);
        const isHeld = (item: number, terms: (typeof all)[number]) => {
          const among = ({ start, end }: { start: number; end: number }) =>
            Array.from(sameRanks(keyCount))
              .slice(start, end)
              .some((key) => holds(item, key));
          return (
            among(terms.own) ||
            terms.joined.some(among) ||
            terms.variants.some((key) => holds(item, key)) ||
            terms.alternatives.some((others) =>
              others.every((forms) => forms.some((key) => holds(item, key))),
            )
          );
        };
        const sparse = { ...dropEmptyKeys(table), occurrences: null, itemCount };
        const held = Array.from(sameRanks(itemCount)).filter((item) =>
          all.every((terms) => isHeld(item, terms)),
        );
        assert.deepEqual(Array.from(itemsOfAll(sparse, all, unlimitedBudget()) ?? []), held);
        assert.deepEqual(
          Array.from(itemsOfAll(sparse, all, unlimitedBudget(), below) ?? []),
          held.filter((item) => item < below),
        );
      },
    ),
  );
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { columnOf, shortWords, textsOf } from '../../../test/search/columns.ts';
import { prefixRange } from '../columns/string-column.ts';
import { sortByCodePoints } from '../columns/text-order.ts';
import { buildDictionary, Dictionary, mergeDictionaries } from './dictionary.ts';

/** A word of three letters or more is what its last letter is added to; so a stem may have another stem itself. */
function stem(word: string): string {
  const letters = Array.from(word);
  return letters.length < 3 ? word : letters.slice(0, -1).join('');
}

function build(words: readonly string[]) {
  const { parts, ranks } = buildDictionary(words, stem);
  return { dictionary: new Dictionary(parts), ranks };
}

/** Words of a stem: the stem itself first, then the others in order. */
function formsOf(words: readonly string[], wanted: string): string[] {
  const forms = sortByCodePoints(words).filter((word) => stem(word) === wanted);
  return forms.toSorted((left, right) => Number(right === wanted) - Number(left === wanted));
}

function assertHolds(dictionary: Dictionary, words: readonly string[]): void {
  const sorted = sortByCodePoints(words);
  assert.deepEqual(textsOf(dictionary.terms), sorted);
  for (const wanted of new Set([...words.map(stem), 'zz'])) {
    const found = dictionary
      .ofStem({ text: wanted, isWord: stem(wanted) === wanted })
      .map((term) => sorted[term]);
    assert.deepEqual(found, formsOf(words, wanted), wanted);
  }
}

const distinctWords = fc.uniqueArray(shortWords, { maxLength: 10 });

test('a dictionary is sorted and knows places and shared stems', () => {
  fc.assert(
    fc.property(distinctWords, (words) => {
      const { dictionary, ranks } = build(words);
      assertHolds(dictionary, words);
      assert.deepEqual(
        Array.from(ranks),
        words.map((word) => sortByCodePoints(words).indexOf(word)),
      );
    }),
  );
});

test('a pattern finds its word or those that begin with it', () => {
  fc.assert(
    fc.property(distinctWords, shortWords, fc.boolean(), (words, text, prefix) => {
      const { dictionary } = build(words);
      const sorted = sortByCodePoints(words);
      const { start, end, exact } = dictionary.find({ text, prefix });
      const isMet = (word: string) => (prefix ? word.startsWith(text) : word === text);
      assert.deepEqual(sorted.slice(start, end), sorted.filter(isMet));
      assert.equal(exact, sorted.indexOf(text));
    }),
  );
});

test('a prefix range holds exactly the strings that begin so', () => {
  fc.assert(
    fc.property(fc.array(shortWords), fc.oneof(shortWords, fc.constant('')), (words, prefix) => {
      const sorted = sortByCodePoints(words);
      const { start, end } = prefixRange(columnOf(sorted), Buffer.from(prefix));
      assert.deepEqual(
        sorted.slice(start, end),
        sorted.filter((word) => word.startsWith(prefix)),
      );
    }),
  );
});

test('merged dictionaries hold the kept words with their stems', () => {
  const source = fc.uniqueArray(fc.tuple(shortWords, fc.boolean()), {
    maxLength: 8,
    selector: ([word]) => word,
  });
  fc.assert(
    fc.property(fc.array(source, { maxLength: 3 }), (sources) => {
      const sorted = sources.map((pairs) => sortByCodePoints(pairs.map(([word]) => word)));
      const kept = sources.map((pairs) => new Set(pairs.flatMap(([word, isKept]) => (isKept ? [word] : []))));
      const keep = sorted.map((words, index) =>
        Uint8Array.from(words, (word) => Number(kept[index]?.has(word))),
      );
      const { parts, maps } = mergeDictionaries(
        sorted.map((words) => build(words).dictionary),
        keep,
      );
      const all = Array.from(new Set(kept.flatMap((words) => Array.from(words))));
      assertHolds(new Dictionary(parts), all);
      const places = sortByCodePoints(all);
      sorted.forEach((words, index) => {
        const expected = words.map((word) => (kept[index]?.has(word) === true ? places.indexOf(word) : -1));
        assert.deepEqual(Array.from(maps[index] ?? []), expected);
      });
    }),
  );
});

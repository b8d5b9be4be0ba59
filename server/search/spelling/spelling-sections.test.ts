import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { columnOf, openSlab, textsOf } from '../../../test/search/columns.ts';
import { mergeColumns } from '../columns/column-merge.ts';
import { sortByCodePoints } from '../columns/text-order.ts';
import {
  buildSpellingSections,
  isCorrectable,
  mergeSpellingSections,
  type TrieSections,
} from './spelling-sections.ts';

test('Contract §7 letters can be corrected, codes and character pairs cannot', () => {
  const words = ['tee', 'wireless', 'кабель', 'φως', 'حقيبه', 'שלום', '노트북', 'कुर्ता', 'istanbul'];
  const others = ['tv', 'a12', '15', 'usb3', '3m', '手机壳', 'ガラス', 'กระ', '', 'wi-fi', 'a b', '𝒳𝒳𝒳𝒳'];
  assert.deepEqual(words.filter(isCorrectable), words);
  assert.deepEqual(others.filter(isCorrectable), []);
});

/** Words with long runs of one beginning and of one end, so that skips reach their greatest value. */
const manyWords = Array.from({ length: 700 }, (_, number) => {
  const letters = number
    .toString(8)
    .padStart(4, '0')
    .replace(/\d/g, (digit) => 'abcdefgh'[Number(digit)] ?? '');
  return number % 2 === 0 ? `pre${letters}` : `${letters}post`;
});

function assertTrie({ shared, skips }: TrieSections, order: readonly string[]): void {
  order.forEach((word, place) => {
    const before = order[place - 1] ?? '';
    let count = 0;
    while (count < before.length && word[count] === before[count]) count += 1;
    assert.equal(shared[place], count);
    const next = shared.findIndex((other, after) => after > place && other < count);
    assert.equal(skips[place], Math.min((next < 0 ? order.length : next) - place, 255), word);
  });
}

test('both word orders hold shared beginnings and skips', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'b', 'ж', '한'), minLength: 3, maxLength: 6 });
  const check = (words: readonly string[]) => {
    const sorted = sortByCodePoints(words);
    const { forward, backward, backwardOrder } = buildSpellingSections(sorted);
    assertTrie(forward, sorted);
    const reversed = Array.from(backwardOrder, (place) =>
      Array.from(sorted[place] ?? '')
        .reverse()
        .join(''),
    );
    assert.deepEqual(reversed, sortByCodePoints(reversed));
    assert.equal(new Set(reversed).size, sorted.length);
    assertTrie(backward, reversed);
  };
  check(manyWords);
  fc.assert(fc.property(fc.uniqueArray(word, { maxLength: 40 }), check), { numRuns: 500 });
});

test('more than 255 shared letters count as 255', () => {
  const long = 'a'.repeat(300);
  const { forward } = buildSpellingSections([`${long}b`, `${long}c`]);
  assert.deepEqual(Array.from(forward.shared), [0, 255]);
});

const term = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.string({ unit: fc.constantFrom('a', 'b', 'ж', '한', '글'), minLength: 2, maxLength: 6 }),
  },
  fc.constantFrom('a1', '手机', 'a😀b', `${'a'.repeat(300)}b`, `${'a'.repeat(300)}c`, `b${'a'.repeat(300)}`),
);

test('merged sections are those of the merged terms', () => {
  const source = fc.uniqueArray(fc.tuple(term, fc.boolean()), { maxLength: 12, selector: ([text]) => text });
  fc.assert(
    fc.property(fc.array(source, { maxLength: 4 }), (sources) => {
      const terms = sources.map((all) => sortByCodePoints(all.map(([text]) => text)));
      const keep = sources.map((all, index) => {
        const wanted = new Map(all);
        return Uint8Array.from(terms[index] ?? [], (text) => (wanted.get(text) === true ? 1 : 0));
      });
      const { slab, maps } = mergeColumns(terms.map(columnOf), keep);
      const merged = mergeSpellingSections(
        slab,
        terms.map((texts, index) => ({
          sections: buildSpellingSections(texts),
          terms: maps[index] ?? new Int32Array(0),
        })),
      );
      assert.deepEqual(merged, buildSpellingSections(textsOf(openSlab(slab))));
    }),
    { numRuns: 500 },
  );
});

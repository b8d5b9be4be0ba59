import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { sortByCodePoints } from '../columns/text-order.ts';
import { buildSpellingSections, isCorrectable, type TrieSections } from './spelling-sections.ts';

test('Contract §7 words of letters can be corrected, codes and pairs of characters cannot', () => {
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

test('both orders of the words hold what neighbours share and how far a skip goes', () => {
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

test('words that share more than 255 letters are counted as sharing 255', () => {
  const long = 'a'.repeat(300);
  const { forward } = buildSpellingSections([`${long}b`, `${long}c`]);
  assert.deepEqual(Array.from(forward.shared), [0, 255]);
});

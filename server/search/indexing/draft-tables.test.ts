import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { PostingTable } from '../columns/posting-table.ts';
import { field, occurrenceOf, titleFields } from '../document/occurrence.ts';
import { DraftPostings, DraftSpellings } from './draft-tables.ts';

const wordCount = 4;
const masks = fc.constantFrom(field.titleNoun, field.titleUse | field.titleEarly, field.brand, field.value);
const documents = fc.array(fc.array(fc.tuple(fc.nat(wordCount - 1), masks), { maxLength: 8 }), {
  maxLength: 8,
});

/** Returns the documents of each word in order, with the occurrence of the word in each. */
function rowsOf({ offsets, items, occurrences }: PostingTable): number[][][] {
  return Array.from(offsets.subarray(1), (end, word) => {
    const start = offsets[word] ?? 0;
    return Array.from(items.subarray(start, end), (item, at) => [item, occurrences?.[start + at] ?? 0]);
  });
}

test('a posting unites all fields of a word in a document', () => {
  fc.assert(
    fc.property(documents, fc.boolean(), (all, isReversed) => {
      const postings = new DraftPostings();
      for (const words of all) {
        for (const [word, mask] of words) {
          const slot = postings.add(word, mask);
          assert.equal(postings.wordAt(slot), word);
        }
        assert.equal(postings.heldCount, new Set(words.map(([word]) => word)).size);
        postings.endDocument();
      }
      const order = Uint32Array.from(all.keys());
      if (isReversed) order.reverse();
      // Words under new numbers, too: the last one first.
      const ranks = Uint32Array.from({ length: wordCount }, (_, word) => wordCount - 1 - word);
      const { title, other } = postings.toTables(ranks, order);
      const expected = (isTitle: boolean) =>
        Array.from({ length: wordCount }, (_, rank) =>
          Array.from(order).flatMap((old, document) => {
            const held = all[old]?.filter(([word]) => ranks[word] === rank) ?? [];
            const fields = held.reduce((united, [, mask]) => united | mask, 0);
            const isIn = held.length > 0 && ((fields & titleFields) !== 0) === isTitle;
            return isIn ? [[document, occurrenceOf(fields)]] : [];
          }),
        );
      assert.deepEqual(rowsOf(title), expected(true));
      assert.deepEqual(rowsOf(other), expected(false));
    }),
  );
});

test('spellings differ by their display or evidence', () => {
  const spellings = new DraftSpellings();
  const added = [
    { display: 'Mouse', evidence: 4 },
    { display: 'mouse', evidence: 4 },
    { display: 'Mouse', evidence: 7 },
    { display: 'mouse', evidence: 4 },
    { display: 'Mouse', evidence: 0 },
  ];
  assert.deepEqual(
    added.map((spelling) => spellings.id(spelling)),
    [0, 1, 2, 1, 3],
  );
  const numbers = Array.from({ length: spellings.length }, (_, number) => number);
  assert.deepEqual(
    numbers.map((number) => [spellings.displays[spellings.displayOf(number)], spellings.evidenceOf(number)]),
    [
      ['Mouse', 4],
      ['mouse', 4],
      ['Mouse', 7],
      ['Mouse', 0],
    ],
  );
});

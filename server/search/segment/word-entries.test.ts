import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { mainBit, occurrenceMax, shortTitleBit } from '../document/occurrence.ts';
import {
  besideBit,
  bestPoints,
  type DocumentWords,
  gatherWords,
  invertTable,
  occurrenceShift,
  postingsOf,
} from './word-entries.ts';

/** Terms of a document with their occurrences. */
type Words = readonly (readonly [term: number, occurrence: number])[];

function wordsOf(documents: readonly Words[]): DocumentWords {
  let end = 0;
  const offsets = Uint32Array.from([0, ...documents.map(({ length }) => (end += length))]);
  const entries = Uint32Array.from(
    documents.flat(),
    ([term, occurrence]) => ((occurrence << occurrenceShift) | term | (term === 4 ? besideBit : 0)) >>> 0,
  );
  return { offsets, entries };
}

test('a document’s best term gives its points', () => {
  const documents: readonly Words[] = [
    [],
    [[3, 5]],
    [
      [3, mainBit | 8],
      [4, 5],
      [5, shortTitleBit | mainBit | 10],
    ],
    [
      [3, 10],
      [3, 10],
      [4, 8],
      [3, 10],
    ],
    [
      [3, 10],
      [4, 10],
    ],
  ];
  const points = Array.from(bestPoints(wordsOf(documents)));
  assert.deepEqual(points, [0, 5, 10, 10, 10]);
});

const termCount = 6;

/** Documents that hold each of their terms with one occurrence, some of them several times. */
const documentsWithWords = fc.array(
  fc.array(
    fc.nat(termCount - 1).map((term) => [term, (term * 11) % (occurrenceMax + 1)] as const),
    { maxLength: 6 },
  ),
  { maxLength: 6 },
);

test('word postings list each holder once and can be inverted', () => {
  fc.assert(
    fc.property(documentsWithWords, (documents) => {
      const postings = postingsOf(wordsOf(documents), termCount);
      const { offsets, items, occurrences } = postings;
      for (let term = 0; term < termCount; term += 1) {
        const holders = Array.from(documents.keys()).filter((document) =>
          documents[document]?.some(([held]) => held === term),
        );
        assert.deepEqual(Array.from(items.subarray(offsets[term], offsets[term + 1])), holders);
        for (let place = offsets[term] ?? 0; place < (offsets[term + 1] ?? 0); place += 1) {
          assert.equal(occurrences?.[place], (term * 11) % (occurrenceMax + 1));
        }
      }
      assert.equal(offsets[termCount], items.length);
      assert.deepEqual(postingsOf(invertTable(postings), termCount), postings);
    }),
  );
});

test('gathered words are those of their documents, under new terms', () => {
  const first = wordsOf([
    [[3, 5]],
    [],
    [
      [4, 7],
      [0, 1],
    ],
  ]);
  const second = wordsOf([
    [
      [1, 2],
      [1, 2],
    ],
  ]);
  const order = { sources: Uint16Array.of(1, 0, 0), items: Uint32Array.of(0, 2, 1) };
  const gathered = gatherWords([first, second], order, [
    Int32Array.of(9, -1, -1, -1, 4),
    Int32Array.of(-1, 0),
  ]);
  assert.deepEqual(
    gathered,
    wordsOf([
      [
        [0, 2],
        [0, 2],
      ],
      [
        [4, 7],
        [9, 1],
      ],
      [],
    ]),
  );
});

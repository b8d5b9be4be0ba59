import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mainBit, shortTitleBit } from '../document/occurrence.ts';
import { besideBit, bestPoints, occurrenceShift } from './word-entries.ts';

/** Terms of a document with their occurrences. */
type Words = readonly (readonly [term: number, occurrence: number])[];

test('the two best terms of a document count, a repeated one once', () => {
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
  let end = 0;
  const offsets = Uint32Array.from([0, ...documents.map(({ length }) => (end += length))]);
  const entries = Uint32Array.from(
    documents.flat(),
    ([term, occurrence]) => ((occurrence << occurrenceShift) | term | (term === 4 ? besideBit : 0)) >>> 0,
  );
  const points = Array.from(bestPoints({ offsets, entries }), (byte) => [byte % 16, byte >>> 4]);
  assert.deepEqual(points, [
    [0, 0],
    [5, 0],
    [10, 8],
    [10, 8],
    [10, 10],
  ]);
});

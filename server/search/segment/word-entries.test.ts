import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mainBit, shortTitleBit } from '../document/occurrence.ts';
import { bestOccurrences, occurrenceShift } from './word-entries.ts';

test('the best occurrence of a document has the most points and all bits of its words', () => {
  const words = [[], [mainBit | 8, 5, mainBit | 10], [shortTitleBit | 5, mainBit | 8]];
  let end = 0;
  const offsets = Uint32Array.from([0, ...words.map(({ length }) => (end += length))]);
  const entries = Uint32Array.from(
    words.flat(),
    (occurrence, term) => (occurrence << occurrenceShift) | term,
  );
  assert.deepEqual(Array.from(bestOccurrences({ offsets, entries })), [
    0,
    mainBit | 10,
    shortTitleBit | mainBit | 8,
  ]);
});

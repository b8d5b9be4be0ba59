import assert from 'node:assert/strict';
import { test } from 'node:test';
import { productDocument } from '../../../test/search/documents.ts';
import { openSegments, segmentsOf } from '../../../test/search/segments.ts';
import { createIndexWriter } from '../index-writer.ts';
import { chooseSegments, countDocuments } from './merge-plan.ts';

/** Candidates with so many products each, none twice; `dead` of the first one have another version in the last. */
function candidates(sizes: readonly number[], dead = 0) {
  let next = 0;
  const batches = sizes.map((size) => Array.from({ length: size }, () => productDocument(`p${next++}`)));
  const again = Array.from({ length: dead }, (_, number) => productDocument(`p${number}`, { createdAt: 1 }));
  const lives = segmentsOf(again.length > 0 ? [...batches, again] : batches);
  return lives.map((live) => ({ live }));
}

function sizesChosen(
  all: ReturnType<typeof candidates>,
  most = Number.POSITIVE_INFINITY,
  version = 0,
): number[] {
  return chooseSegments(all, version, { maxDocuments: most }).map(({ live }) => live.documentCount);
}

test('four segments of one tier are merged, the smallest first', () => {
  const cases: readonly (readonly [sizes: readonly number[], chosen: readonly number[]])[] = [
    [[], []],
    [[1, 1, 1], []],
    [
      [3, 1, 2, 1],
      [1, 1, 2, 3],
    ],
    [[3, 4, 2, 1], []],
    [
      [15, 4, 5, 6, 1, 1],
      [4, 5, 6, 15],
    ],
    [
      [16, 17, 18, 19, 1, 1, 1, 1],
      [1, 1, 1, 1],
    ],
  ];
  for (const [sizes, chosen] of cases)
    assert.deepEqual(sizesChosen(candidates(sizes)), chosen, sizes.join(' '));
});

test('a merge has at least four segments within the document limit', () => {
  assert.deepEqual(sizesChosen(candidates([1, 1, 1, 3, 2]), 5), [1, 1, 1, 2]);
  assert.deepEqual(sizesChosen(candidates([1, 1, 1, 3, 2]), 4), []);
});

test('at rest a segment merges with smaller ones that fit', () => {
  const cases: readonly (readonly [sizes: readonly number[], most: number, chosen: readonly number[]])[] = [
    [[8], 100, []],
    [[8, 2], 100, [2, 8]],
    [[9, 2], 100, []],
    [[20, 1, 4], 100, [1, 4, 20]],
    [[21, 1, 4], 100, [1, 4]],
    [[20, 1, 4], 24, [1, 4]],
    [[8, 2], 9, []],
  ];
  for (const [sizes, maxDocuments, chosen] of cases) {
    const found = chooseSegments(candidates(sizes), 0, { maxDocuments, isAtRest: true });
    assert.deepEqual(
      found.map(({ live }) => live.documentCount),
      chosen,
      sizes.join(' '),
    );
  }
});

test('32 segments of one size wait while an index grows', () => {
  const chosen = (count: number) =>
    chooseSegments(candidates(new Array<number>(count).fill(1)), 0, { isGrowing: true, maxDocuments: 10 });
  assert.equal(chosen(31).length, 0);
  assert.equal(chosen(32).length, 10);
});

test('a segment more than half dead is rewritten first, alone', () => {
  assert.deepEqual(sizesChosen(candidates([9, 4, 4, 4, 4], 5)), [4]);
  assert.deepEqual(sizesChosen(candidates([8], 4)), []);
  assert.deepEqual(sizesChosen(candidates([9], 5), 3), []);
});

test('a graph with old synonyms is rebuilt when nothing else is due', () => {
  assert.deepEqual(sizesChosen(candidates([2, 1, 5]), 100, 1), [1]);
  assert.deepEqual(sizesChosen(candidates([3, 1, 2, 1]), 100, 1), [1, 1, 2, 3]);
  assert.deepEqual(sizesChosen(candidates([5]), 4, 1), []);
  assert.deepEqual(sizesChosen(candidates([5]), 5, 0), []);
});

test('merging goes on until every graph has the new synonyms', () => {
  const writer = createIndexWriter({ locale: 'en' });
  for (const id of ['a', 'b', 'c']) writer.apply([productDocument(id)]);
  writer.setSynonyms({ rules: [], common: false, version: 7 });
  let merges = 0;
  while (writer.merge()) merges += 1;
  const versions = openSegments(writer).map(({ segment }) => segment.graph.synonymsVersion);
  assert.deepEqual([merges, versions], [3, [7, 7, 7]]);
  assert.equal(writer.documentCount, 3);
});

test('documents of candidates are those that live', () => {
  assert.equal(countDocuments(candidates([3, 4], 2)), 7);
  assert.equal(countDocuments([]), 0);
});

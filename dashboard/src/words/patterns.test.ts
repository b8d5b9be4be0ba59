import assert from 'node:assert/strict';
import { test } from 'node:test';
import { subjectOf, wordsOfPattern, wordsOfReview, wordsOfSize, wordsOfVerdict } from './patterns.ts';

const none = { pattern: null, words: null, type: null, new_name: null };

test('a pattern reads as the sum of its parts', () => {
  assert.equal(wordsOfPattern('brand-type'), 'Brand + type');
  assert.equal(wordsOfPattern('title-other'), 'Title words + words not in the product');
  assert.equal(subjectOf({ ...none, pattern: 'type' }), 'Type');
  assert.equal(subjectOf({ ...none, words: 'cheap lamp' }), '“cheap lamp”');
  assert.equal(wordsOfSize({ phrases: 1, products: 1 }), '1 phrase of 1 product');
});

test('a decision on a type reads with its new name', () => {
  const renamed = { ...none, type: 'lamps', new_name: 'lamp', verdict: 'approved' } as const;
  assert.deepEqual([subjectOf(renamed), wordsOfVerdict(renamed).label], ['“lamps” to “lamp”', 'Renamed']);
  const kept = { ...renamed, new_name: null };
  assert.deepEqual([subjectOf(kept), wordsOfVerdict(kept).label], ['“lamps”', 'Accepted']);
  assert.equal(wordsOfVerdict({ ...kept, verdict: 'refused' }).label, 'Refused');
  assert.equal(wordsOfVerdict({ verdict: 'approved' }).label, 'Approved');
});

test('the review says what is left to do', () => {
  const review = { open_products: 0, decided_products: 0, unsorted_products: 0, progress: null };
  assert.equal(wordsOfReview(review), 'No phrases are written yet.');
  assert.match(wordsOfReview({ ...review, decided_products: 3 }), /^Every phrase is decided/);
  assert.match(
    wordsOfReview({ ...review, open_products: 3, decided_products: 2 }),
    /^3 products left to review, 2 done/,
  );
  assert.match(wordsOfReview({ ...review, unsorted_products: 1 }), /of 1 product are not sorted/);
  assert.match(
    wordsOfReview({ ...review, progress: { done: 500, total: 2_000 } }),
    /500 of 2,000 products done/,
  );
});

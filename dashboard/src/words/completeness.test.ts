import assert from 'node:assert/strict';
import { test } from 'node:test';
import { detailOf, nameOf, wordsOfGap } from './completeness.ts';

test('sources have the names of their feeds and files', () => {
  assert.equal(nameOf({ source: 'feed', name: 'Warehouse' }), 'Warehouse');
  assert.equal(nameOf({ source: 'csv', name: 'spring.csv' }), 'spring.csv');
  assert.equal(nameOf({ source: 'api', name: null }), 'Sent through the API');
  assert.equal(nameOf({ source: 'other', name: null }), 'Other imports');
});

test('sources say which kind of source they are', () => {
  assert.equal(detailOf({ source: 'feed', feed_id: 'f' }), 'Feed');
  assert.equal(detailOf({ source: 'feed', feed_id: null }), 'Deleted feed');
  assert.equal(detailOf({ source: 'csv', feed_id: null }), 'File');
  assert.equal(detailOf({ source: 'api', feed_id: null }), 'Batches and single products');
  assert.equal(detailOf({ source: 'other', feed_id: null }), 'Expired imports and small sources');
});

test('gaps say whether some, all or no products lack a field', () => {
  assert.deepEqual(
    [wordsOfGap(12_000, 0), wordsOfGap(12_000, 1_204), wordsOfGap(12_000, 12_000), wordsOfGap(1, 1)],
    ['All have one', '1,204 without', 'All 12,000 without', 'All 1 without'],
  );
});

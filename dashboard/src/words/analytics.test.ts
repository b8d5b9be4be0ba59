import assert from 'node:assert/strict';
import { test } from 'node:test';
import { wordsOfBand, wordsOfChange, wordsOfGain, wordsOfShare, wordsOfShareBefore } from './analytics.ts';

test('a share shows its uncertainty or a lack of data', () => {
  const share = { value: 0.25, low: 0.19, high: 0.321 };
  assert.equal(wordsOfShare(share), '25%');
  assert.equal(wordsOfBand(share), '19% to 32% at 95% confidence');
  assert.equal(wordsOfShareBefore(share), '25% before');
  assert.equal(wordsOfShare(null), 'Not enough data');
  assert.equal(wordsOfBand(null), 'shown from 30 searches on');
  assert.equal(wordsOfShareBefore(null), 'too few searches before');
});

test('counts are compared with the period before', () => {
  assert.equal(wordsOfChange(150, 100, 30), '50% more than in the 30 days before (100)');
  assert.equal(wordsOfChange(50, 100, 7), '50% less than in the 7 days before (100)');
  assert.equal(wordsOfChange(5, 5, 1), 'as in the day before');
  assert.equal(wordsOfChange(5, 5, 7), 'as in the 7 days before');
  assert.equal(wordsOfChange(5, 0, 7), 'none in the 7 days before');
  assert.equal(wordsOfChange(0, 0, 7), 'none in the 7 days before either');
  assert.deepEqual(
    [wordsOfGain(5, 0), wordsOfGain(5, 3), wordsOfGain(3, 5), wordsOfGain(3, 3)],
    ['new', '+2', '−2', '±0'],
  );
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  amountsOf,
  wordsOfBand,
  wordsOfChange,
  wordsOfGain,
  wordsOfSales,
  wordsOfShare,
  wordsOfShareBefore,
} from './analytics.ts';

test('a share shows its uncertainty or a lack of data', () => {
  const share = { value: 0.25, low: 0.19, high: 0.321 };
  assert.equal(wordsOfShare(share), '25%');
  assert.equal(wordsOfBand(share), '19% to 32% at 95% confidence');
  assert.equal(wordsOfShareBefore(share), '25% before');
  assert.equal(wordsOfShare(null), '–');
  assert.equal(wordsOfBand(null), 'Needs 30 searches to show');
  assert.equal(wordsOfShareBefore(null), 'Too few searches before to compare');
});

test('counts are compared with the period before', () => {
  assert.equal(wordsOfChange(150, 100, 30), '50% more than in the previous 30 days (100)');
  assert.equal(wordsOfChange(50, 100, 7), '50% fewer than in the previous 7 days (100)');
  assert.equal(wordsOfChange(5, 5, 1), 'Same as in the day before');
  assert.equal(wordsOfChange(5, 5, 7), 'Same as in the previous 7 days');
  assert.equal(wordsOfChange(5, 0, 7), 'None in the previous 7 days');
  assert.equal(wordsOfChange(0, 0, 7), 'None in the previous 7 days');
  assert.deepEqual(
    [wordsOfGain(5, 0), wordsOfGain(5, 3), wordsOfGain(3, 5), wordsOfGain(3, 3)],
    ['new', '+2', '−2', '±0'],
  );
});

test('sales are named by count and currency, and none by nothing', () => {
  assert.equal(wordsOfSales({ carts: 0, purchases: 0, revenue: {} }), '');
  assert.equal(wordsOfSales({ carts: 1, purchases: 0, revenue: {} }), ' Led to 1 cart and 0 purchases.');
  const revenue = { EUR: '12.50', JPY: '300' };
  assert.equal(
    wordsOfSales({ carts: 2, purchases: 1, revenue }),
    ` Led to 2 carts and 1 purchase for ${amountsOf(revenue).join(' and ')}.`,
  );
  assert.equal(amountsOf(revenue).length, 2);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { StoreBoost } from '../../../contract/words/ranking.ts';
import { describeBoost, moveTo } from './ranking.ts';

test('a boost of each field reads as one sentence', () => {
  const said: readonly (readonly [StoreBoost['when'], StoreBoost['strength'], string])[] = [
    [{ field: 'brand', op: 'is', value: 'Acme' }, 'raise', 'Products whose brand is “Acme” rise a little.'],
    [
      { field: 'category', op: 'under', value: 'Sale' },
      'raise_strongly',
      'Products in the category “Sale” rise a lot.',
    ],
    [
      { field: 'category', op: 'is_not', value: 'Sale' },
      'lower',
      'Products whose category is not “Sale” sink a little.',
    ],
    [
      { field: 'attribute', name: 'Margin', op: 'at_least', value: 0.3 },
      'lower_strongly',
      'Products whose Margin is at least 0.3 sink a lot.',
    ],
    [
      { field: 'age_days', op: 'at_most', value: 29 },
      'raise',
      'Products that came in the last 30 days rise a little.',
    ],
  ];
  for (const [when, strength, sentence] of said) assert.equal(describeBoost({ when, strength }), sentence);
});

test('a move says from which place a product comes', () => {
  assert.deepEqual(moveTo(2, 2), { way: 'same', words: 'Stays' });
  assert.deepEqual(moveTo(2, 7), { way: 'up', words: 'Up from 7' });
  assert.deepEqual(moveTo(3, 1), { way: 'down', words: 'Down from 1' });
  assert.deepEqual(moveTo(1, null), { way: 'up', words: 'New here' });
});

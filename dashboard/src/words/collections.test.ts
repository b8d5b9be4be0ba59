import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CollectionCondition } from '../../../contract/words/collections.ts';
import { describeCondition, stateOfCollection, storefrontLines, summarizeRules } from './collections.ts';

test('a condition reads like a sentence', () => {
  const told: readonly (readonly [CollectionCondition, string])[] = [
    [{ field: 'price', op: 'at_most', value: '20' }, 'Price is at most €20.00'],
    [
      { field: 'price', op: 'between', value: ['5', '9.5'], currency: 'USD' },
      'Price is between $5.00 and $9.50',
    ],
    [{ field: 'category', op: 'under', value: 'Shoes' }, 'Category is in “Shoes”'],
    [{ field: 'category', op: 'is', value: 'Shoes' }, 'Category is exactly “Shoes”'],
    [{ field: 'attribute', name: 'Color', op: 'is_not', value: 'red' }, 'Color is not “red”'],
    [{ field: 'in_stock', op: 'is', value: true }, 'Is in stock'],
    [{ field: 'stock_quantity', op: 'at_least', value: 3 }, 'Pieces in stock is at least 3'],
    [{ field: 'age_days', op: 'at_most', value: 0 }, 'Came in the last 1 day'],
    [{ field: 'age_days', op: 'at_least', value: 30 }, 'Came at least 30 days ago'],
    [{ field: 'age_days', op: 'between', value: [2, 7] }, 'Came 2 to 7 days ago'],
  ];
  for (const [condition, words] of told) assert.equal(describeCondition(condition, 'EUR'), words);
});

test('any number of rules is summed up in a line', () => {
  const [a, b, c] = ['A', 'B', 'C'].map(
    (value): CollectionCondition => ({ field: 'brand', op: 'is', value }),
  );
  assert.ok(a && b && c);
  const sum = (match: 'all' | 'any', ...conditions: CollectionCondition[]) =>
    summarizeRules({ match, conditions }, 'EUR');
  assert.equal(sum('all', a), 'Brand is “A”');
  assert.equal(sum('any', a, b), 'Brand is “A” or brand is “B”');
  assert.equal(sum('all', a, b, c, a), 'Brand is “A” and brand is “B” and 2 more');
  assert.equal(sum('all', a, b, c), 'Brand is “A” and brand is “B” and 1 more');
});

test('a collection that is hidden says so before anything else', () => {
  const states = [
    { status: 'building', is_active: false },
    { status: 'building', is_active: true },
    { status: 'ready', is_active: true },
  ] as const;
  assert.deepEqual(
    states.map((state) => stateOfCollection(state).words),
    ['Hidden', 'Building', 'Ready'],
  );
});

test('the shop lines name the address of their collection', () => {
  assert.match(
    storefrontLines('https://search.example', 'sale'),
    /search\.example\/api\/v1\/collections\/sale\/products\?/,
  );
});

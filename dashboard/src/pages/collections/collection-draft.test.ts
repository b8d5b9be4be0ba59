import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CollectionCondition } from '../../../../contract/words/collections.ts';
import {
  blankDraft,
  draftOf,
  faultOf,
  fieldsOf,
  newCondition,
  rulesOf,
  withField,
} from './collection-draft.ts';

const conditions: readonly CollectionCondition[] = [
  { field: 'category', op: 'under', value: 'Shoes > Boots' },
  { field: 'attribute', name: 'Color', op: 'is', value: 'red' },
  { field: 'price', op: 'between', value: ['5', '20.50'], currency: 'EUR' },
  { field: 'in_stock', op: 'is', value: false },
  { field: 'stock_quantity', op: 'at_least', value: 3 },
  { field: 'age_days', op: 'between', value: [0, 7] },
];

test('rules shown and saved unchanged stay the same', () => {
  const collection = {
    ...{ title: 'Boots', slug: 'boots', description: 'Warm.', sort: 'newest' as const },
    rules: { match: 'any', conditions },
  } as const;
  const draft = draftOf(collection);
  assert.deepEqual(fieldsOf(draft), collection);
});

test('incomplete lines name what they lack and do not count', () => {
  const blank = newCondition(1);
  assert.equal(rulesOf(blankDraft), null);
  assert.match(faultOf(blank) ?? '', /compare/);
  assert.match(faultOf({ ...newCondition(1, 'attribute'), value: 'x' }) ?? '', /Name the attribute/);
  assert.match(faultOf({ ...newCondition(1, 'age_days'), value: '1.5' }) ?? '', /whole number/);
  assert.match(faultOf({ ...newCondition(1, 'price'), op: 'between', value: '5' }) ?? '', /compare/);
  assert.equal(faultOf(newCondition(1, 'in_stock')), null);
  const rules = rulesOf({
    match: 'all',
    conditions: [blank, { ...newCondition(2, 'brand'), value: ' Acme ' }],
  });
  assert.deepEqual(rules, { match: 'all', conditions: [{ field: 'brand', op: 'is', value: 'Acme' }] });
});

test('a changed field keeps only words that still apply', () => {
  const typed = { ...newCondition(1, 'category'), value: 'Shoes' };
  assert.deepEqual(withField(typed, 'brand'), { ...newCondition(1, 'brand'), value: 'Shoes' });
  assert.equal(withField(typed, 'price').value, '');
  assert.equal(withField(typed, 'in_stock').value, 'yes');
  const price = { ...newCondition(1, 'price'), op: 'at_least' as const, value: '20' };
  assert.deepEqual(withField(price, 'age_days'), { ...newCondition(1, 'age_days'), op: 'at_least' });
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { categoryPath } from './product.ts';

test('Contract §4 a category splits into its levels, root first', () => {
  assert.deepEqual(categoryPath('Home > Kitchen>  Mugs '), ['Home', 'Kitchen', 'Mugs']);
  assert.deepEqual(categoryPath('Mugs'), ['Mugs']);
});

test('Contract §4 empty levels of a category are left out', () => {
  assert.deepEqual(categoryPath('> Home >> Mugs > '), ['Home', 'Mugs']);
  assert.deepEqual(categoryPath('>'), []);
  assert.deepEqual(categoryPath(null), []);
});

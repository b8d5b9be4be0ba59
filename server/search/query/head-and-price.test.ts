import assert from 'node:assert/strict';
import { test } from 'node:test';
import { headOf, priceStart } from './head-and-price.ts';

function kept(query: string): string {
  const words = query.split(' ');
  return words.slice(0, priceStart(words)).join(' ');
}

test('a price that ends a query is no product word', () => {
  for (const query of ['laptop under 500', 'laptop less than 500 eur', 'laptop up to 500', 'laptop bis 500'])
    assert.equal(kept(query), 'laptop', query);
  assert.equal(kept('telefon 500 tl alti'), 'telefon');
  assert.equal(kept('gaming laptop moins de 500 euros'), 'gaming laptop');
});

test('numbers that bound nothing, and prices alone, stay', () => {
  for (const query of [
    'iphone 7',
    'under 500',
    '500 tl alti',
    'laptop under',
    'ssd under 500 gb',
    'iphone 7 plus 32',
    'vitamins over 50',
  ])
    assert.equal(kept(query), query, query);
});

test('a query’s head stands before every price bound', () => {
  for (const query of ['gaming laptop under 500', 'gaming laptop cheaper than 500', 'gaming laptop over 500'])
    assert.equal(headOf(query.split(' '), false), 1, query);
  assert.equal(headOf('telefon 500 tl alti'.split(' '), false), 2);
});

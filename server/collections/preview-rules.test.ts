import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CollectedProduct } from '../storage/collections.ts';
import { productsLookedAt } from './preview-rules.ts';

test('products that a preview looks at let others in between', async () => {
  const products = Array.from({ length: 100 }, () => ({}) as CollectedProduct);
  const page = { products, unreadable: [], isMore: false, last: null };
  let turns = 0;
  let other = setImmediate(function others() {
    turns += 1;
    other = setImmediate(others);
  });
  let looked = 0;
  for await (const _ of productsLookedAt({ collectedProducts: async () => page as never })) looked += 1;
  clearImmediate(other);
  assert.equal(looked, 100);
  assert.ok(turns >= 10, `others had ${turns} turns`);
});

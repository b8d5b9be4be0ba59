import assert from 'node:assert/strict';
import { test } from 'node:test';
import { turnsOf } from '../../test/support/turns-of.ts';
import type { CollectedProduct } from '../storage/collections.ts';
import { productsLookedAt } from './preview-rules.ts';

test('products that a preview looks at let others in between', async () => {
  const products = Array.from({ length: 100 }, () => ({}) as CollectedProduct);
  const page = { products, unreadable: [], isMore: false, last: null };
  let looked = 0;
  const turns = await turnsOf(async () => {
    for await (const _ of productsLookedAt({ collectedProducts: async () => page as never })) looked += 1;
  });
  assert.equal(looked, 100);
  assert.ok(turns >= 10, `others had ${turns} turns`);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { turnsOf } from '../../../test/support/turns-of.ts';
import type { CollectedProduct } from '../../storage/collections/tables.ts';
import { productsLookedAt } from './preview-rules.ts';

/** Turns of others while a preview looks at 100 products, each of which is held against so many sets of rules. */
async function turnsOfLook(rulesPerProduct: number): Promise<number> {
  const products = Array.from({ length: 100 }, () => ({}) as CollectedProduct);
  const page = { products, damaged: [], isMore: false, last: null };
  const reader = { collections: { changedProducts: async () => page as never } };
  let looked = 0;
  const turns = await turnsOf(async () => {
    for await (const _ of productsLookedAt(reader, rulesPerProduct)) looked += 1;
  });
  assert.equal(looked, 100);
  return turns;
}

test('products that a preview looks at let others in between', async () => {
  const turns = await turnsOfLook(1);
  assert.ok(turns >= 10 && turns < 50, `others had ${turns} turns`);
});

test('others have a turn before each product of many rules', async () => {
  for (const rules of [7, 200]) {
    const turns = await turnsOfLook(rules);
    assert.ok(turns >= 100, `others had ${turns} turns`);
  }
});

test('a preview looks at as many products of short pages', async () => {
  const product = {} as CollectedProduct;
  let reads = 0;
  const collections = {
    async changedProducts() {
      reads += 1;
      return { products: [product, product], damaged: [], isMore: reads < 50, last: null };
    },
  };
  const looked = await Array.fromAsync(productsLookedAt({ collections }, 1));
  assert.equal(looked.length, 100);
});

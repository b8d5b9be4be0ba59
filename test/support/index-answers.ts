/**
 * Gives everything that a shopper could see of a store's index, for comparing two ways by which it came into memory. It changes
 * nothing and asks no database. A store whose index is not in memory fails the test. At most 20 products a query.
 */
import assert from 'node:assert/strict';
import type { FollowedStores } from './followed-stores.ts';

const queries = ['lamp', 'red ch', 'chair 1', 'table', 'garden', 'lamp shade 2', 'b', 'p17', 'sofa'];
const noSignals = { products: new Map<string, number>(), phrases: new Map<string, number>() };

/** Its answers to many queries, to none, and the number of its products. */
export function answersOf({ registry }: FollowedStores, storeId: string): unknown {
  const reader = registry.find(storeId)?.reader;
  assert.ok(reader !== undefined);
  // Whether lists sufficed depends on how the products lie in segments; what they give does not.
  const present = ({ products, fromGraph: _, ...rest }: ReturnType<typeof reader.search>) => ({
    ...rest,
    products: products.map(({ card, tiers }) => ({ card: Buffer.from(card).toString(), tiers })),
  });
  return {
    documents: reader.documentCount,
    answers: queries.map((query) => present(reader.search(query, 20, noSignals))),
    discovery: present(reader.discover(20, noSignals)),
  };
}

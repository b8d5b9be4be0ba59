/**
 * Goal: boosts follow products and time. Method: random changes of products and hours, compared with the conditions of collections as
 * plainly as can be, one product and one moment at a time.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { CollectionCondition } from '../../contract/words/collections.ts';
import { boostedFields, boostStrengths } from '../../contract/words/ranking.ts';
import { collectedProduct, collectionRules, isMember } from '../../test/support/naive-collections.ts';
import { someTime } from '../../test/support/storage-rows.ts';
import type { CollectedProduct } from '../storage/collections/tables.ts';
import { BoostedProducts } from './boosted-products.ts';

const dayMicros = 86_400_000_000;
const isBoosted = ({ field }: CollectionCondition) => boostedFields.some((name) => name === field);
const boosts = fc
  .array(fc.tuple(collectionRules, fc.constantFrom(...boostStrengths)), { minLength: 1, maxLength: 5 })
  .map((all) =>
    all.flatMap(([{ conditions }, strength]) =>
      conditions.filter(isBoosted).map((when) => ({ when, strength })),
    ),
  );
const steps = fc.array(
  fc.oneof(
    { weight: 3, arbitrary: fc.record({ product: collectedProduct }) },
    fc.record({ hours: fc.integer({ min: 1, max: 60 }) }),
    fc.record({ forgets: fc.nat(99) }),
  ),
  { minLength: 1, maxLength: 12 },
);

test('boosts follow products and hours like rules of collections', () => {
  fc.assert(
    fc.property(boosts, steps, (all, taken) => {
      let now = someTime;
      const boosted = new BoostedProducts(all.slice(0, 20), now);
      const products = new Map<string, CollectedProduct>();
      for (const step of taken) {
        const before = new Map(boosted.boosts.products);
        let changed: readonly string[] = [];
        if ('product' in step) {
          const { product } = step;
          products.set(product.id, product);
          changed = boosted.take(product) ? [product.id] : [];
        } else if ('hours' in step) {
          now += step.hours * (dayMicros / 24);
          changed = boosted.moveTo(now);
        } else {
          const id = [...products.keys()][step.forgets % Math.max(1, products.size)] ?? 'unknown';
          products.delete(id);
          changed = boosted.forget(id) ? [id] : [];
        }
        for (const [id, product] of products) {
          const met = all.slice(0, 20).map(({ when }) => {
            const rules = { match: 'all', conditions: [when] } as const;
            return isMember(rules, product, { storeCurrency: 'USD', now });
          });
          const bits = met.reduce((sum, isMet, place) => (isMet ? sum + 2 ** place : sum), 0);
          assert.equal(boosted.boosts.products.get(id) ?? 0, bits);
        }
        const ids = new Set([...before.keys(), ...boosted.boosts.products.keys()]);
        const moved = [...ids].filter((id) => before.get(id) !== boosted.boosts.products.get(id));
        assert.deepEqual(moved.toSorted(), [...changed].toSorted());
      }
    }),
  );
});

test('the boosts of a product are counted and multiplied', () => {
  const boosted = new BoostedProducts(
    [
      { when: { field: 'brand', op: 'is', value: 'acme' }, strength: 'raise_strongly' },
      { when: { field: 'category', op: 'under', value: 'Old' }, strength: 'lower' },
    ],
    someTime,
  );
  const facts = { createdAt: someTime, attributes: [] };
  boosted.take({ ...facts, id: 'a', brand: 'Acme', category: 'Old > Lamps' });
  boosted.take({ ...facts, id: 'b', brand: null, category: 'old' });
  boosted.take({ ...facts, id: 'c', brand: null, category: null });
  assert.deepEqual(boosted.boosts.factors, [8, 0.5]);
  assert.deepEqual(Array.from(boosted.boosts.products), [
    ['a', 3],
    ['b', 2],
  ]);
  assert.deepEqual(boosted.counts(), [1, 2]);
});

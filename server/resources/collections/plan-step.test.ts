import assert from 'node:assert/strict';
import { test } from 'node:test';
import { someTime, uuidOf } from '../../../test/support/storage-rows.ts';
import type {
  CollectedProduct,
  CollectionGeneration,
  KeyedProduct,
} from '../../storage/collections/tables.ts';
import { StepPlan } from './plan-step.ts';

const generation: CollectionGeneration = {
  ...{ number: 3, collectionId: uuidOf(1), currency: 'USD', isTimed: false, state: 'live' },
  rules: { match: 'all', conditions: [{ field: 'price', op: 'at_least', value: '5' }] },
  ...{ position: null, oldPosition: null, memberCount: 0 },
};

function productAt(price: string): CollectedProduct {
  return {
    ...{ id: uuidOf(9), externalId: 'p', changeNumber: 4, inStock: true, createdAt: someTime, price },
    ...{ currency: null, stockQuantity: null, title: 'Lamp', category: null, brand: null },
    ...{ suggestionPhrases: [], searchPhrases: [], attributes: [] },
  };
}

const always = { generation: 3, productId: uuidOf(9), fromAt: 0, untilAt: Number.MAX_SAFE_INTEGER };
const keysAt = (priceKey: number) => ({
  ...{ productId: uuidOf(9), inStock: true, titleKey: 'lamp', priceKey, createdAt: someTime },
});
const present = (changes: Partial<KeyedProduct> = {}): KeyedProduct[] => [
  { id: uuidOf(9), changeNumber: 4, keys: keysAt(7_000), ...changes },
];

function planOf(price: string, isMember: boolean): StepPlan {
  const plan = new StepPlan([generation]);
  plan.add(productAt(price), isMember ? [always] : [], someTime);
  return plan;
}

test('a product that stays writes its keys where they differ', () => {
  const plan = planOf('8', true);
  assert.deepEqual([plan.rows, plan.added.get(3)], [0, 0]);
  assert.deepEqual(plan.planKeys(present())?.replaced, [keysAt(8_000)]);
  assert.deepEqual(plan.planKeys(present({ keys: keysAt(8_000) }))?.replaced, []);
  assert.deepEqual(plan.planKeys(present({ keys: null }))?.replaced, [keysAt(8_000)]);
});

test('keys of a product that changed since stay', () => {
  const keys = planOf('8', true).planKeys(present({ changeNumber: 5 }));
  assert.deepEqual(keys, { replaced: [], kept: [keysAt(8_000)], dropped: [] });
});

test('keys of a product that leaves all are dropped', () => {
  const plan = planOf('4', true);
  assert.deepEqual([plan.removed, plan.added.get(3)], [[always], -1]);
  assert.deepEqual(plan.planKeys(present())?.dropped, [uuidOf(9)]);
});

test('a place elsewhere keeps the keys of a product', () => {
  const plan = new StepPlan([generation]);
  plan.add(productAt('4'), [{ ...always, generation: 2 }], someTime);
  assert.deepEqual(plan.planKeys(present())?.replaced, [keysAt(4_000)]);
});

test('a deleted product stops the step that would add it', () => {
  assert.equal(planOf('8', false).planKeys([]), null);
  assert.deepEqual(planOf('4', true).planKeys([])?.dropped, [uuidOf(9)]);
});

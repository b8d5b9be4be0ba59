/** Boosts and hidden stock at the places where an answer usually ends early: the newest products, lists, and first documents. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Boosts, SignalMaps } from '../../server/search/engine.ts';
import { openIndex } from '../../server/search/index-reader.ts';
import { createIndexWriter } from '../../server/search/index-writer.ts';
import { usualRule } from '../../server/search/products/product-question.ts';
import { findIds, indexOf, noSignals, productDocument } from './documents.ts';

/** Signals in which these products are lowered. */
function lowering(ids: readonly string[]): SignalMaps {
  const boosts: Boosts = { factors: [0.5], products: new Map(ids.map((id) => [id, 1])) };
  return { ...noSignals, products: new Map(), boosts };
}

const numbers = Array.from({ length: 60 }, (_, number) => number);
const idOf = (number: number) => `p${String(number).padStart(2, '0')}`;
const firstIds = numbers.slice(0, 30).map(idOf);

test('older products precede newest ones that are lowered', () => {
  const reader = indexOf(numbers.map((number) => productDocument(idOf(number), { createdAt: 100 - number })));
  const { products } = reader.discover(5, lowering(firstIds));
  assert.deepEqual(
    products.map(({ productId }) => productId),
    numbers.slice(30, 35).map(idOf),
  );
  assert.deepEqual([products[0]?.tiers.popularity, products[0]?.tiers.boosts], [0, 0]);
});

test('products behind those that a list lowers are found', () => {
  const graph = {
    minPostings: 1,
    minPairTitles: 1,
    pairsPerDocument: 100,
    listLength: 10,
    suggestionCount: 4,
  };
  const writer = createIndexWriter({ locale: 'en', graph });
  writer.apply(numbers.map((number) => productDocument(idOf(number), { title: `Lamp ${idOf(number)}` })));
  const reader = openIndex(writer.snapshot());
  assert.deepEqual(findIds(reader, 'lam', 3), firstIds.slice(0, 3));
  assert.deepEqual(findIds(reader, 'lam', 3, lowering(firstIds)), numbers.slice(30, 33).map(idOf));
});

test('products behind lowered ones of a single word are found', () => {
  const rule = { ...usualRule, rareMax: 0, firstCount: 5, listLength: 1 };
  const titles = numbers.map((number) => productDocument(idOf(number), { title: `Oak ${idOf(number)}` }));
  const desks = numbers.map((number) => productDocument(`d${number}`, { title: `Desk d${number}` }));
  const writer = createIndexWriter({ locale: 'en' });
  writer.apply([...titles, ...desks]);
  const reader = openIndex(writer.snapshot(), undefined, rule);
  const lowered = lowering([...firstIds, ...desks.map(({ productId }) => productId)]);
  assert.deepEqual(findIds(reader, 'oak desk', 3, lowered), numbers.slice(30, 33).map(idOf));
});

test('hidden stock counts for no category or suggestion', () => {
  const writer = createIndexWriter({ locale: 'en' });
  const inStock = [true, false, false];
  writer.apply(
    inStock.map((isInStock, number) =>
      productDocument(idOf(number), {
        title: 'Oak sofa',
        categoryPath: [`Sofas ${number}`],
        inStock: isInStock,
      }),
    ),
  );
  const shown = openIndex(writer.snapshot());
  assert.equal(shown.search('sofa', 5, noSignals).categories.length, 3);
  const hiding = openIndex({ ...writer.snapshot(), hidesOutOfStock: true }, shown);
  const { products, categories } = hiding.search('sofa', 5, noSignals);
  assert.deepEqual([products.length, categories, hiding.documentCount], [1, ['Sofas 0'], 1]);
  // Shown again from the same segment, each is counted as before.
  const again = openIndex(writer.snapshot(), hiding);
  assert.equal(again.search('sofa', 5, noSignals).categories.length, 3);
});

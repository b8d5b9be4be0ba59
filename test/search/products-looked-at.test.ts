/**
 * Goal: few products are looked at one by one, and not many more in a larger catalog. Method: the
 * keystrokes of queries in the demo catalog's words, each asked once of blown-up demo catalogs, and looks counted.
 */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { blownUpCatalog } from '../../bench/blown-up-catalog.ts';
import { documentPages } from '../../bench/catalog-documents.ts';
import { typedKeystrokes } from '../../bench/typed-keystrokes.ts';
import { loadDemoCatalog } from '../../demo/demo-catalog.ts';
import type { RawProduct } from '../../server/catalog/product.ts';
import type { IndexReader } from '../../server/search/engine.ts';
import { QueryBudget } from '../../server/search/step-budget.ts';
import { indexOf, noSignals, productDocument } from './documents.ts';

const limit = 20;
let products: readonly RawProduct[] = [];
let keystrokes: readonly string[] = [];
before(async () => {
  products = await loadDemoCatalog();
  // Without recorded sessions, which are not everywhere.
  keystrokes = typedKeystrokes(products, 150, []).map(({ text }) => text);
});

function looksOf(reader: IndexReader, query: string): number {
  const budget = new QueryBudget(Number.POSITIVE_INFINITY);
  reader.search(query, limit, noSignals, { budget, isBlocked: null });
  return budget.looks;
}

/** Looks of each keystroke, fewest first, in one segment of so many products. */
function looksIn(count: number): number[] {
  const [documents = []] = documentPages(blownUpCatalog(products, count), count);
  const reader = indexOf(documents);
  return keystrokes.map((query) => looksOf(reader, query)).sort((left, right) => left - right);
}

function percentile(sorted: readonly number[], part: number): number {
  return sorted[Math.ceil(part * sorted.length) - 1] ?? 0;
}

test('each product that is looked at counts once', () => {
  const titles = ['red lamp', 'red lamp shade', 'lamp in red', 'red chair', 'blue lamp', 'blue chair'];
  const reader = indexOf(titles.map((title, number) => productDocument(`p${number}`, { title })));
  // Those that hold both words, then those that hold one: both fit the answer.
  assert.equal(looksOf(reader, 'red lamp'), 5);
  assert.equal(looksOf(reader, 'sofa'), 0);
});

test('looks at products grow slower than the catalog', () => {
  const [small, large] = [looksIn(2_500), looksIn(10_000)];
  // 20 and 20, which are those of the answer.
  assert.ok(percentile(large, 0.5) <= 25, `p50 of ${percentile(large, 0.5)}`);
  // 67 and 131: with four times the products twice as many, which is more than the logarithm grows by.
  const [before, after] = [percentile(small, 0.99), percentile(large, 0.99)];
  assert.ok(after <= 150, `p99 of ${after}`);
  assert.ok(after <= 2.2 * before, `p99 of ${before}, then ${after}`);
});

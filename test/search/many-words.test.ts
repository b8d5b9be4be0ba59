/**
 * Goal: the words of one product are bounded, and what is read of them is spent. Method: products of thousands of words;
 * answers are held against the oracle, and steps are counted.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { wordsPerProduct } from '../../server/search/document/attribute-words.ts';
import { createIndexWriter } from '../../server/search/index-writer.ts';
import { rankQuery } from '../../server/search/indexing/prefix-list-merge.ts';
import { lookUpProducts } from '../../server/search/products/product-words.ts';
import { createAnalysis } from '../../server/search/query/analysis.ts';
import { parseQuery } from '../../server/search/query/query.ts';
import { LiveSegment } from '../../server/search/segment/live-segment.ts';
import { unlimitedBudget } from '../../server/search/step-budget.ts';
import { findIds, indexOf, noSignals, productDocument } from './documents.ts';
import { present, storeOf } from './engine-property.ts';
import { oracleSearch } from './oracle.ts';

const letters = Array.from('abcdefghijklmnopqrstuvwxyz');

/** Different words, three letters each: the `n`-th. */
function word(n: number): string {
  return [n % 26, Math.floor(n / 26) % 26, Math.floor(n / 676) % 26].map((at) => letters[at]).join('');
}

/** Makes `count` words from the `first` on, in attributes of 250 words. */
function attributes(first: number, count: number, separator = '-'): [string, string][] {
  const words = Array.from({ length: count }, (_, place) => word(first + place));
  return Array.from({ length: Math.ceil(count / 250) }, (_, place) => [
    `k${place}`,
    words.slice(place * 250, (place + 1) * 250).join(separator),
  ]);
}

/** The most words that a stranger can write: 100 attributes of joined words. */
const fullest = Array.from({ length: 5 }, (_, number) =>
  productDocument(`p${number}`, { attributes: attributes(number * 7, 17_500) }),
);

test('engine and oracle agree on products of too many words', () => {
  const store = storeOf('en', { rules: [], common: false, version: 0 });
  const products = fc.array(
    fc.record({
      first: fc.nat(200),
      count: fc.integer({ min: 1_900, max: 2_100 }),
      separator: fc.constantFrom(' ', ', ', '-'),
      repeated: fc.nat(300),
    }),
    { minLength: 1, maxLength: 3 },
  );
  const queries = fc.array(
    fc.oneof(
      fc.nat(2_300).map(word),
      fc.constantFrom('a', 'b s', 'k1', 'k8 a', 'product', 'last', 'repeated'),
    ),
    { minLength: 1, maxLength: 4 },
  );
  fc.assert(
    fc.property(products, queries, (all, asked) => {
      const documents = all.map(({ first, count, separator, repeated }, number) =>
        productDocument(`p${number}`, {
          attributes: [
            ['again', 'repeated '.repeat(repeated)],
            ...attributes(first, count, separator),
            ['end', 'last'],
          ],
        }),
      );
      const reader = indexOf(documents);
      for (const query of asked) {
        const answer = present(reader.search(query, 5, noSignals));
        assert.deepEqual(answer, oracleSearch(documents, store, query, 5, noSignals), query);
      }
    }),
    { numRuns: 12 },
  );
});

test('a product is found by its first words only', () => {
  const reader = indexOf([
    productDocument('a', {
      title: 'Lamp',
      brand: 'Lumen',
      categoryPath: ['Light'],
      attributes: [...attributes(0, wordsPerProduct, ' '), ['end', 'last']],
      searchPhrases: ['phrase'],
    }),
  ]);
  for (const query of ['lamp', 'lumen', 'light', 'phrase', word(1_900)]) {
    assert.deepEqual(findIds(reader, query), ['a'], query);
  }
  assert.deepEqual(findIds(reader, 'last'), []);
  assert.deepEqual(findIds(reader, word(wordsPerProduct - 1)), []);
});

test('many words of a product cost a question few steps', () => {
  const reader = indexOf(fullest);
  for (const query of ['b', 'b s', 'a b c d', 'a b zzz', 'ab s', 'b s qqq www']) {
    const budget = unlimitedBudget();
    reader.search(query, 20, noSignals, { budget, isBlocked: null });
    assert.ok(budget.spent <= 12_000, `${query}: ${budget.spent} steps`);
  }
});

test('ranking a beginning costs few steps a posting', () => {
  const writer = createIndexWriter({ locale: 'en' });
  writer.apply(fullest);
  const { segments, locale, synonyms } = writer.snapshot();
  const lives = segments.map((segment) => LiveSegment.open(segment));
  const [live] = lives;
  assert.ok(live !== undefined && lives.length === 1);
  const query = parseQuery('b', createAnalysis(locale, synonyms));
  const [searched] = lookUpProducts(lives, query, unlimitedBudget());
  const postings = searched?.words[0]?.heldMax ?? 0;
  assert.ok(postings > 256, `${postings} postings: it has a list`);
  const budget = unlimitedBudget();
  assert.equal(rankQuery(live, query, 32, budget).length, fullest.length);
  assert.ok(budget.spent <= 2_000 + 4 * postings, `${budget.spent} steps for ${postings} postings`);
});

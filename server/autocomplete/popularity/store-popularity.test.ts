import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { limits } from '../../../contract/limits.ts';
import { productDocument } from '../../../test/search/documents.ts';
import { BoostedProducts } from '../../merchandising/boosted-products.ts';
import { createIndexWriter } from '../../search/index-writer.ts';
import { IntentScores, StorePopularity, scoresByText, type WantedIntent } from './store-popularity.ts';

const intent: fc.Arbitrary<WantedIntent> = fc.record({
  query: fc.constantFrom('lap', 'laptop', 'Láptop', 'laptop bag', 'lamp', 'tv', 'télé'),
  score: fc.integer({ min: 5, max: 9 }),
  products: fc
    .dictionary(fc.constantFrom('a', 'b', 'c', 'd'), fc.integer({ min: 0, max: 6 }))
    .map((products) => new Map(Object.entries(products))),
});
const intents = fc.uniqueArray(intent, { selector: ({ query }) => query });

const plain = new Map([
  ['Láptop', 'laptop'],
  ['télé', 'tele'],
]);

/** Scores products by the rule alone: the intent itself, else all that begin so; products with enough clicks. */
function naively(all: readonly WantedIntent[], text: string): [string, number][] {
  const counting = all
    .map(({ query, products }) => ({
      text: plain.get(query) ?? query,
      products: Array.from(products).filter(([, score]) => score >= limits.intentProductWorthMin),
    }))
    .filter(({ products }) => products.length > 0);
  const own = counting.filter((one) => one.text === text);
  const meant = own.length > 0 ? own : counting.filter((one) => one.text.startsWith(text));
  const sums = new Map<string, number>();
  for (const { products } of meant) {
    for (const [id, score] of products) sums.set(id, (sums.get(id) ?? 0) + score);
  }
  return Array.from(sums).sort(([one, left], [other, right]) => right - left || (one < other ? -1 : 1));
}

test('each text ranks by the intents it equals or begins', () => {
  fc.assert(
    fc.property(intents, (all) => {
      const byText = scoresByText(all);
      for (const text of ['l', 'la', 'lap', 'lapt', 'laptop', 'laptop b', 'laptop bag', 'lam', 't', 'tele']) {
        assert.deepEqual(Array.from(byText.get(text) ?? []), naively(all, text), text);
      }
      const reversed = scoresByText(all.toReversed());
      for (const [text, products] of byText) assert.deepEqual(reversed.get(text), products);
    }),
  );
});

test('few clicks do not rate an intent or product', () => {
  const scores = new IntentScores();
  const enough = limits.intentProductWorthMin;
  scores.change([
    { query: 'lamp', productId: 'a', score: enough },
    { query: 'lamp', productId: 'b', score: enough - 0.01 },
    { query: 'table', productId: 'c', score: 100 },
  ]);
  const byText = scores.byText([
    ['lamp', limits.intentWorthMin],
    ['table', limits.intentWorthMin - 0.01],
    ['chair', 100],
  ]);
  assert.deepEqual(Array.from(byText.keys()).toSorted(), ['l', 'la', 'lam', 'lamp']);
  assert.deepEqual(Array.from(byText.get('lamp') ?? []), [['a', enough]]);
});

test('products and intents of a text are bounded', () => {
  const products = new Map(Array.from({ length: 100 }, (_, number) => [`p${number}`, 10 + number]));
  const one = scoresByText([{ query: 'lamp', score: 9, products }]);
  assert.equal(one.get('lam')?.size, limits.autocompleteLimitMax);
  assert.equal(Array.from(one.get('lam') ?? [])[0]?.[0], 'p99');
  const many = Array.from({ length: limits.intentsPerBeginning + 5 }, (_, number) => ({
    query: `lamp ${String.fromCodePoint(0x61 + number)}`,
    score: 9 + number,
    products: new Map([['a', 10]]),
  }));
  assert.deepEqual(Array.from(scoresByText(many).get('la') ?? []), [['a', 10 * limits.intentsPerBeginning]]);
});

test('products that are new no more lose their boost', () => {
  const hourMicros = 3_600_000_000;
  const [storeId, createdAt] = ['store', 1_000 * hourMicros];
  const when = { field: 'age_days', op: 'at_most', value: 0 } as const;
  const products = new BoostedProducts([{ when, strength: 'raise' }], createdAt);
  products.take({ id: 'a', brand: null, category: null, attributes: [], createdAt });
  const popularity = new StorePopularity();
  popularity.boost({ storeId, products, changed: null });
  const writer = createIndexWriter({ locale: 'en' });
  writer.apply([productDocument('a', { title: 'Lamp' })]);
  const shown = { storeId, changeNumber: 1, snapshot: writer.snapshot(), origin: 'products' } as const;
  const scoresOf = (placed: readonly { readonly scores: SharedArrayBuffer }[]) =>
    placed.flatMap(({ scores }) => Array.from(new Float64Array(scores)));
  assert.deepEqual(scoresOf(popularity.show(shown).popularity), [1]);
  assert.deepEqual(popularity.age(createdAt + hourMicros), []);
  // Once in an hour is enough.
  assert.deepEqual(popularity.age(createdAt + 1.5 * hourMicros), []);
  const [aged, ...others] = popularity.age(createdAt + 24 * hourMicros);
  assert.deepEqual([aged?.storeId, aged?.isWhole, others.length], [storeId, false, 0]);
  assert.deepEqual(scoresOf(aged?.popularity ?? []), [0]);
  assert.deepEqual(popularity.age(createdAt + 48 * hourMicros), []);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { costMicros, estimateRun } from './estimate.ts';
import type { PhraseGenerator, PhraseProduct } from './phrase-generator.ts';

const prices = new Map([
  ['small', { inputUsd: 0.15, outputUsd: 0.6 }],
  ['odd', { inputUsd: 0.07, outputUsd: 0 }],
  ['free', { inputUsd: 0, outputUsd: 0 }],
]);

test('a cost is tokens times price, in millionths rounded up', () => {
  assert.equal(costMicros(prices, 'small', { inputTokens: 1_000_000, outputTokens: 1_000_000 }), 750_000);
  assert.equal(costMicros(prices, 'small', { inputTokens: 1, outputTokens: 0 }), 1);
  assert.equal(costMicros(prices, 'small', { inputTokens: 0, outputTokens: 0 }), 0);
  // 100 * 0.07 is a little more than 7 in floating point.
  assert.equal(costMicros(prices, 'odd', { inputTokens: 100, outputTokens: 0 }), 7);
  assert.equal(costMicros(prices, 'free', { inputTokens: 5, outputTokens: 5 }), 0);
});

test('a model without a price has unknown costs', () => {
  assert.equal(costMicros(prices, 'large', { inputTokens: 1, outputTokens: 1 }), null);
  assert.equal(costMicros(prices, null, { inputTokens: 0, outputTokens: 0 }), 0);
});

const product: PhraseProduct = {
  id: '1',
  title: 'Lamp',
  description: null,
  category: null,
  brand: null,
  author: null,
  attributes: [],
  identifiers: [],
};

/** 100 tokens a request and 50 a product go in, 20 a product come out. */
function generatorOf(model: string | null): PhraseGenerator {
  return {
    name: model === null ? 'offline' : 'openai',
    model,
    promptVersion: null,
    productsPerRequest: 10,
    estimateTokens: ({ products }) =>
      model === null
        ? { input: 0, output: 0 }
        : { input: 100 + 50 * products.length, output: 20 * products.length },
    generate: () => Promise.reject(new Error('nobody asks')),
  };
}

function estimateOf(productCount: number, sampleSize: number, limits = {}, model: string | null = 'small') {
  return estimateRun({
    generator: generatorOf(model),
    storeId: 'store',
    locale: 'en',
    productCount,
    sample: Array.from({ length: sampleSize }, () => product),
    limits: { requestsPerMinute: 60, tokensPerMinute: 100_000, concurrency: 100, ...limits },
    prices,
  });
}

test('a run is estimated from its sample', () => {
  assert.deepEqual(estimateOf(100_000, 500), {
    products: 100_000,
    requests: 10_000,
    inputTokens: 6_000_000,
    outputTokens: 2_000_000,
    costMicros: 2_100_000,
    minutes: 167,
  });
  assert.deepEqual(estimateOf(0, 0), {
    products: 0,
    requests: 0,
    inputTokens: 0,
    outputTokens: 0,
    costMicros: 0,
    minutes: 0,
  });
});

test('the scarcest allowance says how long a run takes', () => {
  assert.equal(estimateOf(100_000, 500, { requestsPerMinute: 10 }).minutes, 1_000);
  assert.equal(estimateOf(100_000, 500, { tokensPerMinute: 1_000 }).minutes, 8_000);
  assert.equal(estimateOf(100_000, 500, { concurrency: 1 }).minutes, 1_667);
});

test('an offline run costs nothing and is over in minutes', () => {
  const { inputTokens, outputTokens, costMicros: cost, minutes } = estimateOf(1_000_000, 500, {}, null);
  assert.deepEqual([inputTokens, outputTokens, cost, minutes], [0, 0, 0, 4]);
});

test('more products never cost less', () => {
  fc.assert(
    fc.property(fc.nat(10_000), fc.nat(10_000), fc.integer({ min: 1, max: 50 }), (fewer, more, size) => {
      const [less, much] = [estimateOf(fewer, size), estimateOf(fewer + more, size)];
      assert.ok((less.costMicros ?? 0) <= (much.costMicros ?? 0) && less.minutes <= much.minutes);
    }),
  );
});

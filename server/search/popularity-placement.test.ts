/**
 * Goal: scores that were laid over segments beforehand rank as scores by product id. Method: random changes of scores
 * between random changes of products and merges, asked after each.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { noSignals, productDocument } from '../../test/search/documents.ts';
import type { Boosts, PlacedScores, ScoresByText } from './engine.ts';
import { openIndex } from './index-reader.ts';
import { createIndexWriter } from './index-writer.ts';
import { PopularityPlacement, readPlacedScores } from './popularity-placement.ts';

const ids = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k', 'l'];
const scores = fc.uniqueArray(fc.tuple(fc.constantFrom(...ids, 'unknown'), fc.integer({ min: 0, max: 3 })), {
  selector: ([id]) => id,
  maxLength: 6,
});
const steps = fc.array(
  fc.oneof(
    fc.record({ kind: fc.constantFrom('change', 'replace'), scores }),
    fc.record({ kind: fc.constant('texts'), texts: scores }),
    fc.record({ kind: fc.constantFrom('boost', 'reboost'), boosted: scores }),
    fc.record({ kind: fc.constant('write'), written: fc.subarray(ids, { minLength: 1 }) }),
    fc.record({ kind: fc.constant('merge') }),
  ),
  { minLength: 1, maxLength: 12 },
);

test('§4.7 popularity: scores laid over segments rank like scores by product', () => {
  fc.assert(
    fc.property(steps, fc.integer({ min: 1, max: 8 }), (taken, limit) => {
      const writer = createIndexWriter({ locale: 'en' });
      const placement = new PopularityPlacement();
      let plain = new Map<string, number>();
      let texts: ScoresByText = new Map();
      // The thread that follows the rules of a store changes this map itself.
      let boosts: Boosts & { readonly products: Map<string, number> } = {
        factors: [4, 0.25],
        products: new Map(),
      };
      placement.setBoosts(boosts);
      for (const step of taken) {
        if ('written' in step)
          writer.apply(step.written.map((id) => productDocument(id, { title: `Lamp ${id}` })));
        else if ('texts' in step) {
          texts = new Map([['lamp', new Map(step.texts)]]);
          placement.setTexts(texts);
        } else if ('boosted' in step) {
          if (step.kind === 'reboost') {
            for (const [id, rules] of step.boosted) boosts.products.set(id, rules);
            placement.changeBoosts(step.boosted.map(([id]) => id));
          } else {
            boosts = { factors: [0.5, 3], products: new Map(step.boosted) };
            placement.setBoosts(boosts);
          }
        } else if (!('scores' in step)) writer.merge({ isAtRest: true });
        else if (step.kind === 'replace') placement.replace(step.scores);
        else placement.change(step.scores);
        // Only who has a score of its own has one of a text.
        placement.setTexts(texts);
        if ('scores' in step) plain = new Map([...(step.kind === 'replace' ? [] : plain), ...step.scores]);
        else placement.meet(writer.snapshot().segments);
        const reader = openIndex(writer.snapshot());
        const ask = (products: PlacedScores | ReadonlyMap<string, number>) => {
          const signals = { ...noSignals, products, texts, boosts };
          const found = [
            ...reader.search('lamp', limit, signals).products,
            ...reader.discover(limit, signals).products,
          ];
          const named = reader.findProducts(ids, signals);
          return [...found, ...named.values()].map(({ productId, tiers }) => [
            productId,
            tiers.popularity,
            tiers.isForQuery,
            tiers.boosts,
          ]);
        };
        const expected = ask(new Map(plain));
        assert.deepEqual(ask(readPlacedScores(placement.placed())), expected);
        assert.deepEqual(ask(readPlacedScores(placement.placedWith(boosts))), expected);
      }
    }),
  );
});

test('unchanged scores are handed over as they are', () => {
  const writer = createIndexWriter({ locale: 'en' });
  const placement = new PopularityPlacement();
  placement.change([['a', 1]]);
  writer.apply([productDocument('a', { title: 'Lamp' })]);
  placement.meet(writer.snapshot().segments);
  writer.apply([productDocument('b', { title: 'Shade' })]);
  const before = placement.placed();
  placement.meet(writer.snapshot().segments);
  placement.change([['unknown', 1]]);
  assert.deepEqual(placement.placed(), before);
  assert.equal(placement.placed()[0]?.scores, before[0]?.scores);
});

/** Goal: signals that changed answer as signals that were always so. Method: random changes, asked after each. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { indexOf, productDocument } from '../../test/search/documents.ts';
import { changeSignals, noSignals } from './signals.ts';

const ids = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'unknown'];

const changes = fc.array(
  fc.uniqueArray(fc.tuple(fc.constantFrom(...ids), fc.integer({ min: 0, max: 3 })), {
    selector: ([id]) => id,
    maxLength: 4,
  }),
  { minLength: 1, maxLength: 6 },
);

test('§4.7 popularity: scores that come change by change rank as scores that come at once', () => {
  const reader = indexOf(ids.slice(0, -1).map((id) => productDocument(id, { title: `Lamp ${id}` })));
  const idsOf = (signals: typeof noSignals, limit: number) =>
    [reader.search('lamp', limit, signals), reader.discover(limit, signals)].map(({ products }) =>
      products.map(({ productId }) => productId),
    );
  fc.assert(
    fc.property(changes, fc.integer({ min: 1, max: 8 }), (steps, limit) => {
      let signals = noSignals;
      const plain = new Map<string, number>();
      for (const step of steps) {
        signals = changeSignals(signals, { products: step, phrases: [] });
        for (const [id, score] of step) plain.set(id, score);
        assert.deepEqual(idsOf(signals, limit), idsOf({ ...noSignals, products: new Map(plain) }, limit));
      }
    }),
  );
});

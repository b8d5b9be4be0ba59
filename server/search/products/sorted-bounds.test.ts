import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { SortedBounds } from './sorted-bounds.ts';

test('products come by their best tiers, equal ones as they came', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(20), { maxLength: 50 }), (all) => {
      const sorted = new SortedBounds(Uint16Array.from(all), 21);
      const expected = Array.from(all.keys()).sort((left, right) => (all[left] ?? 0) - (all[right] ?? 0));
      for (const place of expected) {
        assert.equal(sorted.tiers, all[place]);
        assert.equal(sorted.take(), place);
      }
      assert.equal(sorted.tiers, Number.POSITIVE_INFINITY);
    }),
  );
});

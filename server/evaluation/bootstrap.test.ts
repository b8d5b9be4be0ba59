import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { bootstrapMean } from './bootstrap.ts';

test('an interval is repeatable, bounded and holds its mean', () => {
  const values = fc.array(fc.double({ min: -5, max: 5, noNaN: true }), { minLength: 1, maxLength: 30 });
  fc.assert(
    fc.property(values, (sample) => {
      const interval = bootstrapMean(sample);
      assert.deepEqual(interval, bootstrapMean(sample));
      const { mean, low, high } = interval;
      const slack = 1e-9;
      assert.ok(low <= high);
      assert.ok(low >= Math.min(...sample) - slack && high <= Math.max(...sample) + slack);
      assert.ok(mean >= Math.min(...sample) - slack && mean <= Math.max(...sample) + slack);
    }),
    { numRuns: 50 },
  );
});

test('an interval is as wide as theory predicts', () => {
  const values = Array.from({ length: 400 }, (_, index) => index % 2);
  const { mean, low, high } = bootstrapMean(values);
  // The standard error of a fair coin over 400 throws is 0.025; 95 % are 1.96 of them to either side.
  assert.equal(mean, 0.5);
  assert.ok(Math.abs(low - (0.5 - 1.96 * 0.025)) < 0.006, String(low));
  assert.ok(Math.abs(high - (0.5 + 1.96 * 0.025)) < 0.006, String(high));
});

test('equal values have no spread, and no values no mean', () => {
  assert.deepEqual(bootstrapMean([2, 2, 2]), { mean: 2, low: 2, high: 2 });
  assert.deepEqual(bootstrapMean([]), { mean: Number.NaN, low: Number.NaN, high: Number.NaN });
});

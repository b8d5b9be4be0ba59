import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  addLatencies,
  emptyLatencies,
  latencyBoundsMs,
  latencyQuantileMs,
  latencyStep,
} from './latency-histogram.ts';

function histogramOf(times: readonly number[]): number[] {
  const counts = emptyLatencies();
  for (const time of times) counts[latencyStep(time)] = (counts[latencyStep(time)] ?? 0) + 1;
  return counts;
}

const time = fc.oneof(
  fc.double({ min: 0, max: 20, noNaN: true }),
  fc.double({ min: 0, max: 20_000, noNaN: true }),
  fc.constantFrom(...latencyBoundsMs),
);
const share = fc.constantFrom(0, 0.01, 0.5, 0.95, 0.99, 1);

test('a quantile lies in the step of the sorted time', () => {
  fc.assert(
    fc.property(fc.array(time, { minLength: 1, maxLength: 200 }), share, (times, wanted) => {
      const sorted = times.toSorted((left, right) => left - right);
      const exact = sorted[Math.max(1, Math.ceil(wanted * times.length)) - 1] ?? Number.NaN;
      const step = latencyStep(exact);
      const quantile = latencyQuantileMs(histogramOf(times), wanted) ?? Number.NaN;
      const lower = latencyBoundsMs[step - 1] ?? 0;
      assert.ok(
        quantile >= lower && quantile <= (latencyBoundsMs[step] ?? lower),
        `${quantile} for ${exact}`,
      );
    }),
  );
});

test('adding histograms is the histogram of all times', () => {
  fc.assert(
    fc.property(fc.array(time), fc.array(time), (left, right) => {
      const sum = histogramOf(left);
      addLatencies(sum, histogramOf(right));
      assert.deepEqual(sum, histogramOf([...left, ...right]));
    }),
  );
});

test('quantiles of no answers are null', () => {
  assert.equal(latencyQuantileMs(emptyLatencies(), 0.5), null);
  assert.equal(latencyQuantileMs([], 0.5), null);
});

test('bounds rise, so that each time has one step', () => {
  assert.deepEqual(
    latencyBoundsMs.toSorted((left, right) => left - right),
    latencyBoundsMs,
  );
  assert.deepEqual([latencyStep(0), latencyStep(0.05), latencyStep(0.051), latencyStep(1e9)], [0, 0, 1, 32]);
});

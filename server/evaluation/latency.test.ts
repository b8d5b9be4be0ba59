import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { summarizeLatency } from './latency.ts';

test('a percentile is the least time that this part of the answers does not exceed', () => {
  const times = Array.from({ length: 200 }, (_, index) => 200 - index);
  assert.deepEqual(summarizeLatency(times), { count: 200, p50: 100, p90: 180, p99: 198, max: 200 });
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 50 }), { minLength: 1 }), (sample) => {
      const { p50, p90, p99, max } = summarizeLatency(sample);
      for (const [value, part] of [
        [p50, 0.5],
        [p90, 0.9],
        [p99, 0.99],
        [max, 1],
      ] as const) {
        assert.ok(sample.filter((time) => time <= value).length >= part * sample.length);
        assert.ok(sample.filter((time) => time < value).length < part * sample.length);
      }
    }),
  );
});

test('where nothing was timed there are no percentiles', () => {
  const nothing = Number.NaN;
  assert.deepEqual(summarizeLatency([]), {
    count: 0,
    p50: nothing,
    p90: nothing,
    p99: nothing,
    max: nothing,
  });
});

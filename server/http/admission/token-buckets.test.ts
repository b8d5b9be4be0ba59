import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { rateLimits } from '../../../contract/limits.ts';
import { createDrivenClock } from '../../../test/support/driven-clock.ts';
import { createTokenBuckets } from './token-buckets.ts';

function createProbe(limit = { perSecond: 10, burst: 20 }) {
  const clock = createDrivenClock();
  const buckets = createTokenBuckets(limit, () => clock.monotonicMs());
  return {
    ...clock,
    ...buckets,
    /** Counts how many of `count` requests at once are allowed. */
    allowedOf: (count: number, key = 'a') =>
      Array.from({ length: count }, () => buckets.take(key)).filter(({ allowed }) => allowed).length,
  };
}

test('Contract §1 a burst is allowed to the last request', () => {
  const { allowedOf } = createProbe(rateLimits.autocompletePerAddress);
  assert.equal(allowedOf(600), 500);
});

test('Contract §1 afterwards exactly the rate is allowed', () => {
  const { allowedOf, advanceMs } = createProbe();
  allowedOf(20);
  for (let second = 0; second < 5; second += 1) {
    advanceMs(1_000);
    assert.equal(allowedOf(50), 10);
  }
});

test('a token comes back after its part of a second', () => {
  const { allowedOf, advanceMs } = createProbe();
  allowedOf(20);
  advanceMs(99);
  assert.equal(allowedOf(1), 0);
  advanceMs(1);
  assert.equal(allowedOf(2), 1);
});

test('refused requests cost nothing', () => {
  const { allowedOf, advanceMs } = createProbe();
  allowedOf(1_000);
  advanceMs(500);
  assert.equal(allowedOf(1_000), 5);
});

test('a bucket never holds more than its burst', () => {
  const { allowedOf, advanceMs } = createProbe();
  allowedOf(1);
  advanceMs(3_600_000);
  assert.equal(allowedOf(100), 20);
});

test('each key has its own bucket', () => {
  const { allowedOf } = createProbe();
  assert.equal(allowedOf(30, 'a'), 20);
  assert.equal(allowedOf(30, '__proto__'), 20);
});

test('a verdict counts down the remainder', () => {
  const { take } = createProbe({ perSecond: 1, burst: 2 });
  assert.deepEqual(
    [take('a'), take('a'), take('a')],
    [
      { allowed: true, remaining: 1, retryAfterSeconds: 0 },
      { allowed: true, remaining: 0, retryAfterSeconds: 0 },
      { allowed: false, remaining: 0, retryAfterSeconds: 1 },
    ],
  );
});

test('a caller that waits for Retry-After is allowed', () => {
  const requests = fc.array(fc.nat(900), { minLength: 1, maxLength: 60 });
  fc.assert(
    fc.property(requests, fc.constantFrom(0.1, 0.4, 1, 3), (pausesMs, perSecond) => {
      const { take, advanceMs } = createProbe({ perSecond, burst: 3 });
      for (const pauseMs of pausesMs) {
        const { allowed, retryAfterSeconds } = take('a');
        if (!allowed) {
          assert.ok(Number.isInteger(retryAfterSeconds) && retryAfterSeconds >= 1);
          advanceMs(retryAfterSeconds * 1_000 + 1);
          assert.equal(take('a').allowed, true);
        }
        advanceMs(pauseMs);
      }
    }),
    { numRuns: 100 },
  );
});

test('no pattern of requests gets more than burst and rate', () => {
  const pauses = fc.array(fc.nat(400), { minLength: 1, maxLength: 80 });
  fc.assert(
    fc.property(pauses, (pausesMs) => {
      const { allowedOf, advanceMs } = createProbe({ perSecond: 5, burst: 3 });
      let [allowed, elapsedMs] = [0, 0];
      for (const pauseMs of pausesMs) {
        advanceMs(pauseMs);
        elapsedMs += pauseMs;
        allowed += allowedOf(2);
        assert.ok(allowed <= 3 + (elapsedMs / 1_000) * 5 + 1e-6);
      }
    }),
    { numRuns: 100 },
  );
});

test('a flood of keys pushes the oldest bucket out', () => {
  const { allowedOf, take } = createProbe();
  allowedOf(20, 'first');
  assert.equal(allowedOf(1, 'first'), 0);
  for (let number = 0; number < 100_000; number += 1) take(`key ${number}`);
  assert.equal(allowedOf(1, 'first'), 1);
});

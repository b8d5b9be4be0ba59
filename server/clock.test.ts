import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { createSystemClock, formatTimestamp } from './clock.ts';

test('the clock never says the same time twice', () => {
  const clock = createSystemClock();
  let last = 0;
  for (let reading = 0; reading < 20_000; reading += 1) {
    const now = clock.nowMicros();
    assert.ok(now > last);
    last = now;
  }
});

test('the clock is the wall clock in whole microseconds', () => {
  const before = Date.now();
  const now = createSystemClock().nowMicros();
  assert.ok(Number.isSafeInteger(now));
  assert.ok(now >= before * 1_000 && now < (Date.now() + 1) * 1_000);
});

test('the monotonic clock never goes back', () => {
  const clock = createSystemClock();
  const first = clock.monotonicMs();
  assert.ok(clock.monotonicMs() >= first);
});

test('§2.3 timestamps: they are ISO 8601 in UTC with microseconds', () => {
  assert.equal(
    formatTimestamp(Date.UTC(2026, 10, 21, 6, 28, 12, 123) * 1_000 + 456),
    '2026-11-21T06:28:12.123456Z',
  );
  assert.equal(formatTimestamp(0), '1970-01-01T00:00:00.000000Z');
  assert.equal(formatTimestamp(7), '1970-01-01T00:00:00.000007Z');
  assert.equal(formatTimestamp(999_999), '1970-01-01T00:00:00.999999Z');
});

test('timestamps read back exactly and sort as their times', () => {
  // Up to the year 2255: beyond safe integers there are no single microseconds.
  const micros = fc.oneof(
    fc.maxSafeNat(),
    fc.integer({ min: Number.MAX_SAFE_INTEGER - 9_999, max: Number.MAX_SAFE_INTEGER }),
  );
  fc.assert(
    fc.property(micros, micros, (left, right) => {
      const text = formatTimestamp(left);
      assert.match(text, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/);
      assert.equal(Date.parse(`${text.slice(0, 23)}Z`) * 1_000 + Number(text.slice(23, 26)), left);
      assert.equal(text < formatTimestamp(right), left < right);
    }),
    { numRuns: 1_000 },
  );
});

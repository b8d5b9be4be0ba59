import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { Worker } from 'node:worker_threads';
import fc from 'fast-check';
import { createDrivenClock } from '../test/support/driven-clock.ts';
import { createSystemClock, formatTimestamp, limitWork, parseTimestamp } from './clock.ts';

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
      assert.equal(parseTimestamp(text), left);
      assert.equal(text < formatTimestamp(right), left < right);
    }),
    { numRuns: 1_000 },
  );
});

test('the monotonic clock is the same in every thread', async () => {
  const file = new URL('../test/support/clock-reader.ts', import.meta.url);
  const clock = createSystemClock();
  for (let thread = 0; thread < 3; thread += 1) {
    const before = clock.monotonicMs();
    const [there] = (await once(new Worker(file), 'message')) as [number];
    assert.ok(before < there && there < clock.monotonicMs(), `${there} lies between`);
  }
});

test('a time is read in any zone, impossible dates are not', () => {
  const known = parseTimestamp('2026-11-26T23:00:00.000001Z');
  assert.equal(parseTimestamp('2026-11-27T00:00:00.0000019+01:00'), known);
  assert.equal(parseTimestamp('2026-11-26t23:00z'), (known ?? 0) - 1);
  assert.equal(
    formatTimestamp(parseTimestamp('1969-12-31T23:59:59.999999Z') ?? 0),
    '1969-12-31T23:59:59.999999Z',
  );
  for (const text of [
    '2026-02-30T00:00:00Z',
    '2025-02-29T00:00:00Z',
    '2026-13-01T00:00:00Z',
    '2026-01-01',
    '7',
    '',
  ])
    assert.equal(parseTimestamp(text), null, text);
});

test('limited work runs at its rate and is shared beyond', async () => {
  const clock = createDrivenClock();
  let count = 0;
  const work = limitWork({ everyMs: 100, burst: 2 }, clock, async () => {
    count += 1;
    return count;
  });
  assert.deepEqual(await Promise.all([work(), work()]), [1, 1], 'while it is under way');
  assert.deepEqual([await work(), await work()], [2, 2]);
  clock.advanceMs(99);
  assert.equal(await work(), 2);
  clock.advanceMs(1);
  assert.deepEqual([await work(), await work()], [3, 3]);
  clock.advanceMs(10_000);
  assert.deepEqual([await work(), await work(), await work()], [4, 5, 5]);
});

test('limited work that failed is done again', async () => {
  let isAway = true;
  const work = limitWork({ everyMs: 100, burst: 1 }, createDrivenClock(), async () => {
    if (isAway) throw new Error('away');
    return 'here';
  });
  await assert.rejects(work, /away/);
  isAway = false;
  assert.equal(await work(), 'here');
});

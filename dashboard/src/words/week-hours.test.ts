import assert from 'node:assert/strict';
import { test } from 'node:test';
import { busiestHour, foldHours, weekdayName } from './week-hours.ts';

/** Four weeks and the hour that is not over, all zero but for one hour. */
function counts(hour: number, count: number): number[] {
  return Array.from({ length: 673 }, (_, index) => (index === hour ? count : 0));
}

// A Monday.
const from = '2026-11-02T00:00:00Z';

test('hours fold into the weekday of the given time zone', () => {
  for (const [timeZone, weekday, hour] of [
    ['UTC', 0, 23],
    ['Europe/Berlin', 1, 0],
    ['America/New_York', 0, 18],
    ['Asia/Kolkata', 1, 4],
  ] as const) {
    const week = foldHours(from, counts(23, 80), timeZone);
    assert.deepEqual(busiestHour(week), { weekday, hour, average: 20 }, timeZone);
  }
});

test('hours are averages of those that a clock showed', () => {
  const even = Array.from({ length: 673 }, () => 7);
  const week = foldHours(from, even, 'UTC');
  assert.deepEqual([week.length, new Set(week.flat())], [7, new Set([7])]);
  // Clocks went back on a Sunday at 3: that hour occurred five times in four weeks.
  const autumn = foldHours('2026-10-05T00:00:00Z', even, 'Europe/Berlin');
  assert.deepEqual(new Set(autumn.flat()), new Set([7]));
  assert.equal(busiestHour(foldHours(from, counts(672, 5), 'UTC')), null, 'the last hour is not over');
  assert.equal(busiestHour(foldHours(from, [], 'UTC')), null);
});

test('weekdays are named from Monday on in full or short', () => {
  assert.deepEqual([weekdayName(0, 'long'), weekdayName(6, 'short')], ['Monday', 'Sun']);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseRetryAfter } from './retry-after.ts';

const nowMs = Date.UTC(2026, 10, 21, 22, 0, 0);

test('Retry-After is read as seconds or as a date, a day at most', () => {
  for (const [header, waitMs] of [
    ['0', 0],
    [' 120 ', 120_000],
    ['999999999', 86_400_000],
    ['Sat, 21 Nov 2026 22:01:30 GMT', 90_000],
    ['Sat, 21 Nov 2026 21:00:00 GMT', 0],
    ['Saturday, 21-Nov-26 22:00:01 GMT', 1_000],
    ['Fri, 01 Jan 2100 00:00:00 GMT', 86_400_000],
    [null, null],
    ['', null],
    ['-1', null],
    ['1.5', null],
    ['soon', null],
    ['Sat, 99 Foo 2026 22:00:00 GMT', null],
  ] as const) {
    assert.equal(parseRetryAfter(header, nowMs), waitMs, String(header));
  }
});

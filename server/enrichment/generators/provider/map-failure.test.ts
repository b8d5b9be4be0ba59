import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readRetryAfter } from './map-failure.ts';

const nowMs = Date.parse('2026-11-22T10:00:00Z');
const mostMs = 15 * 60_000;

test('Retry-After is read as seconds or date, within 15 minutes', () => {
  const cases: readonly (readonly [Record<string, string>, number | null])[] = [
    [{}, null],
    [{ 'retry-after': '' }, null],
    [{ 'retry-after': '0' }, 0],
    [{ 'retry-after': ' 30 ' }, 30_000],
    [{ 'retry-after': '1.5' }, 1_500],
    [{ 'retry-after-ms': '250', 'retry-after': '1' }, 250],
    [{ 'retry-after': '3600' }, mostMs],
    [{ 'retry-after': '99999999999' }, mostMs],
    [{ 'retry-after': '9'.repeat(400) }, mostMs],
    [{ 'retry-after-ms': '9'.repeat(20) }, mostMs],
    [{ 'retry-after': '-5' }, null],
    [{ 'retry-after': '5e3' }, null],
    [{ 'retry-after': 'soon' }, null],
    [{ 'retry-after': 'Sun, 22 Nov 2026 10:00:20 GMT' }, 20_000],
    [{ 'retry-after': 'Sunday, 22-Nov-26 10:00:20 GMT' }, 20_000],
    [{ 'retry-after': 'Sun Nov 22 10:00:20 2026 GMT' }, 20_000],
    [{ 'retry-after': 'Sun, 22 Nov 2026 09:00:00 GMT' }, 0],
    [{ 'retry-after': 'Sun, 22 Nov 2099 09:00:00 GMT' }, mostMs],
    [{ 'retry-after': 'Sun, 22 Nov 2026 10:00:20 GMT', date: 'Sun, 22 Nov 2026 10:00:15 GMT' }, 5_000],
  ];
  for (const [headers, expected] of cases) {
    assert.equal(readRetryAfter(headers, nowMs), expected, JSON.stringify(headers));
  }
});

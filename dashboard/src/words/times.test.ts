import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatAgo, formatDateTime, formatDuration, formatMoment, formatTick, toSeconds } from './times.ts';

const now = Date.parse('2026-11-21T12:00:00Z');

test('a time is relative until a month has passed', () => {
  const told = (at: string) => formatAgo(at, now);
  assert.equal(told('2026-11-21T11:59:55.123456Z'), 'just now');
  assert.equal(told('2026-11-21T11:59:20Z'), '40 seconds ago');
  assert.equal(told('2026-11-21T11:55:00Z'), '5 minutes ago');
  assert.equal(told('2026-11-21T12:59:50Z'), 'in 1 hour');
  assert.equal(told('2026-11-20T11:00:00Z'), 'yesterday');
  assert.equal(told('2026-11-28T12:00:00Z'), 'in 7 days');
  assert.match(told('2026-09-01T12:00:00Z'), /2026/);
});

test('a duration names its two largest units', () => {
  assert.deepEqual([-1, 8.4, 125, 3_840].map(formatDuration), ['0 s', '8 s', '2 min 5 s', '1 h 4 min']);
});

test('axis labels of a day are times, longer ones add days', () => {
  const at = toSeconds('2026-11-21T12:00:00Z');
  const midnight = new Date(2026, 10, 21).getTime() / 1000;
  assert.match(formatTick(midnight, 43_200, true), /^\d\d:\d\d/);
  assert.match(formatTick(midnight, 43_200, false), /Nov/);
  assert.match(formatTick(midnight + 43_200, 43_200, false), /^\d\d:\d\d/);
  assert.match(formatTick(at, 86_400, false), /Nov/);
  assert.match(formatMoment(at), /2026/);
  assert.equal(formatMoment(at), formatDateTime('2026-11-21T12:00:00Z'));
});

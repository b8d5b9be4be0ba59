import assert from 'node:assert/strict';
import { test } from 'node:test';
import { faultOfSpan, parsePeriod, periodOf, spanOf } from './periods.ts';

const nowMs = Date.parse('2026-11-21T23:30:00Z');

test('the address names a period of figures, else the usual one', () => {
  const own = { from: '2026-02-01', to: '2026-02-28' };
  assert.deepEqual(periodOf(parsePeriod({ ...own, days: '7' })), own);
  assert.deepEqual(spanOf(own, nowMs), own);
  assert.deepEqual(spanOf(periodOf(parsePeriod({ days: '1' })), nowMs), {
    from: '2026-11-21',
    to: '2026-11-21',
  });
  assert.deepEqual(spanOf({ days: 7 }, nowMs), { from: '2026-11-15', to: '2026-11-21' });
  for (const search of [
    {},
    { days: '8' },
    { ...own, to: '2026-02-30' },
    { from: own.to, to: own.from },
    { from: 7 },
  ])
    assert.deepEqual(periodOf(parsePeriod(search)), { days: 30 });
});

test('a chosen period without figures says why', () => {
  const fault = (from: string, to: string) => faultOfSpan({ from, to }, '2026-11-21') ?? '';
  assert.equal(fault('2026-11-21', '2026-11-21'), '');
  assert.match(fault('', '2026-11-21'), /two days/);
  assert.match(fault('2026-11-21', '2026-11-20'), /before it begins/);
  assert.match(fault('2026-11-21', '2026-11-22'), /Today is 2026-11-21/);
  assert.match(fault('2025-01-01', '2026-11-21'), /400 days/);
});

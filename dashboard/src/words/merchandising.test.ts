import assert from 'node:assert/strict';
import { test } from 'node:test';
import { absenceOfRule } from './merchandising.ts';

test('the editor of an inactive rule learns why it is inactive', () => {
  const now = Date.parse('2026-11-21T12:00:00Z');
  const always = { is_active: true, starts_at: null, ends_at: null };
  const at = '2026-11-21T12:00:00Z';
  const later = '2026-11-22T12:00:00Z';
  assert.equal(absenceOfRule(always, now), null);
  assert.equal(absenceOfRule({ ...always, starts_at: at, ends_at: later }, now), null);
  assert.match(absenceOfRule({ ...always, is_active: false }, now) ?? '', /switched off/);
  assert.match(absenceOfRule({ ...always, ends_at: at }, now) ?? '', /ended on/);
  assert.match(absenceOfRule({ ...always, starts_at: later }, now) ?? '', /begins on/);
});

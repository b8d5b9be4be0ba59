import assert from 'node:assert/strict';
import { test } from 'node:test';
import { analyticsAsCsv } from './present-analytics.ts';

test('a query in a file shows what cannot be seen, so that it looks like no other', () => {
  const figures = { searches: 3, no_results: 0, clicked: 0, previous_searches: 0 };
  const file = analyticsAsCsv({ queries: [{ query: 'boots \u202Ecod', ...figures }] });
  assert.ok(file.endsWith('\r\nboots ‹U+202E›cod,3,0,0,0\r\n'), file);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { analyticsAsCsv } from './analytics-file.ts';

const figures = { searches: 3, no_results: 0, clicked: 0, previous_searches: 0 };

test('a query stays one harmless cell in any spreadsheet', () => {
  const texts = ['a;=1+1', 'a\t=1', 'a,=1', '=1+1', '＝1+1', 'say "a" now'];
  const file = analyticsAsCsv({ queries: texts.map((query) => ({ query, ...figures })) });
  assert.deepEqual(
    file.split('\r\n').slice(1, -1),
    ['"a;=1+1"', '"a‹U+0009›=1"', '"a,=1"', `"'=1+1"`, `"'＝1+1"`, '"say ""a"" now"'].map(
      (cell) => `${cell},3,0,0,0`,
    ),
  );
});

test('invisible characters of a query are shown in the file', () => {
  const file = analyticsAsCsv({ queries: [{ query: 'boots \u202Ecod', ...figures }] });
  assert.ok(file.endsWith('\r\n"boots ‹U+202E›cod",3,0,0,0\r\n'), file);
});

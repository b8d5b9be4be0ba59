import assert from 'node:assert/strict';
import { test } from 'node:test';
import { analyticsAsCsv } from './analytics-file.ts';

const figures = {
  ...{ searches: 3, no_results: 0, clicked: 0, previous_searches: 0 },
  ...{ carts: 2, purchases: 1, revenue: {} },
};

test('a query stays one harmless cell in any spreadsheet', () => {
  const texts = ['a;=1+1', 'a\t=1', 'a,=1', '=1+1', '＝1+1', 'say "a" now'];
  const file = analyticsAsCsv({ queries: texts.map((query) => ({ query, ...figures })) });
  assert.deepEqual(
    file.split('\r\n').slice(1, -1),
    ['"a;=1+1"', '"a‹U+0009›=1"', '"a,=1"', `"'=1+1"`, `"'＝1+1"`, '"say ""a"" now"'].map(
      (cell) => `${cell},3,0,0,0,2,1`,
    ),
  );
});

test('invisible characters of a query are shown in the file', () => {
  const file = analyticsAsCsv({ queries: [{ query: 'boots \u202Ecod', ...figures }] });
  assert.ok(file.endsWith('\r\n"boots ‹U+202E›cod",3,0,0,0,2,1\r\n'), file);
});

test('each currency has a column of its own in the file', () => {
  const [inEuros, inBoth] = [{ EUR: '5.00' }, { EUR: '12.90', JPY: '300' }];
  const queries = analyticsAsCsv({
    queries: [
      { query: 'a', ...figures, revenue: inEuros },
      { query: 'b', ...figures },
      { query: 'c', ...figures, revenue: inBoth },
    ],
  });
  assert.deepEqual(queries.split('\r\n').slice(0, -1), [
    '\uFEFFquery,searches,no_results,clicked,previous_searches,carts,purchases,revenue_EUR,revenue_JPY',
    '"a",3,0,0,0,2,1,"5.00",""',
    '"b",3,0,0,0,2,1,"",""',
    '"c",3,0,0,0,2,1,"12.90","300"',
  ]);
  const sold = {
    carts: 2,
    purchases: 1,
    revenue: inBoth,
    from_searches: { carts: 1, purchases: 1, revenue: inEuros },
  };
  const days = analyticsAsCsv({
    totals: { ...sold, revenue_share: {} },
    days: [{ day: '2026-11-21', ...sold }],
  });
  assert.deepEqual(days.split('\r\n').slice(0, -1), [
    '\uFEFFday,carts,purchases,carts_from_searches,purchases_from_searches,revenue_EUR,revenue_JPY,revenue_from_searches_EUR',
    '"2026-11-21",2,1,1,1,"12.90","300","5.00"',
  ]);
});

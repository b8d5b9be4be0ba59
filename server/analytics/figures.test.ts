import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { limits } from '../../contract/limits.ts';
import { averageOf, type ComparedQuery, noSales, risingOf, shareOf } from './figures.ts';
import { dayBefore, daysOf, isDay, periodOf } from './periods.ts';

test('a share lies in its Wilson interval, which narrows with data', () => {
  // Wilson (1927) for 10 of 100 at 95 %: 0.0552 to 0.1744.
  const known = shareOf(10, 100);
  assert.deepEqual([known?.low.toFixed(4), known?.high.toFixed(4)], ['0.0552', '0.1744']);
  fc.assert(
    fc.property(
      fc.integer({ min: limits.shareCountMin, max: 5_000 }),
      fc.double({ min: 0, max: 1 }),
      (of, part) => {
        const count = Math.round(of * (Number.isNaN(part) ? 0 : part));
        const share = shareOf(count, of);
        const more = shareOf(count * 4, of * 4);
        assert.ok(share !== null && more !== null);
        assert.ok(share.low >= 0 && share.low <= share.value + 1e-12);
        assert.ok(share.high <= 1 && share.high >= share.value - 1e-12);
        assert.ok(more.high - more.low < share.high - share.low);
      },
    ),
  );
});

test('a share of too few searches is not reported', () => {
  assert.equal(shareOf(10, limits.shareCountMin - 1), null);
  assert.notEqual(shareOf(10, limits.shareCountMin), null);
});

test('a period is compared with the days right before it', () => {
  assert.deepEqual(periodOf('2026-03-01', '2026-03-01')?.previous, { from: '2026-02-28', to: '2026-02-28' });
  assert.deepEqual(periodOf('2024-02-28', '2024-03-01')?.previous, { from: '2024-02-25', to: '2024-02-27' });
  assert.equal(periodOf('2026-03-02', '2026-03-01'), null);
  assert.equal(periodOf('2020-03-02', '2026-03-01'), null);
  assert.deepEqual(daysOf({ from: '2025-12-31', to: '2026-01-01' }), ['2025-12-31', '2026-01-01']);
  assert.equal(dayBefore('2026-01-01', 1), '2025-12-31');
  assert.deepEqual(['2026-02-30', '2026-2-3', 'today', '2026-02-28'].map(isDay), [false, false, false, true]);
});

test('the steepest rise leads, and falling queries are left out', () => {
  const query = (name: string, searches: number, previousSearches: number): ComparedQuery => ({
    ...{ query: name, searches, previousSearches, noResults: 0, clicked: 0 },
    ...noSales,
  });
  const rising = risingOf([query('a', 50, 60), query('b', 30, 10), query('c', 31, 11), query('d', 5, 0)], 2);
  assert.deepEqual(
    rising.map((one) => one.query),
    ['c', 'b'],
  );
});

test('a histogram’s average letter is weighed by counts', () => {
  assert.equal(averageOf([0, 1, 0, 1]), 2);
  assert.equal(averageOf([0, 0]), null);
});

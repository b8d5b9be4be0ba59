/** The rule of rising searches without results, against fractions and its own meaning. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { areSearchesFailing, type SearchCounts } from './judge-searches.ts';

const counts = (most: number) =>
  fc
    .tuple(fc.nat({ max: most }), fc.nat({ max: most }))
    .map(
      ([one, other]): SearchCounts => ({ searches: Math.max(one, other), noResults: Math.min(one, other) }),
    );

test('the searches rule equals its words for all counts', () => {
  fc.assert(
    fc.property(counts(2_000), counts(2_000), (day, before) => {
      // Percentages of small numbers are exact enough: no two shares here are nearer than 1 in 4,000,000.
      const [now, then] = [day.noResults / day.searches, before.noResults / before.searches];
      const isLarge = day.noResults >= 20 && day.searches >= 100 && before.searches >= 500;
      const expected = isLarge && now - 2 * then > -1e-9 && now - then - 0.05 > -1e-9;
      assert.equal(areSearchesFailing(day, before), expected);
    }),
  );
});

test('more searches without results never end an alert', () => {
  fc.assert(
    fc.property(counts(2_000), counts(2_000), fc.nat({ max: 100 }), (day, before, more) => {
      if (!areSearchesFailing(day, before)) return;
      const worse = { searches: day.searches + more, noResults: day.noResults + more };
      assert.ok(areSearchesFailing(worse, before));
    }),
  );
});

test('a small shop and a usual day raise no alert', () => {
  const before = { searches: 2_800, noResults: 280 };
  const cases: readonly (readonly [day: SearchCounts, before: SearchCounts, expected: boolean])[] = [
    [{ searches: 100, noResults: 20 }, before, true],
    [{ searches: 99, noResults: 99 }, before, false],
    [{ searches: 200, noResults: 19 }, before, false],
    [{ searches: 100, noResults: 19 }, before, false],
    [{ searches: 1_000, noResults: 199 }, before, false],
    [{ searches: 1_000, noResults: 200 }, before, true],
    [{ searches: 1_000, noResults: 200 }, { searches: 499, noResults: 0 }, false],
    // Doubled, but by less than five points.
    [{ searches: 1_000, noResults: 40 }, { searches: 2_800, noResults: 28 }, false],
    [{ searches: 1_000, noResults: 50 }, { searches: 2_800, noResults: 0 }, true],
  ];
  for (const [day, days, expected] of cases) {
    assert.equal(areSearchesFailing(day, days), expected, JSON.stringify([day, days]));
  }
});

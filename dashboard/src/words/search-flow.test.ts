import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { savedLettersOf, searchFlowOf } from './search-flow.ts';

const rates = { no_result_rate: null, click_through: null, carts: 0, purchases: 0, revenue: {} };

test('every search ends once, clicks without a place included', () => {
  const flow = searchFlowOf({
    totals: { searches: 100, no_results: 10, clicked: 40, ...rates },
    positions: { products: [20, 5], suggestions: [8], categories: [] },
  });
  assert.deepEqual(
    flow.ends.map(({ name, count, share }) => [name, count, share]),
    [
      ['Product clicked', 25, 0.25],
      ['Suggestion clicked', 8, 0.08],
      ['Place not reported', 7, 0.07],
      ['Left without a click', 50, 0.5],
      ['Nothing found', 10, 0.1],
    ],
  );
  assert.deepEqual([flow.searches, flow.found], [100, 90]);
});

test('the ends of any counts add up to all searches', () => {
  const count = fc.nat(1_000);
  fc.assert(
    fc.property(
      fc.record({ left: count, no_results: count, placeless: count }),
      fc.record({ products: fc.array(count), suggestions: fc.array(count), categories: fc.array(count) }),
      ({ left, no_results, placeless }, positions) => {
        const placed = Object.values(positions).flat();
        const clicked = placeless + placed.reduce((sum, one) => sum + one, 0);
        const searches = left + no_results + clicked;
        const flow = searchFlowOf({ totals: { searches, no_results, clicked, ...rates }, positions });
        const sum = flow.ends.reduce((all, end) => all + end.count, 0);
        assert.deepEqual([sum, flow.searches, flow.found], [searches, searches, searches - no_results]);
      },
    ),
  );
});

test('letters saved weigh each query by its clicked searches', () => {
  const figures = { totals: { searches: 50, no_results: 0, clicked: 20, ...rates }, average_letters: 4 };
  const queries = [
    { query: 'desk lamp', clicked: 9 },
    { query: 'größe', clicked: 1 },
    { query: 'a query without clicks', clicked: 0 },
  ];
  const saved = savedLettersOf(figures, queries);
  assert.deepEqual(saved, { typed: 4, meant: 8.6, saved: 4.6, inAll: 92 });
  assert.equal(savedLettersOf(figures, []), null);
  assert.equal(savedLettersOf({ ...figures, average_letters: null }, queries), null);
  assert.equal(
    savedLettersOf({ ...figures, average_letters: 12 }, queries)?.inAll,
    0,
    'never less than none',
  );
});

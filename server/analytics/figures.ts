/**
 * Computes shares, totals and rankings from counts. Pure. A share of too few is null instead of a guess. Shares are 0 to 1 and need at
 * least 30 cases (`limits.shareCountMin`). Inputs are trusted. It never rounds: callers do.
 */
// Tests: ./figures.test.ts.
import { limits } from '../../contract/limits.ts';
import { addRevenue, type Revenue } from '../catalog/revenue.ts';
import type { QueryFigures, SearchDay, ValueDay } from '../storage/analytics/tables.ts';

/** A share with its 95 % confidence interval. */
export interface Share {
  readonly value: number;
  readonly low: number;
  readonly high: number;
}

/** The normal quantile of 95 % on both sides. */
const quantile = 1.959964;

/** Wilson's score interval, which holds for small counts too; null where there are too few to say anything. */
export function shareOf(count: number, of: number): Share | null {
  if (of < limits.shareCountMin) return null;
  const value = Math.min(1, count / of);
  const square = quantile ** 2;
  const middle = (value + square / (2 * of)) / (1 + square / of);
  const spread =
    (quantile / (1 + square / of)) * Math.sqrt((value * (1 - value)) / of + square / (4 * of * of));
  return { value, low: Math.max(0, middle - spread), high: Math.min(1, middle + spread) };
}

/** Carts and purchases, and what the purchases brought. */
export interface Sales {
  readonly carts: number;
  readonly purchases: number;
  /** Null without any value. */
  readonly revenue: Revenue | null;
}

/** Nothing in the cart, nothing bought. */
export const noSales: Sales = { carts: 0, purchases: 0, revenue: null };

/** Adds all of them; revenue of each currency for itself. */
export function sumOfSales(parts: readonly Sales[]): Sales {
  return parts.reduce<Sales>(
    (sum, { carts, purchases, revenue }) => ({
      carts: sum.carts + carts,
      purchases: sum.purchases + purchases,
      revenue: addRevenue(sum.revenue, revenue),
    }),
    noSales,
  );
}

/** What began in the search box on a day. */
export function searchedSales(day: ValueDay | undefined): Sales {
  if (day === undefined) return noSales;
  const { searchedCarts, searchedPurchases, searchedRevenue } = day;
  return { carts: searchedCarts, purchases: searchedPurchases, revenue: searchedRevenue };
}

/** Counts of a day. */
export type CountedDay = Pick<SearchDay, 'day' | 'searches' | 'noResults' | 'clicked'> & Sales;

/** Counts of a period. */
export interface SearchTotals extends Pick<SearchDay, 'searches' | 'noResults' | 'clicked'>, Sales {
  readonly noResultRate: Share | null;
  readonly clickThrough: Share | null;
}

/** Adds the days of a period; its shares are those of the sums. */
export function totalsOf(days: readonly CountedDay[]): SearchTotals {
  const sum = (pick: (day: CountedDay) => number) => days.reduce((all, day) => all + pick(day), 0);
  const searches = sum((day) => day.searches);
  const noResults = sum((day) => day.noResults);
  const clicked = sum((day) => day.clicked);
  return {
    ...{ searches, noResults, clicked },
    ...sumOfSales(days),
    noResultRate: shareOf(noResults, searches),
    clickThrough: shareOf(clicked, searches),
  };
}

/** The average of a histogram by letters, in which the last entry counts as its own number of letters. Null without any. */
export function averageOf(counts: readonly number[]): number | null {
  const all = counts.reduce((sum, count) => sum + count, 0);
  return all === 0 ? null : counts.reduce((sum, count, place) => sum + place * count, 0) / all;
}

/** A query beside its searches in the period before. */
export interface ComparedQuery extends QueryFigures, Sales {
  readonly previousSearches: number;
}

/** Queries that rose, by how much they rose; among equals the more frequent first. */
export function risingOf(queries: readonly ComparedQuery[], limit: number): ComparedQuery[] {
  const gainOf = ({ searches, previousSearches }: ComparedQuery) => searches - previousSearches;
  return queries
    .filter((query) => gainOf(query) > 0)
    .toSorted((left, right) => gainOf(right) - gainOf(left) || right.searches - left.searches)
    .slice(0, limit);
}

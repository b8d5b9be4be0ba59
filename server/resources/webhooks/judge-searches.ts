/**
 * Decides whether searches without results rise: the rule of docs/alerts.md, exactly. Pure, in whole numbers. The counts are of one
 * day and of the 28 days before it; they are never negative, and a day has at most 2^40 searches.
 */
// Tests: ./judge-searches.test.ts.

/** Searches of one or several days, and those of them that found nothing. */
export interface SearchCounts {
  readonly searches: number;
  readonly noResults: number;
}

/** Days that a day is compared with. */
export const daysBefore = 28;

/** Searches that found nothing in the day, at least. Chosen: fewer are one shopper's. */
const noResultsMin = 20;
/** Searches of the day, and of the days before, at least. Chosen: shares of fewer say nothing. */
const [searchesMin, searchesBeforeMin] = [100, 500];

/**
 * Whether the share of searches without results has at least doubled, and risen by five points of a hundred. Small shops are left
 * alone.
 */
export function areSearchesFailing(day: SearchCounts, before: SearchCounts): boolean {
  if (day.noResults < noResultsMin || day.searches < searchesMin || before.searches < searchesBeforeMin) {
    return false;
  }
  // Shares with one denominator, so that nothing is rounded.
  const [share, shareBefore] = [
    BigInt(day.noResults) * BigInt(before.searches),
    BigInt(before.noResults) * BigInt(day.searches),
  ];
  const whole = BigInt(day.searches) * BigInt(before.searches);
  return share >= 2n * shareBefore && 20n * (share - shareBefore) >= whole;
}

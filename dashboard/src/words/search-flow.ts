/**
 * Follows the searches of a period to their ends: a click on a product, a suggestion or a category, no click, or no result. Pure. Each
 * search has one end, so the ends add up to all searches; a click whose place was not reported has an end of its own.
 */
// Tests: ./search-flow.test.ts.
import type { AnalyticsClicksBody, QueryFiguresBody } from '../../../contract/analytics.ts';

/** One end of searches. */
export interface SearchEnd {
  readonly name: string;
  readonly count: number;
  /** The share of all searches, from 0 to 1. */
  readonly share: number;
  /** A custom property of theme.css. */
  readonly color: string;
  /** Whether its searches found something. */
  readonly isFound: boolean;
}

/** The searches of a period by their end, from clicks on products to searches that found nothing. */
export interface SearchFlow {
  readonly searches: number;
  readonly found: number;
  /** Ends without a search are left out. */
  readonly ends: readonly SearchEnd[];
}

/** Follows searches to their ends. */
export function searchFlowOf({
  totals: { searches, no_results: missed, clicked },
  positions,
}: Pick<AnalyticsClicksBody, 'totals' | 'positions'>): SearchFlow {
  const sum = (places: readonly number[]) => places.reduce((all, count) => all + count, 0);
  const ends: readonly Omit<SearchEnd, 'share'>[] = [
    end('Product clicked', sum(positions.products), '--chart-graph'),
    end('Suggestion clicked', sum(positions.suggestions), '--chart-backend'),
    end('Category or page', sum(positions.categories), '--chart-cached'),
  ];
  const placed = ends.reduce((all, { count }) => all + count, 0);
  const all = [
    ...ends,
    end('Place not reported', Math.max(0, clicked - placed), '--chart-removed'),
    end('Left without a click', Math.max(0, searches - missed - clicked), '--chart-out-of-stock'),
    { ...end('Nothing found', missed, '--chart-errors'), isFound: false },
  ].filter(({ count }) => count > 0);
  // Counts that do not add up are shown by their parts of the whole, so that no band is wider than its beginning.
  const whole = all.reduce((before, { count }) => before + count, 0);
  return {
    searches: whole,
    found: all.reduce((before, { count, isFound }) => before + (isFound ? count : 0), 0),
    ends: all.map((one) => ({ ...one, share: one.count / whole })),
  };
}

function end(name: string, count: number, color: string): Omit<SearchEnd, 'share'> {
  return { name, count, color, isFound: true };
}

/** Letters that shoppers did not have to type. */
export interface SavedLetters {
  /** Letters in the box at the click, on average. */
  readonly typed: number;
  /** Letters of what was meant, on average. */
  readonly meant: number;
  /** Letters saved by a clicked search, on average. */
  readonly saved: number;
  /** Letters saved by all clicked searches. */
  readonly inAll: number;
}

/**
 * Estimates the letters that clicks saved: how much longer the given queries are than what was typed before a click,
 * each query counted once for each clicked search. Null without clicks on the queries.
 */
export function savedLettersOf(
  { totals: { clicked }, average_letters: typed }: Pick<AnalyticsClicksBody, 'totals' | 'average_letters'>,
  queries: readonly Pick<QueryFiguresBody, 'query' | 'clicked'>[],
): SavedLetters | null {
  const weight = queries.reduce((sum, query) => sum + query.clicked, 0);
  if (typed === null || weight === 0) return null;
  const letters = queries.reduce((sum, query) => sum + query.clicked * [...query.query].length, 0);
  const meant = letters / weight;
  const saved = Math.max(0, meant - typed);
  return { typed, meant, saved, inAll: saved * clicked };
}

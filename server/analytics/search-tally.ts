/**
 * Counts of the searches of one store that are not written yet; plain data. New queries beyond 10,000 of a store and day
 * (`limits.queriesPerStoreAndDay`) count in the totals only. It writes nothing and reads no clock; inputs are trusted.
 */
// Tests: ./search-counter.test.ts.
import { limits } from '../../contract/limits.ts';
import type { ClickPositions, SearchDay } from '../storage/analytics/tables.ts';
import { addVisitors } from './visitor-marks.ts';

/** The groups of an answer, in which something can be clicked. */
export type ClickRegion = keyof ClickPositions;

/** Counts of one query. */
export interface QueryTally {
  searches: number;
  noResults: number;
  clicked: number;
  /** Marks of visitors (visitor-marks.ts). */
  visitors: number;
  /** First clicks on products by place, as in {@link ClickPositions}; absent without any. */
  positions?: readonly number[];
}

/** Counts of one store and day. */
export interface SearchTally {
  searches: number;
  noResults: number;
  clicked: number;
  readonly positions: Readonly<Record<ClickRegion, number[]>>;
  readonly letters: number[];
  /** Texts that may be kept. */
  readonly queries: Map<string, QueryTally>;
}

/** Nothing counted. */
export function emptyTally(): SearchTally {
  return {
    ...{ searches: 0, noResults: 0, clicked: 0, queries: new Map<string, QueryTally>() },
    positions: { suggestions: noPlaces(), categories: noPlaces(), products: noPlaces() },
    letters: Array.from({ length: limits.clickLettersKept + 1 }, () => 0),
  };
}

/** Adds to the query's counts; a new query is left out where there are too many, and counts in the totals alone. */
export function addToQuery(tally: SearchTally, query: string, added: QueryTally): void {
  const known = tally.queries.get(query);
  if (known !== undefined) {
    known.searches += added.searches;
    known.noResults += added.noResults;
    known.clicked += added.clicked;
    known.visitors = addVisitors(known.visitors, added.visitors);
    addPositions(known, added.positions);
  } else if (tally.queries.size < limits.queriesPerStoreAndDay) tally.queries.set(query, { ...added });
}

/** Counts to be added to a tally: another tally, or the stored figures of a day. */
type Counts = Omit<SearchDay, 'day'> & Pick<SearchTally, 'queries'>;

/** Adds all of it to a tally. */
export function addTally(tally: SearchTally, added: Counts): void {
  tally.searches += added.searches;
  tally.noResults += added.noResults;
  tally.clicked += added.clicked;
  for (const region of ['suggestions', 'categories', 'products'] as const) {
    addCounts(tally.positions[region], added.positions[region]);
  }
  addCounts(tally.letters, added.letters);
  for (const [query, counts] of added.queries) addToQuery(tally, query, counts);
}

/** Adds clicks by place to those of a query. */
export function addPositions(
  query: { positions?: readonly number[] },
  added: readonly number[] | null | undefined,
): void {
  if (added === null || added === undefined) return;
  const sum = [...(query.positions ?? noPlaces())];
  addCounts(sum, added);
  query.positions = sum;
}

function noPlaces(): number[] {
  return Array.from({ length: limits.clickPositionsKept }, () => 0);
}

/** One click at a place, counted from 0. */
export function clickAt(place: number): number[] {
  const counts = noPlaces();
  counts[Math.min(place, counts.length - 1)] = 1;
  return counts;
}

function addCounts(counts: number[], added: readonly number[]): void {
  for (const [place, count] of added.entries()) counts[place] = (counts[place] ?? 0) + count;
}

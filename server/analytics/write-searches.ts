/**
 * Adds the counts of one process to a store's figures, in one transaction: the store's lock makes reading and writing one step. A day
 * has at most `limits.queriesPerStoreAndDay` queries; beyond it the rarest hidden ones are deleted first. It never stores a text that
 * looks private (search-counter.ts drops it). A store that is gone rejects with `not_found`, and its counts are lost.
 */
// Tests: test/storage/search-statistics.test.ts.
import { limits } from '../../contract/limits.ts';
import type { QueryDay, SearchDay } from '../storage/analytics/tables.ts';
import type { Storage, StoreWriter } from '../storage/storage.ts';
import type { StoreSearches } from './search-counter.ts';
import { addPositions, addTally, emptyTally, type QueryTally, type SearchTally } from './search-tally.ts';
import { addVisitors, areEnough } from './visitor-marks.ts';

/** Adds counts, or rejects and adds nothing: with `unavailable`, or with `not_found` for a deleted store. */
export async function writeSearches(storage: Storage, { storeId, day, tally }: StoreSearches): Promise<void> {
  await storage.write(storeId, async (writer) => {
    const [known] = await writer.analytics.searchDays({ from: day, to: day });
    await writer.analytics.setSearchDay(addDay(day, known, tally));
    await writeQueries(writer, day, tally.queries);
  });
}

function addDay(day: string, known: SearchDay | undefined, tally: SearchTally): SearchDay {
  const sum = emptyTally();
  addTally(sum, tally);
  if (known !== undefined) addTally(sum, { ...known, queries: new Map() });
  const { searches, noResults, positions, letters } = sum;
  return {
    day,
    searches,
    noResults,
    clicked: Math.min(searches - noResults, sum.clicked),
    positions,
    letters,
  };
}

async function writeQueries(
  writer: StoreWriter,
  day: string,
  tallies: ReadonlyMap<string, QueryTally>,
): Promise<void> {
  if (tallies.size === 0) return;
  const known = new Map(
    (await writer.analytics.queryDays(day, [...tallies.keys()])).map((one) => [one.query, one]),
  );
  const counted = Array.from(tallies, ([query, tally]) => addQueryDay(query, known.get(query), tally));
  const begun = beginningsOf(counted).filter((query) => !tallies.has(query));
  const others = begun.length === 0 ? [] : await writer.analytics.queryDays(day, begun);
  for (const other of others) known.set(other.query, other);
  const rows = foldBeginnings([...counted, ...others]);
  const older = rows.filter(({ query }) => known.has(query));
  const added = rows.filter(({ query, searches }) => searches > 0 && !known.has(query));
  // Those that are known first: they may be rare no longer.
  if (older.length > 0) await writer.analytics.setQueryDays(day, older);
  if (added.length === 0) return;
  const room = await writer.analytics.makeRoomForQueries(day, added.length, limits.queriesPerStoreAndDay);
  if (room > 0) await writer.analytics.setQueryDays(day, added.slice(0, room));
}

/** The texts that stop within the last word of those that never found anything. */
function beginningsOf(queries: readonly QueryDay[]): string[] {
  const begun = queries.filter(isNeverFound).flatMap(({ query }) => {
    const letters = Array.from(query);
    const lastWord = letters.lastIndexOf(' ') + 1;
    return letters.slice(lastWord + 1).map((_, place) => letters.slice(0, lastWord + 1 + place).join(''));
  });
  return Array.from(new Set(begun));
}

/**
 * Folds beginnings into whole queries that found nothing: no word of the store shows where such a text ends. It counts as a
 * beginning if more searches, of enough callers, continued its last word. The whole query gets its searches, but not its callers.
 */
function foldBeginnings(queries: readonly QueryDay[]): QueryDay[] {
  const byText = new Map(queries.map((query) => [query.query, query]));
  const texts = queries.filter(isNeverFound).map(({ query }) => query);
  for (const text of texts.sort((left, right) => left.length - right.length)) {
    for (const beginning of beginningsOf([byText.get(text) as QueryDay])) {
      const whole = byText.get(text) as QueryDay;
      const part = byText.get(beginning);
      if (part === undefined || !isNeverFound(part)) continue;
      if (!whole.isShown || part.searches >= whole.searches) continue;
      byText.set(text, {
        ...whole,
        searches: whole.searches + part.searches,
        noResults: whole.noResults + part.noResults,
      });
      byText.set(beginning, { ...part, searches: 0, noResults: 0, visitors: 0, isShown: false });
    }
  }
  return [...byText.values()];
}

function isNeverFound({ searches, noResults }: QueryDay): boolean {
  return searches > 0 && searches === noResults;
}

function sumOfPositions(
  known: readonly number[] | null | undefined,
  added: readonly number[] | undefined,
): readonly number[] | null {
  const sum: { positions?: readonly number[] } = {};
  addPositions(sum, known);
  addPositions(sum, added);
  return sum.positions ?? null;
}

function addQueryDay(query: string, known: QueryDay | undefined, tally: QueryTally): QueryDay {
  const visitors = addVisitors(known?.visitors ?? 0, tally.visitors);
  const searches = (known?.searches ?? 0) + tally.searches;
  const noResults = (known?.noResults ?? 0) + tally.noResults;
  return {
    query,
    ...{ searches, noResults },
    // The searches of a rare query may have made way before they were clicked.
    clicked: Math.min(searches - noResults, (known?.clicked ?? 0) + tally.clicked),
    visitors,
    isShown: areEnough(visitors),
    positions: sumOfPositions(known?.positions, tally.positions),
    // Written with the events themselves (event-days.ts).
    ...{ carts: known?.carts ?? 0, purchases: known?.purchases ?? 0, revenue: known?.revenue ?? null },
  };
}

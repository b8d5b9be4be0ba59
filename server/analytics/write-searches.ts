/** Adds what one process counted to a store's figures. The store's lock makes reading and writing one step. */
import { limits } from '../../contract/limits.ts';
import type { QueryDay, SearchDay } from '../storage/search-statistics.ts';
import type { Storage, StoreWriter } from '../storage/storage.ts';
import type { StoreSearches } from './search-counter.ts';
import { addTally, emptyTally, type QueryTally, type SearchTally } from './search-tally.ts';
import { addVisitors, areEnough } from './visitor-marks.ts';

/** Rejects with `unavailable`; then nothing was added. A store that is gone has no figures. */
export async function writeSearches(storage: Storage, { storeId, day, tally }: StoreSearches): Promise<void> {
  await storage.write(storeId, async (writer) => {
    const [known] = await writer.searchDays({ from: day, to: day });
    await writer.setSearchDay(addDay(day, known, tally));
    await writeQueries(writer, day, tally.queries);
  });
}

function addDay(day: string, known: SearchDay | undefined, tally: SearchTally): SearchDay {
  const sum = emptyTally();
  addTally(sum, tally);
  if (known !== undefined) addTally(sum, { ...known, queries: new Map() });
  const { searches, noResults, clicked, positions, letters } = sum;
  return { day, searches, noResults, clicked, positions, letters };
}

async function writeQueries(
  writer: StoreWriter,
  day: string,
  tallies: ReadonlyMap<string, QueryTally>,
): Promise<void> {
  if (tallies.size === 0) return;
  const known = new Map((await writer.queryDays(day, [...tallies.keys()])).map((one) => [one.query, one]));
  const added = tallies.size - known.size;
  const room = added === 0 ? 0 : limits.queriesPerStoreAndDay - (await writer.countQueryDays(day));
  const rows: QueryDay[] = [];
  let taken = 0;
  for (const [query, tally] of tallies) {
    const before = known.get(query);
    if (before === undefined) taken += 1;
    if (before !== undefined || taken <= room) rows.push(addQueryDay(query, before, tally));
  }
  if (rows.length > 0) await writer.setQueryDays(day, rows);
}

function addQueryDay(query: string, known: QueryDay | undefined, tally: QueryTally): QueryDay {
  const visitors = addVisitors(known?.visitors ?? 0, tally.visitors);
  return {
    query,
    searches: (known?.searches ?? 0) + tally.searches,
    noResults: (known?.noResults ?? 0) + tally.noResults,
    clicked: (known?.clicked ?? 0) + tally.clicked,
    visitors,
    isShown: areEnough(visitors),
  };
}

/**
 * Merges the suggestions of segments without reading a text: keys are merged by bytes, and equal spellings of a key become one. The
 * result is the same as suggestion-table.ts builds from the documents, except for the order of a key's spellings: first appearance
 * over the segments. It never changes its sources and runs in the merge or index thread, not in one that answers. Inputs are trusted;
 * numbers take at most 32 bits.
 */
// Tests: ./segment-merge.test.ts.

import { type Distinct, type Gathered, mergeDistinct } from '../columns/column-merge.ts';
import { PairList, type PostingTable, sameRanks } from '../columns/posting-table.ts';
import { gatherStrings } from '../columns/string-column.ts';
import type { Segment } from '../segment/segment.ts';
import type { SuggestionSections } from './suggestion-table.ts';

/** The spellings of one segment that live documents have. */
interface SourceSpellings {
  readonly segment: Segment;
  /** The number of live documents that have each spelling. */
  readonly counts: Uint32Array;
  /** The place of each spelling's first appearance over all segments. */
  readonly firsts: Uint32Array;
  /** The place of each spelling among stored displays, or -1 if it is spelled like its key. */
  readonly displays: Int32Array;
}

/** The distinct spellings of all segments. `origins` has one source of each. */
interface UnitedSpellings {
  readonly origins: Gathered;
  readonly counts: Uint32Array;
  readonly firsts: Uint32Array;
  /** The united spelling of each spelling, a table for each segment. */
  readonly maps: readonly Int32Array[];
  /** The last spelling of each key, or -1. */
  readonly lastOfKey: Int32Array;
  /** The spelling before each spelling of the same key, or -1. */
  readonly before: Int32Array;
}

/** Merged suggestions. */
export interface MergedSuggestions {
  readonly sections: SuggestionSections;
  /** Word -> suggestions. */
  readonly postings: PostingTable;
}

/**
 * Merges the suggestions of the documents in `order`. By segment, `numbers` maps documents to their places in `order`,
 * and `terms` maps words to the merged dictionary, which has `termCount` words; a number below 0 means that the item
 * was dropped.
 */
export function mergeSuggestions(
  segments: readonly Segment[],
  order: Gathered,
  numbers: readonly Int32Array[],
  terms: readonly Int32Array[],
  termCount: number,
): MergedSuggestions {
  let start = 0;
  const sources = segments.map((segment, source) => {
    const spellings = countSpellings(segment, numbers[source] as Int32Array, start);
    start += segment.documentSpellings.items.length;
    return spellings;
  });
  const keys = mergeKeys(sources);
  const united = uniteSpellings(sources, keys);
  const ranked = rankKeys(united);
  return {
    sections: layOut(sources, keys, united, ranked, order),
    postings: postingsOf(sources, keys, invert(ranked), terms, termCount),
  };
}

function countSpellings(segment: Segment, numbers: Int32Array, start: number): SourceSpellings {
  const { offsets, items } = segment.documentSpellings;
  const count = segment.spellingCounts.length;
  const counts = new Uint32Array(count);
  const firsts = new Uint32Array(count);
  for (let document = 0; document < numbers.length; document += 1) {
    if ((numbers[document] ?? -1) < 0) continue;
    const end = offsets[document + 1] ?? 0;
    for (let place = offsets[document] ?? 0; place < end; place += 1) {
      const spelling = items[place] ?? 0;
      if (counts[spelling] === 0) firsts[spelling] = start + place;
      counts[spelling] = (counts[spelling] ?? 0) + 1;
    }
  }
  const displays = new Int32Array(count).fill(-1);
  segment.ownSpellings.forEach((spelling, place) => {
    displays[spelling] = place;
  });
  return { segment, counts, firsts, displays };
}

/** The keys that live documents have, in code point order. */
function mergeKeys(sources: readonly SourceSpellings[]): Distinct {
  const lists = sources.map(({ segment: { suggestionsByKey, suggestionSpellingOffsets }, counts }) =>
    Uint32Array.from(suggestionsByKey).filter((suggestion) => {
      const end = suggestionSpellingOffsets[suggestion + 1] ?? 0;
      let spelling = suggestionSpellingOffsets[suggestion] ?? 0;
      while (spelling < end && counts[spelling] === 0) spelling += 1;
      return spelling < end;
    }),
  );
  const columns = sources.map(({ segment }) => segment.suggestionKeys);
  const sizes = columns.map(({ length }) => length);
  return mergeDistinct(lists, sizes, (source, key, otherSource, other) =>
    (columns[source] as (typeof columns)[0]).compare(key, columns[otherSource] as (typeof columns)[0], other),
  );
}

function uniteSpellings(sources: readonly SourceSpellings[], keys: Distinct): UnitedSpellings {
  const room = sources.reduce((total, { counts }) => total + counts.length, 0);
  const origins = { sources: new Uint16Array(room), items: new Uint32Array(room) };
  const allCounts = new Uint32Array(room);
  const allFirsts = new Uint32Array(room);
  const lastOfKey = new Int32Array(keys.items.length).fill(-1);
  const before = new Int32Array(room);
  let size = 0;
  const maps = sources.map(({ segment: { suggestionSpellingOffsets: starts }, counts, firsts }, source) => {
    const map = new Int32Array(counts.length).fill(-1);
    keys.maps[source]?.forEach((key, suggestion) => {
      const end = starts[suggestion + 1] ?? 0;
      for (let spelling = starts[suggestion] ?? 0; spelling < end; spelling += 1) {
        if (counts[spelling] === 0) continue;
        let known = lastOfKey[key] ?? -1;
        while (known >= 0 && !isSameSpelling(sources, origins, known, source, spelling))
          known = before[known] ?? -1;
        if (known < 0) {
          known = size++;
          origins.sources[known] = source;
          origins.items[known] = spelling;
          allFirsts[known] = firsts[spelling] ?? 0;
          before[known] = lastOfKey[key] ?? -1;
          lastOfKey[key] = known;
        }
        allCounts[known] = (allCounts[known] ?? 0) + (counts[spelling] ?? 0);
        map[spelling] = known;
      }
    });
    return map;
  });
  return {
    origins: { sources: origins.sources.subarray(0, size), items: origins.items.subarray(0, size) },
    counts: allCounts,
    firsts: allFirsts,
    maps,
    lastOfKey,
    before,
  };
}

/** Whether two spellings of one key have the same display and evidence. */
function isSameSpelling(
  sources: readonly SourceSpellings[],
  origins: Gathered,
  known: number,
  source: number,
  spelling: number,
): boolean {
  const left = sources[origins.sources[known] ?? 0] as SourceSpellings;
  const right = sources[source] as SourceSpellings;
  const other = origins.items[known] ?? 0;
  if (left.segment.spellingEvidence[other] !== right.segment.spellingEvidence[spelling]) return false;
  const leftDisplay = left.displays[other] ?? -1;
  const rightDisplay = right.displays[spelling] ?? -1;
  if (leftDisplay < 0 || rightDisplay < 0) return leftDisplay === rightDisplay;
  return left.segment.spellings.compare(leftDisplay, right.segment.spellings, rightDisplay) === 0;
}

/** Orders keys by the number of their documents, most first, then by code points. */
function rankKeys({ lastOfKey, before, counts }: UnitedSpellings): Uint32Array {
  const keyCount = lastOfKey.length;
  // Count and key make one number to sort by. It is exact: each takes at most 32 bits, and both together at most 53.
  const ranks = new Float64Array(keyCount);
  lastOfKey.forEach((last, key) => {
    let count = 0;
    for (let spelling = last; spelling >= 0; spelling = before[spelling] ?? -1)
      count += counts[spelling] ?? 0;
    ranks[key] = key - count * keyCount;
  });
  return Uint32Array.from(ranks.sort(), (rank) => ((rank % keyCount) + keyCount) % keyCount);
}

function layOut(
  sources: readonly SourceSpellings[],
  keys: Distinct,
  united: UnitedSpellings,
  ranked: Uint32Array,
  order: Gathered,
): SuggestionSections {
  const slab = gatherStrings(
    sources.map(({ segment }) => segment.suggestionKeys),
    Uint16Array.from(ranked, (key) => keys.sources[key] ?? 0),
    Uint32Array.from(ranked, (key) => keys.items[key] ?? 0),
  );
  const { spellings, offsets } = orderSpellings(united, ranked);
  const sourceOf = (spelling: number) => sources[united.origins.sources[spelling] ?? 0] as SourceSpellings;
  const originOf = (spelling: number) => united.origins.items[spelling] ?? 0;
  const displayOf = (spelling: number) => sourceOf(spelling).displays[originOf(spelling)] ?? -1;
  const ownSpellings = sameRanks(spellings.length).filter((rank) => displayOf(spellings[rank] ?? 0) >= 0);
  const own = ownSpellings.map((rank) => spellings[rank] ?? 0);
  const displays = gatherStrings(
    sources.map(({ segment }) => segment.spellings),
    Uint16Array.from(own, (spelling) => united.origins.sources[spelling] ?? 0),
    own.map(displayOf),
  );
  const documentSpellings = gatherSpellings(sources, united, invert(spellings), order);
  return {
    suggestionKeyOffsets: slab.offsets,
    suggestionKeyBytes: slab.bytes,
    suggestionsByKey: invert(ranked),
    suggestionSpellingOffsets: offsets,
    ownSpellings,
    spellingOffsets: displays.offsets,
    spellingBytes: displays.bytes,
    spellingEvidence: Uint8Array.from(
      spellings,
      (spelling) => sourceOf(spelling).segment.spellingEvidence[originOf(spelling)] ?? 0,
    ),
    spellingCounts: spellings.map((spelling) => united.counts[spelling] ?? 0),
    documentSpellingOffsets: documentSpellings.offsets,
    documentSpellings: documentSpellings.items,
  };
}

/** Lists the spellings of each key by first appearance, key after key. */
function orderSpellings({ lastOfKey, before, firsts, origins }: UnitedSpellings, ranked: Uint32Array) {
  const spellings = new Uint32Array(origins.items.length);
  const offsets = new Uint32Array(ranked.length + 1);
  let end = 0;
  ranked.forEach((key, suggestion) => {
    for (let spelling = lastOfKey[key] ?? -1; spelling >= 0; spelling = before[spelling] ?? -1) {
      insertByFirst(spellings, offsets[suggestion] ?? 0, end, spelling, firsts);
      end += 1;
    }
    offsets[suggestion + 1] = end;
  });
  return { spellings, offsets };
}

/** Inserts a spelling by first appearance among those from `start` to `end`. Linear, which is enough for a few. */
function insertByFirst(
  spellings: Uint32Array,
  start: number,
  end: number,
  spelling: number,
  firsts: Uint32Array,
): void {
  const first = firsts[spelling] ?? 0;
  let place = end;
  for (; place > start; place -= 1) {
    const other = spellings[place - 1] ?? 0;
    if ((firsts[other] ?? 0) < first) break;
    spellings[place] = other;
  }
  spellings[place] = spelling;
}

/** Lists the spellings of each document by first appearance over all segments, as ranks. */
function gatherSpellings(
  sources: readonly SourceSpellings[],
  { maps, firsts }: UnitedSpellings,
  ranks: Uint32Array,
  order: Gathered,
) {
  const offsets = new Uint32Array(order.items.length + 1);
  const items = new Uint32Array(
    sources.reduce((total, { counts }) => counts.reduce((sum, n) => sum + n, total), 0),
  );
  let end = 0;
  order.items.forEach((document, number) => {
    const source = order.sources[number] ?? 0;
    const { offsets: ends, items: old } = (sources[source] as SourceSpellings).segment.documentSpellings;
    const map = maps[source] as Int32Array;
    const start = end;
    const last = ends[document + 1] ?? 0;
    for (let place = ends[document] ?? 0; place < last; place += 1) {
      insertByFirst(items, start, end, map[old[place] ?? 0] ?? 0, firsts);
      end += 1;
    }
    for (let place = start; place < end; place += 1) items[place] = ranks[items[place] ?? 0] ?? 0;
    offsets[number + 1] = end;
  });
  return { offsets, items };
}

/** Builds the postings of words to suggestions. A key has the words that it had in the segment that it is taken from. */
function postingsOf(
  sources: readonly SourceSpellings[],
  keys: Distinct,
  suggestionOfKey: Uint32Array,
  terms: readonly Int32Array[],
  termCount: number,
): PostingTable {
  const pairs = new PairList();
  sources.forEach(
    (
      {
        segment: {
          suggestionPostings: { keys: words, offsets, items },
        },
      },
      source,
    ) => {
      words.forEach((word, place) => {
        const end = offsets[place + 1] ?? 0;
        for (let at = offsets[place] ?? 0; at < end; at += 1) {
          const key = keys.maps[source]?.[items[at] ?? 0] ?? -1;
          if (key < 0 || keys.sources[key] !== source) continue;
          pairs.add(terms[source]?.[word] ?? 0, suggestionOfKey[key] ?? 0);
        }
      });
    },
  );
  return pairs.toTable(sameRanks(termCount), sameRanks(suggestionOfKey.length));
}

function invert(order: Uint32Array): Uint32Array {
  const ranks = new Uint32Array(order.length);
  order.forEach((item, place) => {
    ranks[item] = place;
  });
  return ranks;
}

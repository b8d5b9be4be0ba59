/**
 * Makes lists of ascending items from the postings of one or many terms: unites, filters and intersects them. Lists are merged or
 * galloped over, and never put into sets. It never changes a list that it was given; a result may be a view of one, so callers must
 * not change it either. Keys and items are trusted to be in range.
 */
// Tests: ./posting-list.test.ts.

import type { PostingTable } from './posting-table.ts';
import type { Integers } from './sections.ts';
import type { Range } from './string-column.ts';

/** The part of a table that lists are made of. */
export type Postings = Pick<PostingTable, 'offsets' | 'items' | 'itemCount'>;

const nothing = new Uint32Array(0);

/** The number of postings of all terms: an upper bound on their items. */
export function countPostings({ offsets }: Postings, ranges: readonly Range[]): number {
  return ranges.reduce((total, { start, end }) => total + (offsets[end] ?? 0) - (offsets[start] ?? 0), 0);
}

/**
 * The items below `below` of any of the terms and lists. Does not copy for a single term or list; otherwise linear in the terms and
 * in the postings below `below`.
 */
export function unite(
  table: Postings,
  ranges: readonly Range[],
  lists: readonly Integers[] = [],
  below: number = table.itemCount,
): Integers {
  const filled = lists.filter(({ length }) => length > 0);
  const [range, ...others] = ranges.filter((one) => countPostings(table, [one]) > 0);
  const isOneTerm = range !== undefined && others.length === 0 && range.end - range.start === 1;
  if (range === undefined && filled.length <= 1) return cut(filled[0] ?? nothing, below);
  if (isOneTerm && filled.length === 0) return cut(postingsOf(table, range.start), below);
  const most = countPostings(table, ranges) + filled.reduce((total, { length }) => total + length, 0);
  if (most * sparseFactor < below) return sortedItems(gather(table, ranges, filled, most, below));
  return collect(markAll(table, ranges, filled, below), below);
}

/**
 * The factor by which items must be rare to be sorted: if fewer than one item in this many is held, sorting the items costs
 * less than reading one bit for each possible item.
 */
const sparseFactor = 256;

function postingsOf({ offsets, items }: Postings, term: number): Integers {
  return items.subarray(offsets[term], offsets[term + 1]);
}

function cut(list: Integers, below: number): Integers {
  const last = list.at(-1);
  return last === undefined || last < below ? list : list.subarray(0, gallop(list, below, 0));
}

function gather(
  { offsets, items }: Postings,
  ranges: readonly Range[],
  lists: readonly Integers[],
  most: number,
  below: number,
): Uint32Array {
  const gathered = new Uint32Array(most);
  let end = 0;
  const add = (list: Integers) => {
    gathered.set(list, end);
    end += list.length;
  };
  for (const range of ranges) add(items.subarray(offsets[range.start], offsets[range.end]));
  for (const list of lists) add(list);
  return gathered.filter((item) => item < below);
}

/** Sorts items and removes repeated ones. */
export function sortedItems(items: Integers): Uint32Array {
  return Uint32Array.from(items)
    .sort()
    .filter((item, place, all) => place === 0 || all[place - 1] !== item);
}

/** The items of a list that are also in the terms and lists; all are below `below`. */
export function keepHeld(
  items: Integers,
  table: Postings,
  ranges: readonly Range[],
  lists: readonly Integers[],
  below: number,
): Integers {
  if (items.length === 0) return items;
  markAll(table, ranges, lists, below);
  const kept = new Uint32Array(items.length);
  let count = 0;
  for (const item of items) {
    if (((marked[item >>> 5] ?? 0) & (1 << (item & 31))) !== 0) kept[count++] = item;
  }
  marked.fill(0, 0, Math.ceil(below / 32));
  return kept.subarray(0, count);
}

/** One term as a range. */
export function runOf(term: number): Range {
  return { start: term, end: term + 1 };
}

/** One bit for each item. Kept between calls and left empty: JavaScript runs one query at a time. */
let marked = new Uint32Array(0);

/** Marks the items of terms and lists that are less than `below`; returns how many there are. */
function markAll(
  { offsets, items }: Postings,
  ranges: readonly Range[],
  lists: readonly Integers[],
  below: number,
): number {
  const wordCount = Math.ceil(below / 32);
  if (marked.length < wordCount) marked = new Uint32Array(wordCount);
  let count = 0;
  for (const { start, end } of ranges) {
    for (let term = start; term < end; term += 1) {
      count += mark(marked, items, offsets[term] ?? 0, offsets[term + 1] ?? 0, below);
    }
  }
  for (const list of lists) count += mark(marked, list, 0, list.length, below);
  return count;
}

/** Marks items from one place to another, or to one that is not less than `below`; returns how many are new. */
function mark(bitmap: Uint32Array, items: Integers, start: number, end: number, below: number): number {
  let count = 0;
  for (let place = start; place < end; place += 1) {
    const item = items[place] ?? 0;
    if (item >= below) break;
    const word = item >>> 5;
    const bits = bitmap[word] ?? 0;
    const bit = 1 << (item & 31);
    if ((bits & bit) !== 0) continue;
    bitmap[word] = bits | bit;
    count += 1;
  }
  return count;
}

/** The marked items, ascending; unmarks them. */
function collect(count: number, itemCount: number): Uint32Array {
  const items = new Uint32Array(count);
  const wordCount = Math.ceil(itemCount / 32);
  let place = 0;
  for (let word = 0; word < wordCount && place < count; word += 1) {
    for (let rest = marked[word] ?? 0; rest !== 0; rest &= rest - 1) {
      items[place] = word * 32 + 31 - Math.clz32(rest & -rest);
      place += 1;
    }
    marked[word] = 0;
  }
  return items;
}

/** Items that are in every list: walks the shortest list and gallops through the others. */
export function intersect(lists: readonly Integers[]): Integers {
  const [shortest, ...others] = lists.toSorted((left, right) => left.length - right.length);
  if (shortest === undefined) return nothing;
  if (others.length === 0) return shortest;
  const common = new Uint32Array(shortest.length);
  const places = new Uint32Array(others.length);
  let count = 0;
  next: for (let from = 0; from < shortest.length; from += 1) {
    const item = shortest[from] ?? 0;
    for (let index = 0; index < others.length; index += 1) {
      const items = others[index] ?? nothing;
      const place = gallop(items, item, places[index] ?? 0);
      if (place === items.length) break next;
      places[index] = place;
      if (items[place] !== item) continue next;
    }
    common[count] = item;
    count += 1;
  }
  return common.subarray(0, count);
}

/** Whether ascending items contain an item. O(log n). */
export function holds(items: Integers, item: number): boolean {
  return items.length > 0 && items[gallop(items, item, 0)] === item;
}

/** The first place from `from` on whose item is not below `wanted`: doubling steps, then halving ones. */
export function gallop(items: Integers, wanted: number, from: number): number {
  return gallopWithin(items, wanted, from, items.length);
}

/** Searches like {@link gallop}, but stops before `end`. */
export function gallopWithin(items: Integers, wanted: number, from: number, end: number): number {
  let low = from;
  let high = from;
  for (let step = 1; high < end && (items[high] ?? 0) < wanted; step *= 2) {
    low = high + 1;
    high += step;
  }
  if (high > end) high = end;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((items[middle] ?? 0) < wanted) low = middle + 1;
    else high = middle;
  }
  return low;
}

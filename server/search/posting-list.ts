/**
 * Lists of ascending items, made from the postings of one or many terms, and walks over them. Lists are merged and
 * galloped over, never put into sets.
 */
import type { Range } from './dictionary.ts';
import { uniteValues } from './intent.ts';
import type { PostingTable } from './posting-table.ts';
import { type SparseTable, sparseRange } from './sparse-postings.ts';
import type { WordTerms } from './word-terms.ts';

/** Items, ascending, each once, with a value of one byte. */
export interface PostingList {
  readonly items: Uint32Array;
  readonly values: Uint8Array;
  /** What a byte of `values` stands for, where these are occurrences; null where they are values themselves. */
  readonly meaning: Uint8Array | null;
  /** No value is above this one in any of its parts (intent.ts); 0 for an empty list. */
  readonly best: number;
}

/** Terms whose postings are taken, and what their occurrences are worth. */
export interface TermRun extends Range {
  readonly meaning: Uint8Array;
}

/** A list of nothing. */
const nothing: PostingList = { items: new Uint32Array(0), values: new Uint8Array(0), meaning: null, best: 0 };

/** The value of the item at a place. */
export function valueAt({ values, meaning }: PostingList, place: number): number {
  const value = values[place] ?? 0;
  return meaning === null ? value : (meaning[value] ?? 0);
}

/** A value that none of the values is above in any of its parts (intent.ts). */
function bestOf(values: Uint8Array, meaning: Uint8Array | null): number {
  let best = 0;
  for (let place = 0; place < values.length; place += 1) {
    const value = values[place] ?? 0;
    best = uniteValues(best, meaning === null ? value : (meaning[value] ?? 0));
  }
  return best;
}

/** The postings of all terms together: the most that there can be of items. */
export function countPostings({ offsets }: PostingTable, runs: readonly Range[]): number {
  return runs.reduce((total, { start, end }) => total + (offsets[end] ?? 0) - (offsets[start] ?? 0), 0);
}

/**
 * The items of any of the runs and lists; of an item's values the highest counts. Without copying where one term or
 * one list is all that there is, else linear in the postings.
 */
export function unite(
  table: PostingTable,
  runs: readonly TermRun[],
  lists: readonly PostingList[] = [],
): PostingList {
  const found = runs.filter(({ start, end }) => (table.offsets[end] ?? 0) > (table.offsets[start] ?? 0));
  const filled = lists.filter(({ items }) => items.length > 0);
  const [run] = found;
  const [list] = filled;
  if (run === undefined && filled.length <= 1) return list ?? nothing;
  if (run !== undefined && found.length === 1 && run.end - run.start === 1 && list === undefined) {
    const start = table.offsets[run.start];
    const end = table.offsets[run.end];
    const values = table.occurrences?.subarray(start, end) ?? allZero(table, run);
    return {
      items: table.items.subarray(start, end),
      values,
      meaning: run.meaning,
      best: bestOf(values, run.meaning),
    };
  }
  const most = countPostings(table, found) + filled.reduce((total, { items }) => total + items.length, 0);
  if (most * sparseFactor < table.itemCount) return uniteSparse(table, found, filled, most);
  makeRoom(table.itemCount);
  let count = 0;
  for (const { start, end, meaning } of found) count += markRun(table, start, end, meaning);
  for (const one of filled) count += markList(one);
  return collect(count, table.itemCount);
}

/** Items are sorted where that costs less than to look through one bit of each item of the table. */
const sparseFactor = 256;

/** Sorts (item, value) pairs, packed into one number each, so that the highest value of an item stands last. */
function uniteSparse(
  table: PostingTable,
  runs: readonly TermRun[],
  lists: readonly PostingList[],
  most: number,
): PostingList {
  const packed = new Float64Array(most);
  let end = 0;
  for (const { start, end: runEnd, meaning } of runs) {
    const last = table.offsets[runEnd] ?? 0;
    for (let place = table.offsets[start] ?? 0; place < last; place += 1) {
      const value = meaning[table.occurrences === null ? 0 : (table.occurrences[place] ?? 0)] ?? 0;
      packed[end++] = (table.items[place] ?? 0) * 256 + value;
    }
  }
  for (const list of lists) {
    for (let place = 0; place < list.items.length; place += 1) {
      packed[end++] = (list.items[place] ?? 0) * 256 + valueAt(list, place);
    }
  }
  packed.sort();
  const items = new Uint32Array(most);
  const values = new Uint8Array(most);
  let count = 0;
  for (const pair of packed) {
    const item = Math.floor(pair / 256);
    if (count === 0 || items[count - 1] !== item) items[count++] = item;
    values[count - 1] = pair % 256;
  }
  const kept = values.subarray(0, count);
  return { items: items.subarray(0, count), values: kept, meaning: null, best: bestOf(kept, null) };
}

/** In a table without occurrences all pairs are alike. */
function allZero(table: PostingTable, { start, end }: Range): Uint8Array {
  return new Uint8Array((table.offsets[end] ?? 0) - (table.offsets[start] ?? 0));
}

const held = Uint8Array.of(1);

/** The items of a sparse table that hold a word. */
export function itemsOf(table: SparseTable, terms: WordTerms): Uint32Array {
  const runsOf = (ranges: readonly Range[]) =>
    ranges.map((range) => ({ ...sparseRange(table, range), meaning: held }));
  const lists = terms.alternatives.map((alternative) => {
    const items = intersect(alternative.map((forms) => unite(table, runsOf(forms.map(runOf))).items));
    return listOf(items, 1, table.itemCount);
  });
  return unite(table, runsOf([terms.own, ...terms.joined, ...terms.variants.map(runOf)]), lists).items;
}

/** A list of items below `itemCount`, in any order and repeated, all of one value. */
export function listOf(items: Uint32Array, value: number, itemCount: number): PostingList {
  if (items.length * sparseFactor < itemCount) {
    const sorted = items.toSorted().filter((item, place, all) => place === 0 || all[place - 1] !== item);
    const best = sorted.length === 0 ? 0 : value;
    return { items: sorted, values: new Uint8Array(sorted.length).fill(value), meaning: null, best };
  }
  makeRoom(itemCount);
  let count = 0;
  for (const item of items) count += mark(item, value);
  return collect(count, itemCount);
}

/** A list of documents, ascending, each with its value. */
export function listOfValues(
  valued: readonly { readonly document: number; readonly value: number }[],
): PostingList {
  const values = Uint8Array.from(valued, ({ value }) => value);
  const items = Uint32Array.from(valued, ({ document }) => document);
  return { items, values, meaning: null, best: bestOf(values, null) };
}

/** One term as a range. */
export function runOf(term: number): Range {
  return { start: term, end: term + 1 };
}

/**
 * The value of each item of the table, and one bit for each that has one. The arrays are kept between calls and left
 * empty: JavaScript runs one query at a time, and to clear them costs more.
 */
let marks = new Uint8Array(0);
let marked = new Uint32Array(0);

function makeRoom(itemCount: number): void {
  if (marks.length >= itemCount) return;
  marks = new Uint8Array(itemCount);
  marked = new Uint32Array(Math.ceil(itemCount / 32));
}

/** Returns how many items were not marked before. */
function markRun(table: PostingTable, start: number, end: number, meaning: Uint8Array): number {
  const { items, occurrences } = table;
  const last = table.offsets[end] ?? 0;
  let count = 0;
  for (let place = table.offsets[start] ?? 0; place < last; place += 1) {
    count += mark(items[place] ?? 0, meaning[occurrences === null ? 0 : (occurrences[place] ?? 0)] ?? 0);
  }
  return count;
}

function markList(list: PostingList): number {
  let count = 0;
  for (let place = 0; place < list.items.length; place += 1) {
    count += mark(list.items[place] ?? 0, valueAt(list, place));
  }
  return count;
}

function mark(item: number, value: number): number {
  const before = marks[item] ?? 0;
  if (value > before) marks[item] = value;
  if (before !== 0) return 0;
  marked[item >>> 5] = (marked[item >>> 5] ?? 0) | (1 << (item & 31));
  return 1;
}

/** The marked items, ascending, with their values; unmarks them. */
function collect(count: number, itemCount: number): PostingList {
  const items = new Uint32Array(count);
  const values = new Uint8Array(count);
  const wordCount = Math.ceil(itemCount / 32);
  let place = 0;
  for (let word = 0; word < wordCount; word += 1) {
    const bits = marked[word] ?? 0;
    if (bits === 0) continue;
    for (let rest = bits; rest !== 0; rest &= rest - 1) {
      const item = word * 32 + 31 - Math.clz32(rest & -rest);
      items[place] = item;
      values[place] = marks[item] ?? 0;
      marks[item] = 0;
      place += 1;
    }
    marked[word] = 0;
  }
  return { items, values, meaning: null, best: bestOf(values, null) };
}

/** Items that are in every list; the shortest list leads, the others are galloped through. */
export function intersect(lists: readonly Uint32Array[]): Uint32Array {
  const [shortest, ...others] = lists.toSorted((left, right) => left.length - right.length);
  if (shortest === undefined) return nothing.items;
  if (others.length === 0) return shortest;
  const common = new Uint32Array(shortest.length);
  const places = new Uint32Array(others.length);
  let count = 0;
  next: for (const item of shortest) {
    for (let index = 0; index < others.length; index += 1) {
      const items = others[index] ?? nothing.items;
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

/** The first place from `from` on whose item is not below `wanted`: doubling steps, then halving ones. */
export function gallop(items: Uint32Array, wanted: number, from: number): number {
  let step = 1;
  let low = from;
  let high = from;
  while (high < items.length && (items[high] ?? 0) < wanted) {
    low = high + 1;
    high += step;
    step *= 2;
  }
  high = Math.min(high, items.length);
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((items[middle] ?? 0) < wanted) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** A place in a list that moves on with ascending questions. */
export class Cursor {
  readonly list: PostingList;
  #place = 0;
  #last = -1;

  constructor(list: PostingList) {
    this.list = list;
  }

  /** The value of an item, 0 where the list does not hold it. */
  seek(item: number): number {
    const { items } = this.list;
    this.#place = gallop(items, item, item < this.#last ? 0 : this.#place);
    this.#last = item;
    return items[this.#place] === item ? valueAt(this.list, this.#place) : 0;
  }
}

/** The items of two lists, ascending, each once. */
export function mergeAscending(left: Uint32Array, right: Uint32Array): Uint32Array {
  if (left.length === 0 || right.length === 0) return left.length === 0 ? right : left;
  const merged = new Uint32Array(left.length + right.length);
  let atLeft = 0;
  let atRight = 0;
  let end = 0;
  while (atLeft < left.length || atRight < right.length) {
    const leftItem = left[atLeft] ?? Number.POSITIVE_INFINITY;
    const rightItem = right[atRight] ?? Number.POSITIVE_INFINITY;
    merged[end++] = Math.min(leftItem, rightItem);
    if (leftItem <= rightItem) atLeft += 1;
    if (rightItem <= leftItem) atRight += 1;
  }
  return merged.subarray(0, end);
}

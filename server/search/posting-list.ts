/**
 * Lists of one query word: the items that hold it, ascending, made from the postings of one or many terms; and
 * their intersection. Lists are merged and galloped over, never put into sets.
 */
import type { PostingTable } from './posting-table.ts';
import type { Range } from './segment.ts';

/** The terms that answer a word: one equal to it, or a range that begins with it. */
export interface TermMatch extends Range {
  /** The term that equals the pattern, or -1. It lies within the range. */
  readonly exact: number;
}

/** Items of one query word, ascending, each once. */
export interface PostingList {
  readonly items: Uint32Array;
  /**
   * Fields of each item: in the low byte where the word stands whole or begun, in the high byte where it stands
   * whole. Null for tables without fields.
   */
  readonly masks: Uint8Array | Uint16Array | null;
  /** All occurrences are whole: the masks have the low byte only, which stands for both. */
  readonly whole: boolean;
}

const nothing: PostingList = { items: new Uint32Array(0), masks: null, whole: true };

/** Items of any of the matches. Without copying where there is one term, else linear in the postings. */
export function listOf(table: PostingTable, matches: readonly TermMatch[]): PostingList {
  const found = matches.filter((match) => match.end > match.start);
  const [first] = found;
  if (first === undefined) return nothing;
  if (found.length === 1 && first.end - first.start === 1) {
    const start = table.offsets[first.start];
    const end = table.offsets[first.end];
    const whole = first.exact === first.start;
    const masks = table.masks?.subarray(start, end) ?? null;
    return { items: table.items.subarray(start, end), masks: whole ? masks : begun(masks), whole };
  }
  return unite(table, found);
}

/** The masks as 16 bits: nothing stands whole. */
function begun(masks: Uint8Array | null): Uint16Array | null {
  return masks === null ? null : Uint16Array.from(masks);
}

/**
 * Marks the items in one array with an entry for each item of the table, and collects what is marked. The arrays
 * are kept between calls and left empty: JavaScript runs one query at a time, and to clear them costs more.
 */
let marks = new Uint16Array(0);
let marked = new Uint32Array(0);

function unite(table: PostingTable, matches: readonly TermMatch[]): PostingList {
  makeRoom(table.itemCount);
  let count = 0;
  for (const match of matches) {
    for (let term = match.start; term < match.end; term += 1) {
      count += mark(table, term, term === match.exact);
    }
  }
  const { items, values } = collect(count, table.itemCount);
  return { items, masks: table.masks === null ? null : values, whole: false };
}

function makeRoom(itemCount: number): void {
  if (marks.length >= itemCount) return;
  marks = new Uint16Array(itemCount);
  marked = new Uint32Array(Math.ceil(itemCount / 32));
}

/** Returns how many items were not marked before. */
function mark(table: PostingTable, term: number, whole: boolean): number {
  const { items, masks } = table;
  const end = table.offsets[term + 1] ?? 0;
  let count = 0;
  for (let place = table.offsets[term] ?? 0; place < end; place += 1) {
    const item = items[place] ?? 0;
    const mask = masks === null ? 1 : (masks[place] ?? 0);
    const before = marks[item] ?? 0;
    if (before === 0) {
      marked[item >>> 5] = (marked[item >>> 5] ?? 0) | (1 << (item & 31));
      count += 1;
    }
    marks[item] = before | mask | (whole ? mask << 8 : 0);
  }
  return count;
}

/** The marked items, ascending, with what they are marked with; unmarks them. */
function collect(count: number, itemCount: number): { items: Uint32Array; values: Uint16Array } {
  const items = new Uint32Array(count);
  const values = new Uint16Array(count);
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
  return { items, values };
}

/** Items that are in every list; the shortest list leads, the others are galloped through. */
export function intersect(lists: readonly PostingList[]): Uint32Array {
  const [shortest, ...others] = lists.toSorted((left, right) => left.items.length - right.items.length);
  if (shortest === undefined) return nothing.items;
  if (others.length === 0) return shortest.items;
  const common = new Uint32Array(shortest.items.length);
  const places = new Uint32Array(others.length);
  let count = 0;
  next: for (const item of shortest.items) {
    for (let index = 0; index < others.length; index += 1) {
      const items = others[index]?.items ?? nothing.items;
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

/** Items that are in at least one list, ascending, and how many lists each is in. */
export interface Occurrences {
  readonly items: Uint32Array;
  readonly counts: Uint16Array;
}

/** `itemCount` is above every item. Linear in the lists. */
export function countOccurrences(lists: readonly PostingList[], itemCount: number): Occurrences {
  makeRoom(itemCount);
  let count = 0;
  for (const { items } of lists) {
    for (const item of items) {
      const before = marks[item] ?? 0;
      if (before === 0) {
        marked[item >>> 5] = (marked[item >>> 5] ?? 0) | (1 << (item & 31));
        count += 1;
      }
      marks[item] = before + 1;
    }
  }
  const { items, values } = collect(count, itemCount);
  return { items, counts: values };
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

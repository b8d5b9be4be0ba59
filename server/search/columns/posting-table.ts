/**
 * Posting tables map a key (such as a word) to ascending items (such as documents), as compressed sparse rows: one array of offsets,
 * one of items. Builds them from pairs, merges them and drops empty keys. Inputs are trusted; keys and items take 32 bits. It reads no
 * text and never changes a table in place; a wrong number gives a wrong table, not an error. Nothing throws.
 */
// Tests: ./posting-table.test.ts.
import { IntegerList } from './integer-list.ts';
import type { Integers } from './sections.ts';
import { lowerBound, type Range } from './string-column.ts';

/** A table of key -> items, as stored. */
export interface PostingTable {
  /** The place of the first item of each key, and at last the end of the last key's items. */
  readonly offsets: Uint32Array;
  /** Ascending within a key, each once. */
  readonly items: Integers;
  /** The way in which each item holds the key, as a byte of occurrence.ts; null in tables that say only that it does. */
  readonly occurrences: Uint8Array | null;
  /** Items are below this. */
  readonly itemCount: number;
}

/** Collects pairs of key and item in any order, with repetitions; {@link PairList.toTable} sorts them. */
export class PairList {
  readonly #keys = new IntegerList();
  readonly #items = new IntegerList();

  add(key: number, item: number): void {
    this.#keys.push(key);
    this.#items.push(item);
  }

  /**
   * The table under new numbers: `keyRanks[key]` and `itemRanks[item]`; of a repeated pair one is kept. Two counting sorts,
   * first by item, then by key, which is linear and keeps the items of a key ascending.
   */
  toTable(keyRanks: Uint32Array, itemRanks: Uint32Array): PostingTable {
    const keys = renumber(this.#keys.view(), keyRanks);
    const items = renumber(this.#items.view(), itemRanks);
    const byItem = countingOrder(items, itemRanks.length, null).order;
    const { order, offsets } = countingOrder(keys, keyRanks.length, byItem);
    const sorted = new Uint32Array(order.length);
    let end = 0;
    for (let key = 0; key < keyRanks.length; key += 1) {
      const from = offsets[key] ?? 0;
      const to = offsets[key + 1] ?? 0;
      const start = end;
      for (let place = from; place < to; place += 1) {
        const item = items[order[place] ?? 0] ?? 0;
        if (end === start || sorted[end - 1] !== item) sorted[end++] = item;
      }
      offsets[key] = start;
    }
    offsets[keyRanks.length] = end;
    return { offsets, items: sorted.slice(0, end), occurrences: null, itemCount: itemRanks.length };
  }
}

/** `0, 1, 2, …`: keeps the numbers as they are. */
export function sameRanks(count: number): Uint32Array {
  const ranks = new Uint32Array(count);
  for (let index = 0; index < count; index += 1) ranks[index] = index;
  return ranks;
}

/** The inverse of an order: old number -> place. */
export function ranksOf(order: Uint32Array): Uint32Array {
  const ranks = new Uint32Array(order.length);
  for (let place = 0; place < order.length; place += 1) ranks[order[place] ?? 0] = place;
  return ranks;
}

/** A table to merge: maps old key -> new key and old item -> new item; negative numbers are left out. */
export interface TableSource {
  readonly table: PostingTable;
  /** Ascending, except for keys that are left out. */
  readonly keys: Int32Array;
  /** Ascending, except for items that are left out. */
  readonly items: Int32Array;
}

/** Merges several tables without occurrences. Linear, except that the items of keys in several tables are sorted. */
export function mergeTables(
  sources: readonly TableSource[],
  keyCount: number,
  itemCount: number,
): PostingTable {
  const room = sources.reduce((total, { table }) => total + table.items.length, 0);
  const items = new Uint32Array(room);
  const offsets = new Uint32Array(keyCount + 1);
  const cursors = new Uint32Array(sources.length);
  let end = 0;
  for (let key = 0; key < keyCount; key += 1) {
    const start = end;
    let isSorted = true;
    for (let index = 0; index < sources.length; index += 1) {
      const source = sources[index] as TableSource;
      let at = cursors[index] ?? 0;
      while (at < source.keys.length && (source.keys[at] ?? -1) < key) at += 1;
      cursors[index] = at;
      if (at === source.keys.length || source.keys[at] !== key) continue;
      const runStart = end;
      end = appendRun(source, at, items, end);
      if (runStart > start && end > runStart)
        isSorted &&= (items[runStart - 1] ?? 0) < (items[runStart] ?? 0);
    }
    if (!isSorted) end = sortItems(items, start, end);
    offsets[key + 1] = end;
  }
  return { offsets, items: items.subarray(0, end), occurrences: null, itemCount };
}

/** Appends the items of one key that are kept; returns the new end. */
function appendRun({ table, items: map }: TableSource, key: number, items: Uint32Array, end: number): number {
  let next = end;
  const last = table.offsets[key + 1] ?? 0;
  for (let place = table.offsets[key] ?? 0; place < last; place += 1) {
    const item = map[table.items[place] ?? 0] ?? -1;
    if (item >= 0) items[next++] = item;
  }
  return next;
}

/** Sorts the items from `start`, in place; equal items become one. Returns the new end. */
function sortItems(items: Uint32Array, start: number, end: number): number {
  items.subarray(start, end).sort();
  let next = start;
  for (let place = start; place < end; place += 1) {
    const item = items[place] ?? 0;
    if (next === start || items[next - 1] !== item) items[next++] = item;
  }
  return next;
}

function renumber(values: Uint32Array, ranks: Uint32Array): Uint32Array {
  const renumbered = new Uint32Array(values.length);
  for (let place = 0; place < values.length; place += 1) renumbered[place] = ranks[values[place] ?? 0] ?? 0;
  return renumbered;
}

/** Stable order of `keys`, visited as `from` says, and the offsets of each key in it. */
function countingOrder(keys: Uint32Array, keyCount: number, from: Uint32Array | null) {
  const offsets = new Uint32Array(keyCount + 1);
  for (let place = 0; place < keys.length; place += 1) {
    const end = (keys[place] ?? 0) + 1;
    offsets[end] = (offsets[end] ?? 0) + 1;
  }
  for (let key = 0; key < keyCount; key += 1)
    offsets[key + 1] = (offsets[key + 1] ?? 0) + (offsets[key] ?? 0);
  const next = offsets.slice(0, keyCount);
  const order = new Uint32Array(keys.length);
  for (let place = 0; place < keys.length; place += 1) {
    const pair = from === null ? place : (from[place] ?? 0);
    const key = keys[pair] ?? 0;
    const slot = next[key] ?? 0;
    order[slot] = pair;
    next[key] = slot + 1;
  }
  return { order, offsets };
}

/** A posting table whose key `n` is `keys[n]` of a larger table. */
export interface SparseTable extends PostingTable {
  /** Ascending: the keys that have items. */
  readonly keys: Uint32Array;
}

/** Leaves out the keys that have no items. */
export function dropEmptyKeys(table: PostingTable): Pick<SparseTable, 'keys' | 'offsets' | 'items'> {
  const { offsets, items } = table;
  const all = sameRanks(offsets.length - 1);
  const keys = all.filter((key) => offsets[key] !== offsets[key + 1]);
  const ends = keys.map((key) => offsets[key + 1] ?? 0);
  const sparseOffsets = new Uint32Array(keys.length + 1);
  sparseOffsets.set(ends, 1);
  return { keys, offsets: sparseOffsets, items };
}

/** The range of the sparse table for a range of keys of the larger one. O(log n). */
export function sparseRange({ keys }: SparseTable, { start, end }: Range): Range {
  const first = lowerBound(0, keys.length, (place) => (keys[place] ?? 0) - start);
  if (end - start === 1) return { start: first, end: keys[first] === start ? first + 1 : first };
  return { start: first, end: lowerBound(first, keys.length, (place) => (keys[place] ?? 0) - end) };
}

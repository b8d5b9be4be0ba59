/** Posting tables: key -> ascending items, as compressed sparse rows (one array of offsets, one of items). */
import { IntegerList } from './integer-list.ts';
import type { SegmentPages } from './segment-pages.ts';
import type { Range } from './string-column.ts';

/** Key -> items, as it is stored and read. */
export interface PostingTable {
  /** Where the items of each key start, and where the last key's end. */
  readonly offsets: Uint32Array;
  /** Ascending within a key, each once. */
  readonly items: Uint32Array;
  /** What each item has of the key, as occurrence.ts says it; null where it has it or not. */
  readonly occurrences: Uint8Array | null;
  /** Items are below this. */
  readonly itemCount: number;
  /** To be asked before items or occurrences are read ({@link needPostings}); null or absent where all are there. */
  readonly pages?: SegmentPages | null;
}

/** Throws `PagesMissing` unless the items of some keys in a row can be read. */
export function needPostings(
  { pages = null, offsets, items }: Pick<PostingTable, 'offsets' | 'items' | 'pages'>,
  { start, end }: Range,
): void {
  if (pages !== null) pages.need(items, offsets[start] ?? 0, offsets[end] ?? 0);
}

/** A table whose pairs carry the fields (fields.ts) in which the item holds the key. */
export interface FieldTable extends Omit<PostingTable, 'occurrences'> {
  readonly fields: Uint16Array;
}

/** Pairs of key and item, each with fields, in any order and repeated, until {@link PairList.toFieldTable} sorts them. */
export class PairList {
  readonly #keys = new IntegerList();
  readonly #items = new IntegerList();
  readonly #fields = new IntegerList();

  get length(): number {
    return this.#keys.length;
  }

  add(key: number, item: number, fields = 0): void {
    this.#keys.push(key);
    this.#items.push(item);
    this.#fields.push(fields);
  }

  /**
   * The table under new numbers: `keyRanks[key]` and `itemRanks[item]`; the fields of a repeated pair are united. Two
   * counting sorts, first by item, then by key, which is linear and keeps the items of a key ascending.
   */
  toFieldTable(keyRanks: Uint32Array, itemRanks: Uint32Array): FieldTable {
    const keys = renumber(this.#keys.view(), keyRanks);
    const items = renumber(this.#items.view(), itemRanks);
    const fields = this.#fields.view();
    const byItem = countingOrder(items, itemRanks.length, null).order;
    const { order, offsets } = countingOrder(keys, keyRanks.length, byItem);
    const sortedItems = new Uint32Array(order.length);
    const sortedFields = new Uint16Array(order.length);
    let end = 0;
    for (let key = 0; key < keyRanks.length; key += 1) {
      const from = offsets[key] ?? 0;
      const to = offsets[key + 1] ?? 0;
      const start = end;
      for (let place = from; place < to; place += 1) {
        const pair = order[place] ?? 0;
        const item = items[pair] ?? 0;
        if (end === start || sortedItems[end - 1] !== item) sortedItems[end++] = item;
        sortedFields[end - 1] = (sortedFields[end - 1] ?? 0) | (fields[pair] ?? 0);
      }
      offsets[key] = start;
    }
    offsets[keyRanks.length] = end;
    return {
      offsets,
      items: sortedItems.slice(0, end),
      fields: sortedFields.slice(0, end),
      itemCount: itemRanks.length,
    };
  }

  /** As {@link PairList.toFieldTable}, of pairs without fields. */
  toTable(keyRanks: Uint32Array, itemRanks: Uint32Array): PostingTable {
    const { offsets, items, itemCount } = this.toFieldTable(keyRanks, itemRanks);
    return { offsets, items, occurrences: null, itemCount };
  }
}

/** `0, 1, 2, …`: keeps the numbers as they are. */
export function sameRanks(count: number): Uint32Array {
  const ranks = new Uint32Array(count);
  for (let index = 0; index < count; index += 1) ranks[index] = index;
  return ranks;
}

/** A table to be merged: old key -> new key and old item -> new item, below 0 for what is left out. */
export interface TableSource {
  readonly table: PostingTable;
  /** Rising, but for what is left out. */
  readonly keys: Int32Array;
  /** Rising, but for what is left out. */
  readonly items: Int32Array;
}

/** One table of several without occurrences. Linear but for keys that several tables hold, whose items are sorted. */
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
  for (const key of keys) offsets[key + 1] = (offsets[key + 1] ?? 0) + 1;
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

/** The pairs whose fields pass, with what `occurrenceOf` makes of these; the keys stay. */
export function selectPostings(
  { offsets, items, fields, itemCount }: FieldTable,
  passes: (fields: number) => boolean,
  occurrenceOf: (fields: number) => number,
): PostingTable {
  const selectedOffsets = new Uint32Array(offsets.length);
  const selectedItems = new Uint32Array(items.length);
  const occurrences = new Uint8Array(items.length);
  let end = 0;
  for (let key = 0; key + 1 < offsets.length; key += 1) {
    const last = offsets[key + 1] ?? 0;
    for (let place = offsets[key] ?? 0; place < last; place += 1) {
      const found = fields[place] ?? 0;
      if (!passes(found)) continue;
      selectedItems[end] = items[place] ?? 0;
      occurrences[end] = occurrenceOf(found);
      end += 1;
    }
    selectedOffsets[key + 1] = end;
  }
  return {
    offsets: selectedOffsets,
    items: selectedItems.slice(0, end),
    occurrences: occurrences.slice(0, end),
    itemCount,
  };
}

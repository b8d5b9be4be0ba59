/**
 * Merges ordered lists, sorted columns and shared texts by bytes and numbers, almost without decoding strings. It changes no input.
 * Lists must be sorted by the given comparison and are not checked: an unsorted one gives an unsorted result.
 */
// Tests: ./column-merge.test.ts.

import { Interner } from './interner.ts';
import type { Integers } from './sections.ts';
import { gatherStrings, type StringColumn, type StringSlab } from './string-column.ts';

/** Items of several lists in one order: the list that each comes from, and the item. */
export interface Gathered {
  readonly sources: Uint16Array;
  readonly items: Uint32Array;
}

/** Negative if the first item comes first, 0 if both are the same. */
export type CompareItems = (source: number, item: number, otherSource: number, otherItem: number) => number;

/**
 * Merges lists that are sorted by `compare`; equal items of earlier lists come first. In a long run of one list, an item costs one
 * comparison.
 */
export function mergeOrders(lists: readonly Uint32Array[], compare: CompareItems): Gathered {
  const total = lists.reduce((sum, list) => sum + list.length, 0);
  const sources = new Uint16Array(total);
  const items = new Uint32Array(total);
  const cursors = new Uint32Array(lists.length);
  const next = new Uint32Array(lists.length);
  // Lists that are not at their end, by their next items.
  const queue = new Uint16Array(lists.length);
  let waiting = 0;
  const enqueue = (source: number, from: number, end: number) => {
    const item = lists[source]?.[cursors[source] ?? 0] ?? 0;
    let place = from;
    for (; place < end; place += 1) {
      const other = queue[place] ?? 0;
      const order = compare(other, next[other] ?? 0, source, item);
      if (order > 0 || (order === 0 && other > source)) break;
      queue[place - 1] = other;
    }
    queue[place - 1] = source;
    next[source] = item;
  };
  lists.forEach((list, source) => {
    if (list.length === 0) return;
    queue.copyWithin(1, 0, waiting);
    waiting += 1;
    enqueue(source, 1, waiting);
  });
  for (let place = 0; place < total; place += 1) {
    const source = queue[0] ?? 0;
    sources[place] = source;
    items[place] = next[source] ?? 0;
    cursors[source] = (cursors[source] ?? 0) + 1;
    if (cursors[source] === lists[source]?.length) {
      queue.copyWithin(0, 1, waiting);
      waiting -= 1;
    } else {
      enqueue(source, 1, waiting);
    }
  }
  return { sources, items };
}

/** Distinct items of several lists, with the new place of every item. */
export interface Distinct extends Gathered {
  /** The place of each item among the distinct ones, a table for each list; -1 for an item that no list holds. */
  readonly maps: readonly Int32Array[];
}

/**
 * Merges like {@link mergeOrders}, but keeps one of equal items. A list has no item twice; `sizes` are above all items of each
 * list.
 */
export function mergeDistinct(
  lists: readonly Uint32Array[],
  sizes: readonly number[],
  compare: CompareItems,
): Distinct {
  const { sources, items } = mergeOrders(lists, compare);
  const maps = sizes.map((size) => new Int32Array(size).fill(-1));
  let count = 0;
  for (let place = 0; place < items.length; place += 1) {
    const source = sources[place] ?? 0;
    const item = items[place] ?? 0;
    const before = sources[count - 1];
    const isKnown =
      before !== undefined && before !== source && compare(before, items[count - 1] ?? 0, source, item) === 0;
    if (!isKnown) {
      sources[count] = source;
      items[count] = item;
      count += 1;
    }
    (maps[source] as Int32Array)[item] = count - 1;
  }
  return { sources: sources.subarray(0, count), items: items.subarray(0, count), maps };
}

/** The wanted places of a list, ascending. */
export function placesWhere(length: number, isWanted: (place: number) => boolean): Uint32Array {
  const places = new Uint32Array(length);
  let count = 0;
  for (let place = 0; place < length; place += 1) {
    if (isWanted(place)) places[count++] = place;
  }
  return places.subarray(0, count);
}

/** A merged column, with the new place of each string of each source. */
export interface MergedColumns {
  readonly slab: StringSlab;
  /** The new place of each string, a table for each source; -1 for a string that was not kept. */
  readonly maps: readonly Int32Array[];
}

/**
 * Merges sorted columns into their distinct strings. `keep[source]` marks wanted strings with 1 and others with 0; null
 * wants all.
 */
export function mergeColumns(
  columns: readonly StringColumn[],
  keep: readonly Uint8Array[] | null,
): MergedColumns {
  const lengths = columns.map(({ length }) => length);
  const lists = lengths.map((length, source) =>
    placesWhere(length, (place) => keep?.[source]?.[place] !== 0),
  );
  const { sources, items, maps } = mergeDistinct(lists, lengths, (source, place, otherSource, other) =>
    (columns[source] as StringColumn).compare(place, columns[otherSource] as StringColumn, other),
  );
  return { slab: gatherStrings(columns, sources, items), maps };
}

/** Texts, and the text of each item. */
export interface SharedTexts {
  readonly texts: StringColumn;
  /** The place of each item's text; any number that is no place means that the item has none. */
  readonly numbers: Integers;
}

/** The texts that items still use, numbered by first appearance. They are few, so they are compared as strings. */
export function mergeSharedTexts(
  columns: readonly SharedTexts[],
  { sources, items }: Gathered,
): { readonly texts: readonly string[]; readonly numbers: Uint32Array } {
  const interner = new Interner();
  const known = columns.map(({ texts }) => new Int32Array(texts.length).fill(-1));
  const numbers = new Uint32Array(items.length);
  for (let place = 0; place < items.length; place += 1) {
    const source = sources[place] ?? 0;
    const { texts, numbers: old } = columns[source] as SharedTexts;
    const map = known[source] as Int32Array;
    const number = old[items[place] ?? 0] ?? 0;
    if (map[number] === -1) map[number] = interner.id(texts.text(number));
    numbers[place] = map[number] ?? number;
  }
  return { texts: interner.texts, numbers };
}

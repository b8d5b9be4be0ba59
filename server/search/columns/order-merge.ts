/** Merges ordered lists into one. */

/** Items of several lists in one order: the list that each comes from, and the item. */
export interface Gathered {
  readonly sources: Uint16Array;
  readonly items: Uint32Array;
}

/** Below 0 where the first item comes first, 0 where both are the same. */
export type CompareItems = (source: number, item: number, otherSource: number, otherItem: number) => number;

/**
 * Merges lists that are each in the order of `compare`; of the same items those of earlier lists come first. Where one
 * list goes on for long before another's turn, an item costs one comparison.
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

/** Distinct items of several lists, the first of each, and where every item went. */
export interface Distinct extends Gathered {
  /** By source: item -> place among the distinct ones, or -1 for what no list holds. */
  readonly maps: readonly Int32Array[];
}

/** As {@link mergeOrders}, and of the same items one. A list holds none twice; `sizes` are above all items of each. */
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

/** The places of a list that are wanted, ascending. */
export function placesWhere(length: number, isWanted: (place: number) => boolean): Uint32Array {
  const places = new Uint32Array(length);
  let count = 0;
  for (let place = 0; place < length; place += 1) {
    if (isWanted(place)) places[count++] = place;
  }
  return places.subarray(0, count);
}

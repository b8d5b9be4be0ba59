/** Merges ordered lists into one. */

/** Items of several lists in one order: the list that each comes from, and the item. */
export interface Gathered {
  readonly sources: Uint16Array;
  readonly items: Uint32Array;
}

/**
 * Merges lists that are each in the order of `compare`, which is below 0 where the first item comes first. Linear in
 * the items times the lists, which are few.
 */
export function mergeOrders(
  lists: readonly Uint32Array[],
  compare: (source: number, item: number, otherSource: number, otherItem: number) => number,
): Gathered {
  const total = lists.reduce((sum, list) => sum + list.length, 0);
  const sources = new Uint16Array(total);
  const items = new Uint32Array(total);
  const cursors = new Uint32Array(lists.length);
  for (let place = 0; place < total; place += 1) {
    let first = -1;
    let firstItem = 0;
    for (let source = 0; source < lists.length; source += 1) {
      const item = lists[source]?.[cursors[source] ?? 0];
      if (item === undefined) continue;
      if (first >= 0 && compare(first, firstItem, source, item) <= 0) continue;
      first = source;
      firstItem = item;
    }
    sources[place] = first;
    items[place] = firstItem;
    cursors[first] = (cursors[first] ?? 0) + 1;
  }
  return { sources, items };
}

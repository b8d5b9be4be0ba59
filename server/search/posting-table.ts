/** Posting tables: key -> ascending items, as compressed sparse rows (one array of offsets, one of items). */
import { IntegerList } from './integer-list.ts';

/** Key -> items, as it is stored and read. */
export interface PostingTable {
  /** Where the items of each key start, and where the last key's end. */
  readonly offsets: Uint32Array;
  /** Ascending within a key, each once. */
  readonly items: Uint32Array;
  /** The fields (fields.ts) in which each item holds the key; null where there is one field only. */
  readonly masks: Uint8Array | null;
  /** Items are below this. */
  readonly itemCount: number;
}

/** Pairs of key and item, each with a mask, in any order, until {@link PairList.toTable} sorts them. */
export class PairList {
  readonly #keys = new IntegerList();
  readonly #items = new IntegerList();
  readonly #masks = new IntegerList();
  /** Place of the latest pair of each key: while one item is added at a time, a repeated pair is seen there. */
  readonly #latest: number[] = [];

  /** Adds a pair, or the mask's bits to a pair that was added before no other item of the key. */
  add(key: number, item: number, mask: number): void {
    const place = this.#latest[key];
    if (place !== undefined && this.#items.at(place) === item) {
      this.#masks.set(place, this.#masks.at(place) | mask);
      return;
    }
    this.#latest[key] = this.#keys.length;
    this.#keys.push(key);
    this.#items.push(item);
    this.#masks.push(mask);
  }

  /**
   * The table under new numbers: `keyRanks[key]` and `itemRanks[item]`. Two counting sorts, first by item, then by
   * key, which is linear and keeps the items of a key ascending.
   */
  toTable(keyRanks: Uint32Array, itemRanks: Uint32Array): PostingTable & { readonly masks: Uint8Array } {
    const keys = renumber(this.#keys.view(), keyRanks);
    const items = renumber(this.#items.view(), itemRanks);
    const masks = this.#masks.view();
    const byItem = countingOrder(items, itemRanks.length, null).order;
    const { order, offsets } = countingOrder(keys, keyRanks.length, byItem);
    const sortedItems = new Uint32Array(order.length);
    const sortedMasks = new Uint8Array(order.length);
    for (let place = 0; place < order.length; place += 1) {
      const pair = order[place] ?? 0;
      sortedItems[place] = items[pair] ?? 0;
      sortedMasks[place] = masks[pair] ?? 0;
    }
    return { offsets, items: sortedItems, masks: sortedMasks, itemCount: itemRanks.length };
  }
}

/** `0, 1, 2, …`: keeps the numbers as they are. */
export function sameRanks(count: number): Uint32Array {
  return Uint32Array.from({ length: count }, (_, index) => index);
}

function renumber(values: Uint32Array, ranks: Uint32Array): Uint32Array {
  return values.map((value) => ranks[value] ?? 0);
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

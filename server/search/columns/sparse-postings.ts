/**
 * Posting tables of a few keys among many: suggestions and categories hold a small part of the dictionary's terms,
 * so only the terms that they hold have an entry.
 */

import { type PostingTable, sameRanks } from './posting-table.ts';
import type { Range } from './string-column.ts';
import { lowerBound } from './string-column.ts';

/** A posting table whose key `n` is `keys[n]` of a larger table. */
export interface SparseTable extends PostingTable {
  /** Ascending: the keys that have items. */
  readonly keys: Uint32Array;
}

/** Without the keys that have no items. */
export function dropEmptyKeys(table: PostingTable): Pick<SparseTable, 'keys' | 'offsets' | 'items'> {
  const { offsets, items } = table;
  const all = sameRanks(offsets.length - 1);
  const keys = all.filter((key) => offsets[key] !== offsets[key + 1]);
  const ends = keys.map((key) => offsets[key + 1] ?? 0);
  const sparseOffsets = new Uint32Array(keys.length + 1);
  sparseOffsets.set(ends, 1);
  return { keys, offsets: sparseOffsets, items };
}

/** Where a range of keys of the larger table stands in the sparse one. O(log n). */
export function sparseRange({ keys }: SparseTable, { start, end }: Range): Range {
  const first = lowerBound(0, keys.length, (place) => (keys[place] ?? 0) - start);
  if (end - start === 1) return { start: first, end: keys[first] === start ? first + 1 : first };
  return { start: first, end: lowerBound(first, keys.length, (place) => (keys[place] ?? 0) - end) };
}

/** Merges sorted columns into one, by bytes: nothing is decoded. */

import { mergeDistinct, placesWhere } from './order-merge.ts';
import { gatherStrings, type StringColumn, type StringSlab } from './string-column.ts';

/** A merged column, and where each string of each source went. */
export interface MergedColumns {
  readonly slab: StringSlab;
  /** By source: old place -> new place, or -1 where the string was not kept. */
  readonly maps: readonly Int32Array[];
}

/**
 * The distinct strings of sorted columns, sorted. `keep` names by source the strings that are wanted (1) and those
 * that are not (0); null wants all.
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

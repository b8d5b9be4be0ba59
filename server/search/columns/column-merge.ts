/** Merges sorted columns into one, by bytes: nothing is decoded. */
import type { StringColumn, StringSlab } from './string-column.ts';

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
  const maps = columns.map((column) => new Int32Array(column.length).fill(-1));
  const cursors = columns.map((_, source) => nextWanted(columns, keep, source, 0));
  const total = columns.reduce((sum, column) => sum + column.length, 0);
  const bytes = new Uint8Array(columns.reduce((sum, column) => sum + column.byteLength, 0));
  const offsets = new Uint32Array(total + 1);
  let count = 0;
  let end = 0;
  for (;;) {
    const least = leastSource(columns, cursors);
    if (least < 0) break;
    const column = columns[least] as StringColumn;
    const place = cursors[least] ?? 0;
    for (let source = least; source < columns.length; source += 1) {
      const at = cursors[source] ?? 0;
      const other = columns[source] as StringColumn;
      if (at >= other.length || (source !== least && other.compare(at, column, place) !== 0)) continue;
      (maps[source] as Int32Array)[at] = count;
      cursors[source] = nextWanted(columns, keep, source, at + 1);
    }
    column.copyTo(place, bytes, end);
    end += column.lengthOf(place);
    count += 1;
    offsets[count] = end;
  }
  return { slab: { offsets: offsets.slice(0, count + 1), bytes: bytes.subarray(0, end) }, maps };
}

function nextWanted(
  columns: readonly StringColumn[],
  keep: readonly Uint8Array[] | null,
  source: number,
  from: number,
): number {
  const length = columns[source]?.length ?? 0;
  const wanted = keep?.[source];
  let place = from;
  while (wanted !== undefined && place < length && wanted[place] === 0) place += 1;
  return place;
}

/** The first source whose next string comes first, or -1 when all are read. */
function leastSource(columns: readonly StringColumn[], cursors: readonly number[]): number {
  let least = -1;
  for (let source = 0; source < columns.length; source += 1) {
    const column = columns[source] as StringColumn;
    const at = cursors[source] ?? 0;
    if (at >= column.length) continue;
    const best = columns[least];
    if (best === undefined || column.compare(at, best, cursors[least] ?? 0) < 0) least = source;
  }
  return least;
}

/** Columns and lists as tests of the engine's parts make them. */
import fc from 'fast-check';
import { buildStringSlab, StringColumn, type StringSlab } from '../../server/search/columns/string-column.ts';

/** A column of these strings, in their order. */
export function columnOf(strings: readonly string[]): StringColumn {
  return openSlab(buildStringSlab(strings));
}

/** A slab as it is read. */
export function openSlab({ offsets, bytes }: StringSlab): StringColumn {
  return new StringColumn(offsets, bytes);
}

/** Returns all strings of a column. */
export function textsOf(column: StringColumn): string[] {
  return Array.from({ length: column.length }, (_, place) => column.text(place));
}

/** Distinct integers from 0 to below `end`, ascending. */
export function ascendingBelow(end: number): fc.Arbitrary<number[]> {
  return fc.uniqueArray(fc.nat(end - 1)).map((items) => items.toSorted((left, right) => left - right));
}

/** Words of few letters, among them some whose order by code points is not that of UTF-16 units. */
export const shortWords = fc
  .array(fc.constantFrom('a', 'b', 'é', '手', '\uffee', '😀'), { minLength: 1, maxLength: 4 })
  .map((letters) => letters.join(''));

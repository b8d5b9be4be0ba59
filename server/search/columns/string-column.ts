/**
 * Stores strings as UTF-8 in one slab and compares them by bytes, which for UTF-8 is the order of code points (RFC 3629 §1), without
 * decoding anything. Indexes are trusted to be within the column. It never changes the bytes, which threads share. Lengths and places
 * are bytes, not characters.
 */
// Tests: ./string-column.test.ts.

/** A column as stored. */
export interface StringSlab {
  /** Byte position of each string, and the end of the last. */
  readonly offsets: Uint32Array;
  readonly bytes: Uint8Array;
}

/** Encodes strings, in their order. */
export function buildStringSlab(strings: readonly string[]): StringSlab {
  const joined = strings.join('');
  const offsets = new Uint32Array(strings.length + 1);
  // Three bytes a UTF-16 unit is the most that UTF-8 takes.
  const bytes = Buffer.allocUnsafe(joined.length * 3);
  const size = bytes.write(joined, 'utf8');
  // If no character takes more than a byte, as in most columns, strings are not encoded one by one.
  const isAscii = size === joined.length;
  let end = 0;
  for (let index = 0; index < strings.length; index += 1) {
    const text = strings[index] ?? '';
    end += isAscii ? text.length : bytes.write(text, end, 'utf8');
    offsets[index + 1] = end;
  }
  return { offsets, bytes: bytes.subarray(0, end) };
}

/** Copies the strings at `places` of the columns in `sources`, in that order. */
export function gatherStrings(
  columns: readonly StringColumn[],
  sources: Uint16Array,
  places: Uint32Array,
): StringSlab {
  const offsets = new Uint32Array(places.length + 1);
  let size = 0;
  for (let index = 0; index < places.length; index += 1) {
    size += columns[sources[index] ?? 0]?.lengthOf(places[index] ?? 0) ?? 0;
    offsets[index + 1] = size;
  }
  const bytes = new Uint8Array(size);
  for (let index = 0; index < places.length; index += 1) {
    columns[sources[index] ?? 0]?.copyTo(places[index] ?? 0, bytes, offsets[index] ?? 0);
  }
  return { offsets, bytes };
}

/** Reads a slab. Indexes must be within it. */
export class StringColumn {
  readonly length: number;
  /** The bytes of all strings together. */
  readonly byteLength: number;
  readonly #offsets: Uint32Array;
  readonly #bytes: Buffer;

  constructor(offsets: Uint32Array, bytes: Uint8Array) {
    this.length = Math.max(offsets.length - 1, 0);
    this.byteLength = bytes.byteLength;
    this.#offsets = offsets;
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  text(index: number): string {
    return this.#bytes.toString('utf8', this.#offsets[index], this.#offsets[index + 1]);
  }

  /** The length of a string in bytes. */
  lengthOf(index: number): number {
    return (this.#offsets[index + 1] ?? 0) - (this.#offsets[index] ?? 0);
  }

  /** Copies a string to a place; returns where it ends there. */
  copyTo(index: number, target: Uint8Array, at: number): number {
    const bytes = this.#bytes;
    const start = this.#offsets[index] ?? 0;
    const last = this.#offsets[index + 1] ?? 0;
    if (last - start > shortBytes) return at + bytes.copy(target, at, start, last);
    let end = at;
    for (let place = start; place < last; place += 1) target[end++] = bytes[place] ?? 0;
    return end;
  }

  /** Returns where a string starts among all bytes. */
  startOf(index: number): number {
    return this.#offsets[index] ?? 0;
  }

  byteAt(place: number): number {
    return this.#bytes[place] ?? 0;
  }

  /** A view, not a copy. */
  bytes(index: number): Buffer {
    return this.#bytes.subarray(this.#offsets[index], this.#offsets[index + 1]);
  }

  /** Compares by code points: below 0 if this column's string comes first. */
  compare(index: number, other: StringColumn, otherIndex: number): number {
    const start = this.#offsets[index] ?? 0;
    const otherStart = other.#offsets[otherIndex] ?? 0;
    const length = (this.#offsets[index + 1] ?? 0) - start;
    const otherLength = (other.#offsets[otherIndex + 1] ?? 0) - otherStart;
    for (let place = 0; place < length && place < otherLength; place += 1) {
      const difference = (this.#bytes[start + place] ?? 0) - (other.#bytes[otherStart + place] ?? 0);
      if (difference !== 0) return difference;
    }
    return length - otherLength;
  }

  compareBytes(index: number, wanted: Uint8Array): number {
    const start = this.#offsets[index] ?? 0;
    const length = (this.#offsets[index + 1] ?? 0) - start;
    for (let place = 0; place < length && place < wanted.length; place += 1) {
      const difference = (this.#bytes[start + place] ?? 0) - (wanted[place] ?? 0);
      if (difference !== 0) return difference;
    }
    return length - wanted.length;
  }

  /** The first place of a sorted column whose string does not come before the bytes; its length if there is none. */
  lowerBound(wanted: Uint8Array): number {
    let low = 0;
    let high = this.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.compareBytes(middle, wanted) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** The place of the bytes in a sorted column, or -1. */
  find(wanted: Uint8Array): number {
    const place = this.lowerBound(wanted);
    return place < this.length && this.compareBytes(place, wanted) === 0 ? place : -1;
  }

  /**
   * Returns 0 if the string, from its byte `from` on, begins with the bytes; else below or above 0, as it comes before
   * or after all strings that do.
   */
  comparePrefix(index: number, prefix: Uint8Array, from = 0): number {
    const start = (this.#offsets[index] ?? 0) + from;
    const length = (this.#offsets[index + 1] ?? 0) - start;
    for (let place = 0; place < prefix.length; place += 1) {
      if (place >= length) return -1;
      const difference = (this.#bytes[start + place] ?? 0) - (prefix[place] ?? 0);
      if (difference !== 0) return difference;
    }
    return 0;
  }
}

/** Measured: copying this many bytes one by one costs less than a call. */
const shortBytes = 64;

/** Places from `start` to before `end`. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

/**
 * The first place from `start` to `end` whose comparison is not negative, in O(log n); `end` if there is none. Comparisons must
 * rise with the places.
 */
export function lowerBound(start: number, end: number, compareAt: (place: number) => number): number {
  let low = start;
  let high = end;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (compareAt(middle) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * The first place from `start` to `end` for which `isBeyond` is true, in O(log n) of its distance; `end` if there is none.
 * `isBeyond` must stay true for all later places.
 */
export function doublingBound(start: number, end: number, isBeyond: (place: number) => boolean): number {
  let step = 1;
  while (start + step - 1 < end && !isBeyond(start + step - 1)) step *= 2;
  const from = start + (step >>> 1);
  return lowerBound(from, Math.min(start + step, end), (place) => (isBeyond(place) ? 1 : -1));
}

/** Strings of a sorted column that begin with `prefix`. O(log n). */
export function prefixRange(sorted: StringColumn, prefix: Uint8Array): Range {
  const start = sorted.lowerBound(prefix);
  return { start, end: prefixEnd(sorted, prefix, start) };
}

/** The end of the strings that begin with `prefix`, if they start at `start`. */
export function prefixEnd(sorted: StringColumn, prefix: Uint8Array, start: number): number {
  return doublingBound(start, sorted.length, (place) => sorted.comparePrefix(place, prefix) > 0);
}

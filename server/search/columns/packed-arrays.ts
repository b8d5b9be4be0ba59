/**
 * Packs arrays of integers and bytes into one shared buffer, so a small structure crosses threads by reference. Lengths are counted in
 * bytes and each array starts at a multiple of four. Only buffers of {@link packArrays} may be opened, with the same count and order:
 * nothing is checked.
 */
// Tests: ./packed-arrays.test.ts.

/** Arrays that can be packed. */
export type PackedArray = Uint8Array | Uint32Array;

/** Views of packed arrays, by index. */
export interface ArrayReader {
  bytes(place: number): Uint8Array;
  integers(place: number): Uint32Array;
}

const integerBytes = 4;

/** Copies the arrays into one buffer, after their lengths; each begins at a multiple of four bytes. */
export function packArrays(arrays: readonly PackedArray[]): SharedArrayBuffer {
  const starts = startsOf(arrays.map(({ byteLength }) => byteLength));
  const memory = new SharedArrayBuffer(starts.at(-1) ?? 0);
  new Uint32Array(memory).set(arrays.map(({ byteLength }) => byteLength));
  arrays.forEach(({ buffer, byteOffset, byteLength }, place) => {
    new Uint8Array(memory, starts[place]).set(new Uint8Array(buffer, byteOffset, byteLength));
  });
  return memory;
}

/** Opens `count` packed arrays without copies. */
export function openArrays(memory: SharedArrayBuffer, count: number): ArrayReader {
  const lengths = Array.from(new Uint32Array(memory, 0, count));
  const starts = startsOf(lengths);
  return {
    bytes: (place) => new Uint8Array(memory, starts[place], lengths[place]),
    integers: (place) => new Uint32Array(memory, starts[place], (lengths[place] ?? 0) / integerBytes),
  };
}

/** Returns where arrays of these lengths in bytes begin, and where the last one ends. */
function startsOf(lengths: readonly number[]): number[] {
  const starts = [lengths.length * integerBytes];
  for (const length of lengths) {
    starts.push((starts.at(-1) ?? 0) + Math.ceil(length / integerBytes) * integerBytes);
  }
  return starts;
}

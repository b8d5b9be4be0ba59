/**
 * Splits the bytes of a large segment into equal pages, each compressed by itself, so that one can be read without the others. Each
 * carries the checksum of its content (zstd's own); a damaged page rejects. Threads of the runtime do the work. It reads and writes no
 * file. A page has 64 KiB before compression, the last one less; numbers count from 0 and are trusted.
 */
// Tests: test/scenarios/shared-indexes.test.ts.
import { promisify } from 'node:util';
import { constants, zstdCompress, zstdDecompress } from 'node:zlib';

/** Bytes of every page but the last, which holds the rest. Chosen. */
export const pageBytes = 64 * 1024;

/** Level of zstd. Measured: a page becomes 0.35 of its size, and higher levels save next to nothing. */
const level = 1;

const compress = promisify(zstdCompress);
const decompress = promisify(zstdDecompress);

export function pageCountOf(byteLength: number): number {
  return Math.ceil(byteLength / pageBytes);
}

/** The bytes of the segment that are in the page. */
export function pageOf(segment: Uint8Array, number: number): Uint8Array {
  return segment.subarray(number * pageBytes, (number + 1) * pageBytes);
}

export async function packBytes(bytes: Uint8Array): Promise<Uint8Array> {
  return await compress(bytes, {
    params: { [constants.ZSTD_c_compressionLevel]: level, [constants.ZSTD_c_checksumFlag]: 1 },
  });
}

/** Unpacks a page. Rejects if its bytes were damaged. */
export async function unpackBytes(packed: Uint8Array): Promise<Uint8Array> {
  return await decompress(packed);
}

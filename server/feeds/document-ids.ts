/**
 * Keeps which products the document of a feed held, as sorted hashes of their ids: 8 bytes a product, in parts of 1 MiB. It never
 * holds an id itself, so two ids with one hash count as one. Stored parts are trusted; a run without any has no ids.
 */
// Tests: test/storage/document-ids.test.ts.
import { limits } from '../../contract/limits.ts';
import { hashOfId, type IdHashes } from '../ingest/id-hashes.ts';
import type { StoreReader } from '../storage/storage.ts';

/** A run by which a document is known. */
export interface RunOfFeed {
  readonly feedId: string;
  readonly runId: string;
}

/** The ids of one document. With a million of them, one in about 10^10 other ids is taken for one. */
export class DocumentIds {
  readonly #sorted: Float64Array<ArrayBuffer>;

  private constructor(sorted: Float64Array<ArrayBuffer>) {
    this.#sorted = sorted;
  }

  static of(ids: IdHashes): DocumentIds {
    return new DocumentIds(ids.sorted());
  }

  /** Reads the ids that a run wrote; empty if it wrote none. */
  static async read(reader: StoreReader, run: RunOfFeed): Promise<DocumentIds> {
    return new DocumentIds(fromParts(await reader.feeds.content(run)));
  }

  has(externalId: string): boolean {
    return includes(this.#sorted, hashOfId(externalId));
  }

  /** Unites the ids with those of another document. */
  with(other: DocumentIds): DocumentIds {
    const both = new Float64Array(this.#sorted.length + other.#sorted.length);
    both.set(this.#sorted);
    both.set(other.#sorted, this.#sorted.length);
    both.sort();
    return new DocumentIds(both.filter((hash, at) => hash !== both[at - 1]));
  }

  /** Returns the hashes as they are stored: little-endian, as on every machine of today. */
  toParts(): Uint8Array[] {
    const { buffer, byteOffset, byteLength } = this.#sorted;
    const bytes = new Uint8Array(buffer, byteOffset, byteLength);
    const parts: Uint8Array[] = [];
    for (let start = 0; start < bytes.byteLength; start += limits.fileChunkBytes) {
      parts.push(bytes.subarray(start, start + limits.fileChunkBytes));
    }
    return parts;
  }
}

function fromParts(parts: readonly Uint8Array[]): Float64Array<ArrayBuffer> {
  const bytes = new Uint8Array(parts.reduce((length, part) => length + part.byteLength, 0));
  let place = 0;
  for (const part of parts) {
    bytes.set(part, place);
    place += part.byteLength;
  }
  return new Float64Array(bytes.buffer);
}

function includes(sorted: Float64Array, hash: number): boolean {
  let [low, high] = [0, sorted.length - 1];
  while (low <= high) {
    const middle = (low + high) >> 1;
    const found = sorted[middle] ?? 0;
    if (found === hash) return true;
    if (found < hash) low = middle + 1;
    else high = middle - 1;
  }
  return false;
}

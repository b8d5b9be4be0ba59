/** Which products the documents of feeds held, as sorted hashes of their ids: 8 bytes a product, in parts of 1 MiB. */
import { limits } from '../../contract/limits.ts';
import { hashOfId } from '../ingest/id-hashes.ts';
import type { StoreReader } from '../storage/storage.ts';

/** Hashes as they are stored, little-endian as every machine of today has them. */
export function toParts(sorted: Float64Array<ArrayBuffer>): Uint8Array[] {
  const bytes = new Uint8Array(sorted.buffer, sorted.byteOffset, sorted.byteLength);
  const parts: Uint8Array[] = [];
  for (let start = 0; start < bytes.byteLength; start += limits.fileChunkBytes) {
    parts.push(bytes.subarray(start, start + limits.fileChunkBytes));
  }
  return parts;
}

function fromParts(parts: readonly Uint8Array[]): Float64Array {
  const bytes = new Uint8Array(parts.reduce((length, part) => length + part.byteLength, 0));
  let place = 0;
  for (const part of parts) {
    bytes.set(part, place);
    place += part.byteLength;
  }
  return new Float64Array(bytes.buffer);
}

/** The products of some documents. One in about 10^15 ids is taken for one of them that is not. */
export class DocumentIds {
  readonly #lists: readonly Float64Array[];

  constructor(lists: readonly Float64Array[]) {
    this.#lists = lists;
  }

  has(externalId: string): boolean {
    const hash = hashOfId(externalId);
    return this.#lists.some((list) => includes(list, hash));
  }
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

/**
 * The products of this document and of the documents of the store's other feeds: of each the last good one, and one
 * that is being imported. `own`: null where the document's ids are not in memory any more.
 */
export async function readDocumentIds(
  reader: StoreReader,
  run: { readonly feedId: string; readonly runId: string },
  own: Float64Array | null,
): Promise<DocumentIds> {
  const lists = [own ?? fromParts(await reader.feedContent(run))];
  for (const other of await reader.contentsOfOthers(run.feedId)) {
    lists.push(fromParts(await reader.feedContent(other)));
  }
  return new DocumentIds(lists);
}

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

/** A run by which a document is known. */
interface RunOfFeed {
  readonly feedId: string;
  readonly runId: string;
}

interface OtherDocument {
  readonly runId: string;
  readonly list: Float64Array;
}

/**
 * The products of a run's document and of the newest documents of the store's other feeds. One in about 10^15 ids is
 * taken for one of them that is not.
 */
export class PresentIds {
  readonly #run: RunOfFeed;
  readonly #own: Float64Array;
  /** By feed. */
  #others: ReadonlyMap<string, OtherDocument> = new Map();

  private constructor(run: RunOfFeed, own: Float64Array) {
    this.#run = run;
    this.#own = own;
  }

  /** `own`: null where the document's ids are not in memory any more. */
  static async read(reader: StoreReader, run: RunOfFeed, own: Float64Array | null): Promise<PresentIds> {
    const present = new PresentIds(run, own ?? fromParts(await reader.feedContent(run)));
    await present.catchUp(reader);
    return present;
  }

  has(externalId: string): boolean {
    const hash = hashOfId(externalId);
    if (includes(this.#own, hash)) return true;
    for (const { list } of this.#others.values()) if (includes(list, hash)) return true;
    return false;
  }

  /** True where no other feed has a document. */
  get isAlone(): boolean {
    return this.#others.size === 0;
  }

  /** Takes over what documents of other feeds have come to their end meanwhile, in the place of those before. */
  async catchUp(reader: StoreReader): Promise<void> {
    const others = new Map<string, OtherDocument>();
    for (const { feedId, runId } of await reader.contentsOfOthers(this.#run.feedId)) {
      const known = this.#others.get(feedId);
      const isKnown = known !== undefined && known.runId === runId;
      others.set(
        feedId,
        isKnown ? known : { runId, list: fromParts(await reader.feedContent({ feedId, runId })) },
      );
    }
    this.#others = others;
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

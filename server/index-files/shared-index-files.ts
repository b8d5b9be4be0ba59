/**
 * Saves and loads indexes in the database, for all nodes that run a program of the same version: one builds and saves an
 * index, the others load it and read only the products that changed since. Like files they are a cache: an index that is
 * damaged or of another history is discarded.
 *
 * A manifest like that of files names the segments; large ones are in pages beside it. Ids of segments are random, so that the
 * same id means the same bytes on every node, and stored pages are never written again.
 *
 * One of the nodes saves for as long as it has changes to save: the segments of each node are its own, and taking turns
 * would have each write all of the index again.
 *
 * A claim lasts 5 minutes and is renewed while pages are written; segments that no manifest names stay for 10 minutes, indexes of
 * other versions for a day. A page has 64 KiB, a statement 64 pages. It never changes a product.
 */
// Tests: test/scenarios/shared-indexes.test.ts, test/scenarios/postgres-backend.test.ts.
import type { SharedIndexes, SharedIndexHead, SharedIndexName } from '../storage/indexes/tables.ts';
import type { Acceptance, IndexPlace, LoadedIndex, SavedIndex } from './index-files.ts';
import {
  decodeManifest,
  encodeManifest,
  entryOf,
  headOf,
  type IndexIdentity,
  type IndexMaking,
  identityDifference,
  largeSegmentMinBytes,
  type Manifest,
  type ManifestHead,
  manifestVersion,
  type SavedBuffer,
  type SegmentEntry,
  savedBuffers,
  segmentsOf,
} from './index-manifest.ts';
import { packBytes, pageCountOf, pageOf, unpackBytes } from './pages.ts';

/** The shared indexes as the process that has this owner's name sees them. */
export interface SharedIndexFiles extends IndexPlace {
  /** Reads how far the saved index goes; null if there is none. Cheap. */
  head(identity: IndexIdentity): Promise<SharedIndexHead | null>;
  /** Removes files of indexes saved here that are no longer needed. */
  prune(): Promise<void>;
}

/** Pages of one statement: 4 MiB of segments. Chosen. */
const pagesAtOnce = 64;

/** Statements of a load at a time. Chosen: the database works on some while others are unpacked. */
const readsAtOnce = 3;

/** Milliseconds after a save, or a piece of one, in which no other process may save the index. Chosen. */
const leaseMs = 5 * 60_000;

/** Pieces of 4 MiB after which the claim is renewed. Chosen. */
const piecesPerClaim = 8;

/**
 * Milliseconds for which segments stay for nodes that read them, and indexes of other versions for nodes that run these.
 * Chosen.
 */
const keep = { segmentMs: 10 * 60_000, versionMs: 24 * 3_600_000 };

/** The error of missing pages: the index was replaced long ago, or a person removed them. */
const gone = new Error('pages of it are gone');

/** `owner`: a name that no other process has. */
export function createSharedIndexFiles(shared: SharedIndexes, owner: string): SharedIndexFiles {
  return new DatabaseIndexes(shared, owner);
}

class DatabaseIndexes implements SharedIndexFiles {
  readonly #shared: SharedIndexes;
  readonly #owner: string;
  /** The index that was last loaded for each store: if it is of no use, that one is let go. */
  readonly #loaded = new Map<string, { readonly name: SharedIndexName; readonly head: SharedIndexHead }>();
  readonly #unpruned = new Map<string, SharedIndexName>();

  constructor(shared: SharedIndexes, owner: string) {
    this.#shared = shared;
    this.#owner = owner;
  }

  async head(identity: IndexIdentity): Promise<SharedIndexHead | null> {
    return await this.#shared.head(nameOf(identity));
  }

  async readHead(made: IndexMaking): Promise<ManifestHead | null> {
    const found = await this.#findManifest(made);
    return found === null || found instanceof Error ? null : headOf(found, made);
  }

  async load(identity: IndexIdentity, accept: Acceptance): Promise<LoadedIndex> {
    const { storeId } = identity;
    const manifest = await this.#findManifest(identity);
    if (manifest === null) return { kind: 'absent' };
    if (manifest instanceof Error) return await this.#refuse(storeId, manifest.message);
    const { changeNumber, position, witnesses, synonyms } = manifest.head;
    const progress = { changeNumber, position, witnesses, synonyms };
    // One of other settings is replaced by the next that is saved.
    const difference = identityDifference(manifest.head.identity, identity);
    if (difference !== null) return { kind: 'refused', reason: difference };
    const reason = await accept(progress);
    if (reason !== null) return await this.#refuse(storeId, reason);
    const buffers: SavedBuffer[] = [];
    for (const { entry, tombstones, data } of manifest.segments) {
      const bytes = data ?? (await this.#readSegment(storeId, entry));
      if (bytes instanceof Error) {
        return await this.#refuse(storeId, `segment ${entry.id}: ${bytes.message}`);
      }
      buffers.push({ ...entry, data: bytes, tombstones });
    }
    const segments = segmentsOf(buffers);
    return { kind: 'loaded', index: { identity, ...progress, segments } };
  }

  async save(index: SavedIndex): Promise<boolean> {
    const { identity, changeNumber } = index;
    const name = nameOf(identity);
    const buffers = savedBuffers(index.segments);
    const large = buffers.filter(isLarge);
    const named = await this.#shared.namedSegments(
      identity.storeId,
      large.map(({ id }) => id),
    );
    const unnamed = large.filter(({ id }) => !named.has(id));
    if (!(await this.#claim(name, changeNumber))) {
      // The one that is there does as well.
      return ((await this.#shared.head(name))?.changeNumber ?? -1) >= changeNumber;
    }
    const renew = () => this.#claim(name, changeNumber);
    for (const segment of unnamed) {
      if (!(await this.#writeSegment(name, segment, renew))) return false;
    }
    const segments = buffers.map((buffer) => entryOf(buffer, isLarge(buffer) ? 0 : null));
    const manifest = await packBytes(encodeManifest({ ...index, segments }, buffers));
    const pages = large.map(({ id, data }) => ({ id, pageCount: pageCountOf(data.byteLength) }));
    const isPublished = await this.#shared.publish(
      name,
      { changeNumber, manifest, segments: pages },
      { owner: this.#owner, leaseMs },
    );
    if (isPublished) this.#unpruned.set(identity.storeId, name);
    return isPublished;
  }

  async discard(storeId: string): Promise<void> {
    const loaded = this.#loaded.get(storeId);
    if (loaded !== undefined) await this.#shared.discard(loaded.name, loaded.head);
  }

  async prune(): Promise<void> {
    for (const [storeId, name] of this.#unpruned) {
      if (!(await this.#shared.prune(name, keep))) continue;
      if (this.#unpruned.get(storeId) === name) this.#unpruned.delete(storeId);
    }
  }

  async #claim(name: SharedIndexName, changeNumber: number): Promise<boolean> {
    return await this.#shared.claim(name, { owner: this.#owner, leaseMs, changeNumber });
  }

  /** An error, as a value, that says what is wrong with it. */
  async #findManifest(identity: IndexMaking): Promise<Manifest | Error | null> {
    const name = nameOf(identity);
    const found = await this.#shared.find(name);
    if (found === null) return null;
    this.#loaded.set(identity.storeId, { name, head: found });
    try {
      return decodeManifest(await unpackBytes(found.manifest));
    } catch (error) {
      return toError(error);
    }
  }

  async #refuse(storeId: string, reason: string): Promise<LoadedIndex> {
    await this.discard(storeId);
    return { kind: 'refused', reason };
  }

  /** Reads all pages of a segment; an error, as a value, if one of them is gone or damaged. */
  async #readSegment(
    storeId: string,
    { id, byteLength }: Pick<SegmentEntry, 'id' | 'byteLength'>,
  ): Promise<SharedArrayBuffer | Error> {
    const data = new SharedArrayBuffer(byteLength);
    const bytes = new Uint8Array(data);
    const pieces = piecesOf(byteLength).values();
    const faults: Error[] = [];
    const readPieces = async () => {
      for (const numbers of pieces) {
        const packed = await this.#shared.readPages(storeId, id, numbers);
        const fault = packed === null ? gone : await unpackPages(bytes, numbers, packed);
        if (fault !== null) faults.push(fault);
        if (faults.length > 0) return;
      }
    };
    await Promise.all(Array.from({ length: readsAtOnce }, readPieces));
    return faults[0] ?? data;
  }

  /** Returns whether all of it is there; it is not where the claim was lost. */
  async #writeSegment(
    name: SharedIndexName,
    segment: SavedBuffer,
    renew: () => Promise<boolean>,
  ): Promise<boolean> {
    const bytes = new Uint8Array(segment.data);
    for (const [piece, numbers] of piecesOf(bytes.length).entries()) {
      if (piece > 0 && piece % piecesPerClaim === 0 && !(await renew())) return false;
      const pages = await Promise.all(
        numbers.map(async (number) => ({ number, content: await packBytes(pageOf(bytes, number)) })),
      );
      await this.#shared.writePages(name, segment.id, pages);
    }
    return true;
  }
}

/** Unpacks pages into their places in a segment; an error, as a value, if one is damaged or of another length. */
async function unpackPages(
  segment: Uint8Array,
  numbers: readonly number[],
  packed: readonly Uint8Array[],
): Promise<Error | null> {
  try {
    const pages = await Promise.all(packed.map(unpackBytes));
    for (const [index, page] of pages.entries()) {
      const number = numbers[index] ?? 0;
      const place = pageOf(segment, number);
      if (page.length !== place.length) return new Error(`page ${number} has another length`);
      place.set(page);
    }
    return null;
  } catch (error) {
    return toError(error);
  }
}

/** The numbers of a segment's pages, as many in a piece as one statement takes. */
function piecesOf(byteLength: number): number[][] {
  const numbers = Array.from({ length: pageCountOf(byteLength) }, (_, number) => number);
  const pieces: number[][] = [];
  for (let start = 0; start < numbers.length; start += pagesAtOnce) {
    pieces.push(numbers.slice(start, start + pagesAtOnce));
  }
  return pieces;
}

function isLarge({ data }: SavedBuffer): boolean {
  return data.byteLength >= largeSegmentMinBytes;
}

function nameOf(identity: IndexMaking): SharedIndexName {
  return { storeId: identity.storeId, version: manifestVersion(identity) };
}

function toError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}

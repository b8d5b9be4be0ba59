/**
 * Saves and loads indexes on disk: a folder for each store, `<folder>/<store id>/`, with one immutable file for each
 * large segment and the manifest that names them (index-manifest.ts). It is a cache of the database and nothing more:
 * a file that is missing, damaged, half written or foreign is refused, and the caller rebuilds the index.
 *
 * A crash at any moment leaves the manifest of before or of after: segments are durable before the manifest names
 * them, the manifest replaces the one before by renaming, and only then is deleted what it does not name.
 *
 * It never changes a file that a manifest names, and never reads another store's folder. Segments below 128 KiB are in the manifest. A
 * full disk rejects a save, and the index before stays.
 */
// Tests: ./index-files.test.ts.
import { readFileSync } from 'node:fs';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { SegmentSnapshot } from '../search/engine.ts';
import { readChecked, syncFolder, writeChecked } from './checked-file.ts';
import {
  decodeManifest,
  encodeManifest,
  entryOf,
  headOf,
  type IndexIdentity,
  type IndexMaking,
  type IndexProgress,
  identityDifference,
  largeSegmentMinBytes,
  type Manifest,
  type ManifestHead,
  manifestChecksum,
  type SavedBuffer,
  type SegmentEntry,
  savedBuffers,
  segmentsOf,
} from './index-manifest.ts';

/** An index as it is saved. */
export interface SavedIndex extends IndexProgress {
  readonly identity: IndexIdentity;
  readonly segments: readonly SegmentSnapshot[];
}

/** The result of a load. `refused` comes with the reason, for people: the saved index is gone. */
export type LoadedIndex =
  | { readonly kind: 'loaded'; readonly index: SavedIndex }
  | { readonly kind: 'absent' }
  | { readonly kind: 'refused'; readonly reason: string };

/**
 * Shown how far an index goes before its segments are read; may give a reason to refuse it. Not asked of one that this
 * process saved or accepted before.
 */
export type Acceptance = (progress: IndexProgress) => Promise<string | null>;

/** A place where indexes are saved. */
export interface IndexPlace {
  /** Returns what the manifest says of the store's index, made by any settings; null if none of this version is usable. */
  readHead(made: IndexMaking): Promise<ManifestHead | null>;
  /** Reads an index of this identity. */
  load(identity: IndexIdentity, accept: Acceptance): Promise<LoadedIndex>;
  /**
   * Puts the index in the place of the one saved before; segments that are there already are not written again. False
   * where it is another one's turn. Where it rejects, the one before is there still, and nothing else.
   */
  save(index: SavedIndex): Promise<boolean>;
  /** Removes what is saved of a store, as far as that can be done. */
  discard(storeId: string): Promise<void>;
}

/**
 * The saved indexes of one data folder. Calls for one store take turns. Loading rejects only where `accept` does,
 * saving with the error of the file system.
 */
export interface IndexFiles extends IndexPlace {
  /** Reads how far the saved index of this identity goes; null if none can be used. */
  progress(identity: IndexIdentity): Promise<IndexProgress | null>;
}

const manifestName = 'index.manifest';
const newManifestName = 'index.manifest.new';

/** `folder` need not exist; it is made when something is saved. */
export function createIndexFiles(folder: string): IndexFiles {
  const written = new Map<string, KnownIndex>();
  const turns = new Map<string, Promise<unknown>>();

  function inTurn<Result>(storeId: string, work: () => Promise<Result>): Promise<Result> {
    const result = (turns.get(storeId) ?? Promise.resolve()).then(work);
    const turn = result.catch(() => {});
    turns.set(storeId, turn);
    void turn.then(() => {
      if (turns.get(storeId) === turn) turns.delete(storeId);
    });
    return result;
  }

  async function discard(storeId: string): Promise<void> {
    written.delete(storeId);
    await rm(join(folder, storeId), { recursive: true, force: true }).catch(() => {});
  }

  return {
    readHead: (made) =>
      inTurn(made.storeId, async () => {
        const manifest = await readManifest(join(folder, made.storeId));
        return manifest === null || manifest instanceof Error ? null : headOf(manifest, made);
      }),
    load: (identity, accept) =>
      inTurn(identity.storeId, async () => {
        const { storeId } = identity;
        const loaded = await readIndex(join(folder, storeId), identity, {
          accept,
          knownChecksum: written.get(storeId)?.checksum ?? null,
        });
        if (loaded.kind === 'refused') await discard(storeId);
        if (loaded.kind === 'loaded') written.set(storeId, loaded.known);
        return loaded;
      }),
    save: (index) =>
      inTurn(index.identity.storeId, async () => {
        const { storeId } = index.identity;
        const known = written.get(storeId)?.files ?? new Map();
        written.set(storeId, await writeIndex(join(folder, storeId), index, known));
        return true;
      }),
    progress: (identity) =>
      inTurn(identity.storeId, async () => {
        const manifest = await readManifest(join(folder, identity.storeId));
        if (manifest === null || manifest instanceof Error) return null;
        return identityDifference(manifest.head.identity, identity) === null ? manifest.head : null;
      }),
    discard: (storeId) => inTurn(storeId, () => discard(storeId)),
  };
}

/** The files that this process saved for a store, or read and accepted. */
interface KnownIndex {
  /** Files that are whole and durable, by segment id. */
  readonly files: ReadonlyMap<number, SegmentEntry>;
  /** The checksum of the manifest. */
  readonly checksum: number;
}

type ReadIndex =
  | Exclude<LoadedIndex, { readonly kind: 'loaded' }>
  | {
      readonly kind: 'loaded';
      readonly index: SavedIndex;
      readonly known: KnownIndex;
    };

async function readIndex(
  folder: string,
  wanted: IndexIdentity,
  { accept, knownChecksum }: { readonly accept: Acceptance; readonly knownChecksum: number | null },
): Promise<ReadIndex> {
  const manifest = await readManifest(folder);
  if (manifest === null) return { kind: 'absent' };
  if (manifest instanceof Error) return { kind: 'refused', reason: `${manifestName}: ${manifest.message}` };
  const { identity, changeNumber, position, witnesses, synonyms } = manifest.head;
  const progress = { changeNumber, position, witnesses, synonyms };
  const { checksum } = manifest;
  const doubt = checksum === knownChecksum ? null : accept;
  const reason = identityDifference(identity, wanted) ?? (await doubt?.(progress)) ?? null;
  if (reason !== null) return { kind: 'refused', reason };
  const buffers: SavedBuffer[] = [];
  const files = new Map<number, SegmentEntry>();
  for (const { entry, tombstones, data: inManifest } of manifest.segments) {
    const data = inManifest ?? (await readSegment(folder, entry));
    if (data instanceof Error)
      return { kind: 'refused', reason: `${segmentName(entry.id)}: ${data.message}` };
    buffers.push({ ...entry, data, tombstones });
    if (inManifest === null) files.set(entry.id, entry);
  }
  const segments = segmentsOf(buffers);
  return { kind: 'loaded', index: { identity, ...progress, segments }, known: { files, checksum } };
}

/** Null where there is none; an error, as a value, that says what is wrong with it. */
export async function readManifest(folder: string): Promise<Manifest | Error | null> {
  try {
    // Small, and there at once: see `readChecked`.
    return decodeManifest(readFileSync(join(folder, manifestName)));
  } catch (error) {
    if (hasCode(error, 'ENOENT') || hasCode(error, 'ENOTDIR')) return null;
    return error instanceof Error ? error : new Error(String(error));
  }
}

export async function readSegment(folder: string, entry: SegmentEntry): Promise<SharedArrayBuffer | Error> {
  try {
    const data = new SharedArrayBuffer(entry.byteLength);
    await readChecked(join(folder, segmentName(entry.id)), new Uint8Array(data), entry.checksum ?? 0);
    return data;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

/** `known`: files that are there already. */
async function writeIndex(
  folder: string,
  index: SavedIndex,
  known: ReadonlyMap<number, SegmentEntry>,
): Promise<KnownIndex> {
  await ensureFolder(dirname(folder));
  await ensureFolder(folder);
  const present = new Set(await readdir(folder));
  const files = new Map<number, SegmentEntry>();
  const segments: SegmentEntry[] = [];
  const buffers = savedBuffers(index.segments);
  let isRenamed = false;
  let checksum: number;
  try {
    for (const segment of buffers) {
      const before = present.has(segmentName(segment.id)) ? known.get(segment.id) : undefined;
      const entry = await writeSegment(folder, segment, before?.checksum ?? null);
      segments.push(entry);
      if (entry.checksum !== null) files.set(entry.id, entry);
    }
    if (files.size > 0) await syncFolder(folder);
    const manifest = encodeManifest({ ...index, segments }, buffers);
    checksum = manifestChecksum(manifest);
    await writeChecked(join(folder, newManifestName), manifest);
    await rename(join(folder, newManifestName), join(folder, manifestName));
    isRenamed = true;
    await syncFolder(folder);
  } catch (error) {
    // Half of an index must not keep the last of the disk from the database. Once the manifest has its name, it is
    // this one or, after a crash, the one before: the segments of both are needed.
    await removeOthers(folder, isRenamed ? new Map([...known, ...files]) : known);
    throw error;
  }
  await removeOthers(folder, files);
  return { files, checksum };
}

/** `knownChecksum`: of the file that is there already; null where the segment was not written yet. */
async function writeSegment(
  folder: string,
  segment: SavedBuffer,
  knownChecksum: number | null,
): Promise<SegmentEntry> {
  const { id, data } = segment;
  if (data.byteLength < largeSegmentMinBytes) return entryOf(segment, null);
  const checksum = knownChecksum ?? (await writeChecked(join(folder, segmentName(id)), new Uint8Array(data)));
  return entryOf(segment, checksum);
}

/** Removes everything but the manifest and these segments, as far as that can be done: the next save tries again. */
async function removeOthers(folder: string, files: ReadonlyMap<number, SegmentEntry>): Promise<void> {
  const kept = new Set([manifestName, ...Array.from(files.keys(), segmentName)]);
  const names = await readdir(folder).catch(() => []);
  for (const name of names.filter((other) => !kept.has(other))) {
    await rm(join(folder, name), { recursive: true, force: true }).catch(() => {});
  }
}

/**
 * Creates a folder one step at a time: Node's own recursion never ends on file systems that answer every attempt with
 * ENOENT.
 */
async function ensureFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { mode: 0o700 });
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error;
  }
}

export function segmentName(id: number): string {
  return `${id}.segment`;
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}

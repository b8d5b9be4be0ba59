/**
 * The manifest: the one small file that describes a saved index. It names the store, the last change, and the segments with
 * their checksums, and it contains the tombstones and the segments that are too small for files of their own. It is replaced
 * as a whole, so an index on disk is either the one before or the one after. Damaged or foreign bytes throw with a reason.
 *
 *   u32 magic, u32 format version, u32 length of the head, u32 CRC-32 of all the rest (little-endian)
 *   the head: JSON
 *   for each segment and layer of cards: its tombstones, then its bytes if the head says that they are here
 *
 * Pure: it reads and writes no file. Sizes are bytes; a manifest of another format, machine or identity is refused with a reason,
 * never converted.
 */
// Tests: ./index-files.test.ts.
import { endianness } from 'node:os';
import { crc32 } from 'node:zlib';
import type { SegmentSnapshot } from '../search/engine.ts';
import type { ChangePosition } from '../storage/records.ts';

/** The store of an index and the rules by which it was made; an index of another identity is not used. */
export interface IndexIdentity {
  readonly storeId: string;
  /** Distinguishes a store from one of the same id in another database. */
  readonly createdAt: number;
  readonly locale: string;
  readonly currency: string;
  /** Whether variants are grouped. */
  readonly groupVariants: boolean;
  /** The version of the rules by which products become segments. */
  readonly version: number;
}

/** Returns the store and the rules of the index, made by any settings. */
export type IndexMaking = Pick<IndexIdentity, 'storeId' | 'version'>;

/**
 * A product as it was when the index read it: it must still be so, or have changed later. A database that went
 * another way since (a backup was restored, and written to) shows in that.
 */
export interface ChangeWitness {
  readonly externalId: string;
  /** Absent in manifests of earlier versions. */
  readonly productId?: string;
  readonly changeNumber: number;
  readonly updatedAt: number;
}

/** The progress of an index through the changes of its store. */
export interface IndexProgress {
  /** The index shows every change up to this number. */
  readonly changeNumber: number;
  /** The last change that was read, where reading goes on. */
  readonly position: ChangePosition | null;
  readonly witnesses: readonly ChangeWitness[];
  /** The synonyms that it goes by: a witness too. Null where none were ever set. */
  readonly synonyms: { readonly changeNumber: number; readonly updatedAt: number } | null;
}

/** A segment as the manifest names it. */
export interface SegmentEntry {
  readonly id: number;
  readonly byteLength: number;
  readonly tombstonesByteLength: number;
  /** Absent for a segment; for a layer of newer cards the id of its segment. */
  readonly cardsOf?: number;
  /** CRC-32 of the file, or 0 where pages have checksums of their own; null where the bytes are in the manifest. */
  readonly checksum: number | null;
}

/** The facts that a manifest states about its index. */
export interface ManifestHead extends IndexProgress {
  readonly identity: IndexIdentity;
  readonly segments: readonly SegmentEntry[];
}

/** A manifest read back: its head, and what it holds of each segment. */
export interface Manifest {
  readonly head: ManifestHead;
  /** The checksum of its bytes. */
  readonly checksum: number;
  readonly segments: readonly {
    readonly entry: SegmentEntry;
    readonly tombstones: SharedArrayBuffer;
    /** Null where the bytes are in a file or in pages. */
    readonly data: SharedArrayBuffer | null;
  }[];
}

/** A buffer of an index as it is saved: a segment, or a layer of cards, which has no tombstones. */
export interface SavedBuffer extends Pick<SegmentEntry, 'id' | 'cardsOf'> {
  readonly data: SharedArrayBuffer;
  readonly tombstones: SharedArrayBuffer;
}

const noTombstones = new SharedArrayBuffer(0);

/** The segments with their layers of cards, as one list. */
export function savedBuffers(segments: readonly SegmentSnapshot[]): SavedBuffer[] {
  return segments.flatMap(({ id, data, tombstones, cards = [] }) => [
    { id, data, tombstones },
    ...cards.map((layer) => ({ ...layer, tombstones: noTombstones, cardsOf: id })),
  ]);
}

/** The segments of a list of {@link savedBuffers}. */
export function segmentsOf(buffers: readonly SavedBuffer[]): SegmentSnapshot[] {
  const layers = Map.groupBy(buffers, ({ cardsOf }) => cardsOf);
  return (layers.get(undefined) ?? []).map(({ id, data, tombstones }) => {
    const cards = layers.get(id)?.map((layer) => ({ id: layer.id, data: layer.data }));
    return cards === undefined ? { id, data, tombstones } : { id, data, tombstones, cards };
  });
}

/** Describes a buffer for the head of a manifest. */
export function entryOf(
  { id, data, tombstones, cardsOf }: SavedBuffer,
  checksum: number | null,
): SegmentEntry {
  const lengths = { byteLength: data.byteLength, tombstonesByteLength: tombstones.byteLength };
  return { id, ...lengths, ...(cardsOf === undefined ? {} : { cardsOf }), checksum };
}

/** Smaller segments are kept in the manifest: most stores are one file, and a small change writes one. */
export const largeSegmentMinBytes = 128 * 1024;

const magic = 0x4d495446;
/** Raised with every change of the layout; other versions are refused. */
const formatVersion = 2;
const prefixBytes = 16;
const checksumStart = 12;

/** Folding and segmenting follow the Unicode tables of the runtime, numbers the byte order of the machine. */
const machine = `${endianness()}, unicode ${process.versions.unicode}, icu ${process.versions.icu}`;

/** Programs that differ in this cannot use each other's manifests. */
export function manifestVersion({ version }: IndexMaking): string {
  return `index ${version}, manifest ${formatVersion}, ${machine}`;
}

/** `segments` are the buffers of the head's entries, in its order. */
export function encodeManifest(head: ManifestHead, segments: readonly SavedBuffer[]): Uint8Array {
  const text = Buffer.from(JSON.stringify({ machine, ...head }));
  const parts: Uint8Array[] = [text];
  segments.forEach(({ data, tombstones }, index) => {
    parts.push(new Uint8Array(tombstones));
    if (head.segments[index]?.checksum === null) parts.push(new Uint8Array(data));
  });
  const prefix = Buffer.alloc(prefixBytes);
  prefix.writeUInt32LE(magic, 0);
  prefix.writeUInt32LE(formatVersion, 4);
  prefix.writeUInt32LE(text.length, 8);
  prefix.writeUInt32LE(checksumOf(prefix, parts), checksumStart);
  return Buffer.concat([prefix, ...parts]);
}

/** Throws an error that says what is wrong with the bytes, or why this machine cannot use them. */
export function decodeManifest(bytes: Uint8Array): Manifest {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (buffer.length < prefixBytes || buffer.readUInt32LE(0) !== magic) throw new Error('it is no manifest');
  const version = buffer.readUInt32LE(4);
  if (version !== formatVersion) throw new Error(`it has format version ${version}, not ${formatVersion}`);
  const rest = buffer.subarray(prefixBytes);
  if (checksumOf(buffer, [rest]) !== manifestChecksum(buffer)) throw new Error('its checksum is wrong');
  const headBytes = buffer.readUInt32LE(8);
  // Checksum and version vouch for the shape: only `encodeManifest` wrote it.
  const head: ManifestHead & { readonly machine: string } = JSON.parse(rest.toString('utf8', 0, headBytes));
  if (head.machine !== machine) throw new Error(`it was made for ${head.machine}, not ${machine}`);
  let start = headBytes;
  const take = (byteLength: number) => {
    const shared = new SharedArrayBuffer(byteLength);
    new Uint8Array(shared).set(rest.subarray(start, start + byteLength));
    start += byteLength;
    return shared;
  };
  const segments = head.segments.map((entry) => ({
    entry,
    tombstones: take(entry.tombstonesByteLength),
    data: entry.checksum === null ? take(entry.byteLength) : null,
  }));
  return { head, segments, checksum: manifestChecksum(buffer) };
}

/** The checksum of an encoded manifest, by which one is known again. */
export function manifestChecksum(bytes: Uint8Array): number {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).readUInt32LE(checksumStart);
}

/** Returns the manifest's head if it is of this store and version, else null. */
export function headOf({ head }: Manifest, { storeId, version }: IndexMaking): ManifestHead | null {
  const { identity } = head;
  return identity.storeId === storeId && identity.version === version ? head : null;
}

/** Computes the checksum over everything but itself. */
function checksumOf(prefix: Uint8Array, parts: readonly Uint8Array[]): number {
  return parts.reduce((sum, part) => crc32(part, sum), crc32(prefix.subarray(0, checksumStart)));
}

/** Names, for people, the field in which the identities differ; null if they are equal. */
export function identityDifference(found: IndexIdentity, wanted: IndexIdentity): string | null {
  const names = ['storeId', 'createdAt', 'locale', 'currency', 'groupVariants', 'version'] as const;
  const differing = names.find((name) => found[name] !== wanted[name]);
  return differing === undefined
    ? null
    : `${differing} is ${found[differing]} there, and ${wanted[differing]} here`;
}

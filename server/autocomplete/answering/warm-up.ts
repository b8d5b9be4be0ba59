/**
 * Has a thread answer keystrokes before shoppers do. Code that never ran takes several times as long, since it is compiled as it runs,
 * and the first shoppers after a start waited for that. It asks an index that belongs to no store, made when the program was
 * packed; its answers go nowhere, nothing is counted, and nothing of it is kept. It takes at most 500 ms, in slices of 5 ms. Bytes
 * whose checksum does not fit throw, and the service starts without it.
 */
// Tests: ./warm-up.test.ts.
import { setImmediate as nextTurn } from 'node:timers/promises';
import { deserialize, serialize } from 'node:v8';
import { crc32 } from 'node:zlib';
import type { Clock } from '../../clock.ts';
import { type IndexSnapshot, noSignals, type SegmentSnapshot } from '../../search/engine.ts';
import { openIndex } from '../../search/index-reader.ts';
import { readPlacedScores } from '../../search/popularity-placement.ts';
import { usualRanking } from '../following/followed-ranking.ts';
import { createAutocomplete } from './autocomplete.ts';
import type { LoadedIndex } from './index-registry.ts';

/** The index that is asked, and the keystrokes. */
export interface WarmUpMaterial {
  readonly snapshot: IndexSnapshot;
  readonly keystrokes: readonly string[];
}

/** The form of it in a file. */
interface PackedMaterial extends Omit<WarmUpMaterial, 'snapshot'> {
  readonly snapshot: Omit<IndexSnapshot, 'segments'>;
  readonly segments: readonly { readonly data: Uint8Array; readonly tombstones: Uint8Array }[];
}

/** It stands before the rest. */
const checksumBytes = 4;

/** Packs the material into the bytes that {@link readWarmUp} reads. */
export function packWarmUp({ snapshot, keystrokes }: WarmUpMaterial): Uint8Array {
  const { segments, ...rest } = snapshot;
  const packed: PackedMaterial = {
    snapshot: rest,
    segments: segments.map(({ data, tombstones }) => ({
      data: Uint8Array.from(new Uint8Array(data)),
      tombstones: Uint8Array.from(new Uint8Array(tombstones)),
    })),
    keystrokes,
  };
  const bytes = serialize(packed);
  const head = Buffer.alloc(checksumBytes);
  head.writeUInt32LE(crc32(bytes));
  return Buffer.concat([head, bytes]);
}

/** Throws an Error for bytes that are none. */
export function readWarmUp(bytes: Uint8Array): WarmUpMaterial {
  const packed = bytes.subarray(checksumBytes);
  const checksum = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true);
  // A segment that is damaged may take forever to answer.
  if (crc32(packed) !== checksum) throw new Error('its checksum does not fit');
  const { snapshot, segments, keystrokes } = deserialize(packed) as PackedMaterial;
  return { snapshot: { ...snapshot, segments: segments.map(toSegment) }, keystrokes };
}

function toSegment({ data, tombstones }: PackedMaterial['segments'][number], id: number): SegmentSnapshot {
  return { id, data: toShared(data), tombstones: toShared(tombstones) };
}

function toShared(bytes: Uint8Array): SharedArrayBuffer {
  const shared = new SharedArrayBuffer(bytes.byteLength);
  new Uint8Array(shared).set(bytes);
  return shared;
}

/** Milliseconds after which the rest is left to the first shoppers, where processors are busy. Chosen. */
const warmUpMaxMs = 500;
/** Milliseconds after which others have a turn. Chosen. */
const sliceMs = 5;
/** The rule for the small catalog of the warm-up, in which hardly a word is as common as in a large one. Chosen. */
export const smallRule = {
  rareMax: 40,
  firstCount: 40,
  firstRange: 256,
  postingsPerLook: 16,
  shortListMax: 8,
  listLength: 32,
};
const limitMost = 20;

/** Asks every keystroke once, or as many as there is time for, in slices between which others have a turn. Returns how many. */
export async function warmUp({ snapshot, keystrokes }: WarmUpMaterial, clock: Clock): Promise<number> {
  const endMs = clock.monotonicMs() + warmUpMaxMs;
  const index = toLoaded(snapshot);
  // An instance of its own, which is gone at the end with its cache, its turns and its index.
  const autocomplete = createAutocomplete({ find: () => index }, clock);
  let asked = 0;
  let sliceEndMs = clock.monotonicMs() + sliceMs;
  for (const query of keystrokes) {
    autocomplete.answer({ storeId: '', query, limit: 1 + (asked % limitMost), explain: false });
    asked += 1;
    const nowMs = clock.monotonicMs();
    if (nowMs >= endMs) break;
    if (nowMs < sliceEndMs) continue;
    await nextTurn();
    sliceEndMs = clock.monotonicMs() + sliceMs;
  }
  return asked;
}

/** A small index that belongs to no store: no clicks, no rules. */
export function toLoaded(snapshot: IndexSnapshot): LoadedIndex {
  return {
    reader: openIndex(snapshot, undefined, smallRule),
    changeNumber: 0,
    segments: snapshot.segments,
    signals: { ...noSignals, products: readPlacedScores([]) },
    queries: [],
    signalsVersion: 0,
    rules: null,
    ranking: usualRanking,
    blocks: null,
  };
}

/**
 * Makes V8 count shared memory, which it does not do by itself: a thread that released large segments would keep them alive
 * until something else triggers a garbage collection. So each large segment gets a companion buffer of the same size, which V8
 * counts and which is never touched: it takes address space, no memory. Small segments get no companion, which would cost as much as
 * reading them: their sizes are summed up when they are released together. Segments from 1 MiB on get a companion, and
 * 128 MiB of released ones trigger a collection. It never frees memory that is in use; nothing throws.
 */
// Tests: ./external-memory.test.ts.
import type { IndexSnapshot, PlacedPopularity } from '../../search/engine.ts';

/** Bytes below which a segment gets no companion. Chosen: V8 may place a small one in used memory, where it costs its full size. */
const leastBytes = 1024 * 1024;

/** Bytes of released indexes after which this thread's garbage is collected. Chosen: each collection takes some 20 ms. */
const releasedMaxBytes = 128 * 1024 * 1024;

/** Bytes of an allocation that makes V8 collect: it does so at 64 MiB more than after the last time. */
const collectedAtBytes = 65 * 1024 * 1024;

let releasedBytes = 0;

const companions = new WeakMap<SharedArrayBuffer, ArrayBuffer>();

/** Makes this thread's garbage collector count a piece of shared memory that the thread holds. */
export function countSharedMemory(shared: SharedArrayBuffer): void {
  if (shared.byteLength < leastBytes || companions.has(shared)) return;
  companions.set(shared, new ArrayBuffer(shared.byteLength));
}

/** Counts all parts of an index or a plan. */
export function countIndexMemory({ segments, synonyms }: Pick<IndexSnapshot, 'segments' | 'synonyms'>): void {
  for (const { data } of segments) countSharedMemory(data);
  if (synonyms.terms !== null) countSharedMemory(synonyms.terms);
}

/** Counts the scores of an index. */
export function countPopularityMemory({
  popularity,
}: {
  readonly popularity: readonly PlacedPopularity[];
}): void {
  for (const { scores, byScore, byText } of popularity) {
    for (const shared of [scores, byScore, byText]) countSharedMemory(shared);
  }
}

/** Notes that an index of `byteLength` bytes left memory; once 128 MiB have, this thread's garbage is collected. */
export function noteReleased(byteLength: number): void {
  releasedBytes += byteLength;
  if (releasedBytes < releasedMaxBytes) return;
  releasedBytes = 0;
  // Never touched, and released at once.
  new ArrayBuffer(collectedAtBytes);
}

/**
 * V8 does not count shared memory: a thread that let go of large segments would keep them alive until something else makes it collect
 * its garbage. So each large segment gets a counted companion of the same size that is never touched: it takes address space, no
 * memory. Released segments are then collected when their weight calls for it. Small segments get none, which would cost as much as
 * reading them: their weight is summed up when they are released together. Segments from 1 MiB on get a companion; 128 MiB of released
 * ones call for a collection. It never frees memory that somebody holds; nothing throws.
 */
// Tests: ./shared-weight.test.ts.
import type { IndexSnapshot, PlacedPopularity } from '../../search/engine.ts';

/** Bytes below which a segment gets no companion. Chosen: V8 may place a small one in used memory, where it costs its full size. */
const leastBytes = 1024 * 1024;

/** Bytes of released indexes after which this thread's garbage is collected. Chosen: each collection takes some 20 ms. */
const releasedMaxBytes = 128 * 1024 * 1024;

/** Bytes of an allocation that makes V8 collect: it does so at 64 MiB more than after the last time. */
const collectedAtBytes = 65 * 1024 * 1024;

let letGoBytes = 0;

const companions = new WeakMap<SharedArrayBuffer, ArrayBuffer>();

/** Makes this thread's garbage collector count a piece of shared memory that the thread holds. */
export function weigh(shared: SharedArrayBuffer): void {
  if (shared.byteLength < leastBytes || companions.has(shared)) return;
  companions.set(shared, new ArrayBuffer(shared.byteLength));
}

/** The same for all parts of an index or a plan. */
export function weighIndex({ segments, synonyms }: Pick<IndexSnapshot, 'segments' | 'synonyms'>): void {
  for (const { data } of segments) weigh(data);
  if (synonyms.terms !== null) weigh(synonyms.terms);
}

/** The same for the scores of an index. */
export function weighPopularity({ popularity }: { readonly popularity: readonly PlacedPopularity[] }): void {
  for (const { scores, byScore, byText } of popularity) {
    for (const shared of [scores, byScore, byText]) weigh(shared);
  }
}

/** Notes that an index of `byteLength` bytes left memory; once 128 MiB have, this thread's garbage is collected. */
export function noteReleased(byteLength: number): void {
  letGoBytes += byteLength;
  if (letGoBytes < releasedMaxBytes) return;
  letGoBytes = 0;
  // Never touched, and let go at once.
  new ArrayBuffer(collectedAtBytes);
}

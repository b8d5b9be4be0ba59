/**
 * V8 does not count shared memory: a thread that let go of large segments keeps them alive until something else makes it
 * collect its garbage. So each of them gets a companion that is counted, of the same size and never touched: address
 * space, no memory. What was let go is then collected when its weight calls for it. Small segments get none, which would cost
 * as much as reading them: their weight is summed up when they are let go together.
 */
import type { IndexSnapshot, PlacedPopularity } from '../search/engine.ts';

/** Below this a companion may lie in memory that was used before, and cost what it stands for. */
const leastBytes = 1024 * 1024;

/** So much of what has no companions is let go before it is collected. Chosen: each collection takes some 20 ms. */
const letGoMaxBytes = 128 * 1024 * 1024;

/** V8 collects when 64 MiB more are counted than after the last time. */
const collectedAtBytes = 65 * 1024 * 1024;

let letGoBytes = 0;

const companions = new WeakMap<SharedArrayBuffer, ArrayBuffer>();

/** Has this thread's garbage collector feel the weight of shared memory that the thread holds. */
export function weigh(shared: SharedArrayBuffer): void {
  if (shared.byteLength < leastBytes || companions.has(shared)) return;
  companions.set(shared, new ArrayBuffer(shared.byteLength));
}

/** The same for all that an index or a plan consists of. */
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

/** An index of so many bytes left memory: where that makes much together, this thread's garbage is collected. */
export function noteLetGo(byteLength: number): void {
  letGoBytes += byteLength;
  if (letGoBytes < letGoMaxBytes) return;
  letGoBytes = 0;
  // Never touched, and let go at once.
  new ArrayBuffer(collectedAtBytes);
}

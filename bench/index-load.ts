/**
 * Builds an index for measurements: in one go, and as the service reads a store from its database, by pages of 1,000 and segments of
 * 64,000 products. Times are milliseconds in, microseconds a product out; sizes are bytes. It judges nothing and saves no file; an
 * empty list gives NaN, no error.
 */
// Tests: none; `npm run bench` runs it.

import type { SearchDocument } from '../server/search/document/document.ts';
import type { IndexSnapshot } from '../server/search/engine.ts';
import { createIndexWriter } from '../server/search/index-writer.ts';

/** Products that `server/autocomplete/following/store-index.ts` and `change-staging.ts` read at a time. */
export const productsPerPage = 1_000;
const productsPerSegment = 64_000;
const segmentWeight = 8;

/** An index and what it took. */
export interface BuiltIndex {
  readonly snapshot: IndexSnapshot;
  readonly documentCount: number;
  /** Microseconds a product: taken apart, made a segment of, merged. */
  readonly stageMicros: number;
  readonly buildMicros: number;
  readonly mergeMicros: number;
}

/** Takes pages one after the other; the time between them is not counted. */
export interface IndexLoad {
  add(page: readonly SearchDocument[]): void;
  finish(): BuiltIndex;
}

/**
 * Page by page, in segments of 64,000, merged at the end as far as at rest: the service's way, but that it merges in
 * another thread. `measure` gives the milliseconds of a piece of work.
 */
export function createIndexLoad(measure: (work: () => void) => number = timed): IndexLoad {
  const writer = createIndexWriter({ locale: 'en' });
  let stageMs = 0;
  let buildMs = 0;
  let mergeMs = 0;
  const publish = () => {
    buildMs += measure(() => writer.publishStaged());
  };
  return {
    add(page) {
      stageMs += measure(() => writer.stage(page));
      if (writer.stagedCount >= productsPerSegment || writer.stagedWeight >= segmentWeight) publish();
    },
    finish() {
      if (writer.stagedCount > 0) publish();
      mergeMs += measure(() => {
        while (writer.merge({ isAtRest: true }));
      });
      const { documentCount } = writer;
      const micros = (ms: number) => (ms * 1_000) / documentCount;
      return {
        snapshot: writer.snapshot(),
        documentCount,
        stageMicros: micros(stageMs),
        buildMicros: micros(buildMs),
        mergeMicros: micros(mergeMs),
      };
    },
  };
}

/** One segment of all documents: microseconds a product, the least of `rounds`, and the bytes of a product. */
export function buildOneSegment(
  documents: readonly SearchDocument[],
  rounds: number,
): { readonly micros: number; readonly bytes: number } {
  let leastMs = Number.POSITIVE_INFINITY;
  let bytes = 0;
  for (let round = 0; round < rounds; round += 1) {
    const writer = createIndexWriter({ locale: 'en' });
    leastMs = Math.min(
      leastMs,
      timed(() => writer.apply(documents)),
    );
    bytes = bytesOf(writer.snapshot());
  }
  return { micros: (leastMs * 1_000) / documents.length, bytes: bytes / documents.length };
}

/** Memory of all segments with their tombstones. */
export function bytesOf({ segments }: IndexSnapshot): number {
  return segments.reduce((total, { data, tombstones }) => total + data.byteLength + tombstones.byteLength, 0);
}

/** Milliseconds. */
export function timed(work: () => void): number {
  const start = performance.now();
  work();
  return performance.now() - start;
}

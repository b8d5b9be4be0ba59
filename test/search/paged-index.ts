/** An index of which most is not in memory, with a memory that gives its pages as a database would. */
import assert from 'node:assert/strict';
import type { IndexWriter, SegmentSnapshot } from '../../server/search/engine.ts';
import {
  dropPages,
  type MissingPages,
  missedPages,
  missingPages,
} from '../../server/search/paged-segments.ts';

/** The bytes of all segments that were ever paged. */
export class PageSource {
  readonly #pageBytes: number;
  readonly #bytes = new Map<number, Uint8Array>();
  /** Pages that were asked for. */
  fetched = 0;

  constructor(pageBytes: number) {
    this.#pageBytes = pageBytes;
  }

  /** Lets go all pages of segments that are in memory as a whole, or of all segments. */
  drop(writer: IndexWriter, which: 'whole' | 'all'): void {
    for (const segment of writer.snapshot().segments) {
      if (segment.pages !== undefined && which === 'whole') continue;
      if (segment.pages === undefined) this.#bytes.set(segment.id, new Uint8Array(segment.data));
      writer.hold(dropPages(segment, this.#pageBytes));
    }
  }

  /** Fetches all missing pages, as before a merge. */
  fetchAll(segments: readonly SegmentSnapshot[]): void {
    for (const segment of segments) this.#fill(missingPages(segment));
  }

  /** Asks until nothing is missing. */
  ask<Result>(question: () => Result): Result {
    for (;;) {
      try {
        return question();
      } catch (error) {
        const missed = missedPages(error);
        if (missed === null) throw error;
        // Each round brings something, or it would never end.
        assert.ok(missed.some(({ numbers }) => numbers.length > 0));
        for (const missing of missed) this.#fill(missing);
      }
    }
  }

  #fill({ segmentId, numbers, fill }: MissingPages): void {
    const bytes = this.#bytes.get(segmentId);
    for (const number of numbers) {
      const start = number * this.#pageBytes;
      fill(number, bytes?.subarray(start, start + this.#pageBytes) ?? new Uint8Array(0));
    }
    this.fetched += numbers.length;
  }
}

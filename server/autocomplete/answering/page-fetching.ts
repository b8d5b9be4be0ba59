/**
 * Fetches pages of indexes for questions, a few statements at a time, in turns of stores. Many questions need the same pages
 * at once: after waiting, each checks whether they are still missing. A fetch that no question waits for is not begun.
 */
// Tests: ./page-fetching.test.ts.
import { limits } from '../../../contract/limits.ts';
import { unavailable } from '../../errors.ts';
import type { MissingPages } from '../../search/paged-segments.ts';
import { within } from '../../within.ts';

/** Reads pages and puts them in their places; gives an error, as a value, where one is gone or damaged. */
export type FetchPages = (storeId: string, missing: MissingPages) => Promise<Error | null>;

/** Whose fetch is next: as of a `FairQueue` (threads/fair-queue.ts), by names of lines. */
export interface FetchTurns {
  run<Result>(line: string, task: () => Promise<Result>, cancelled?: AbortSignal): Promise<Result>;
}

/** How pages are fetched, and where losses are reported. */
export interface FetchSurroundings {
  readonly fetch: FetchPages;
  /** As many run at a time as `atOnce` says. */
  readonly turns: FetchTurns;
  /** Fetches under way at a time, for all questions: the same connections serve reads by key. */
  readonly atOnce: number;
  /** Called each time a page of the segment is found gone or damaged. */
  readonly lost: (storeId: string, segmentId: number) => void;
}

/** The error for a question that cannot wait longer. */
export function beingFetched(): Error {
  return unavailable("Parts of this store's index are being fetched. Try again in a moment.", 1);
}

/** Fetches pages for one thread. */
export class PageFetching {
  readonly #surroundings: FetchSurroundings;
  /** Fetches of each store that wait or are under way. */
  readonly #counts = new Map<string, number>();

  constructor(surroundings: FetchSurroundings) {
    this.#surroundings = surroundings;
  }

  /**
   * Resolves when the pages are there. Rejects with `unavailable` where they cannot be had, where too many fetches of the store
   * wait, and, for those that did not begin, once `cancelled` is aborted.
   */
  async fetch(storeId: string, missed: readonly MissingPages[], cancelled: AbortSignal): Promise<void> {
    await Promise.all(missed.map((missing) => this.#inTurn(storeId, missing, cancelled)));
  }

  /** The same, waiting `waitMs` at most; after that fetches that began go on, and the rest is dropped. */
  async fetchWithin(waitMs: number, storeId: string, missed: readonly MissingPages[]): Promise<void> {
    const late = new AbortController();
    await within(waitMs, this.fetch(storeId, missed, late.signal), () => {
      late.abort();
      throw beingFetched();
    });
  }

  async #inTurn(storeId: string, missing: MissingPages, cancelled: AbortSignal): Promise<void> {
    const count = this.#counts.get(storeId) ?? 0;
    if (count >= limits.pageFetchesPerStore) {
      throw unavailable("Too many parts of this store's index are being fetched. Ask fewer at a time.", 1);
    }
    this.#counts.set(storeId, count + 1);
    // As many lines of each store as there are slots, so that a store which is alone uses all of them.
    const line = `${storeId} ${count % this.#surroundings.atOnce}`;
    try {
      await this.#surroundings.turns.run(line, () => this.#fetchMissing(storeId, missing), cancelled);
    } finally {
      const left = (this.#counts.get(storeId) ?? 1) - 1;
      if (left === 0) this.#counts.delete(storeId);
      else this.#counts.set(storeId, left);
    }
  }

  async #fetchMissing(storeId: string, missing: MissingPages): Promise<void> {
    const numbers = missing.numbers.filter((number) => missing.isMissing(number));
    const { fetch, lost } = this.#surroundings;
    const fault = numbers.length === 0 ? null : await fetch(storeId, { ...missing, numbers });
    if (fault === null) return;
    lost(storeId, missing.segmentId);
    throw unavailable(
      `A part of this store's index cannot be read (${fault.message}). It is being renewed.`,
      5,
    );
  }
}

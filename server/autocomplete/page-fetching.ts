/**
 * Fetches pages of indexes for those who ask, a few statements at a time. Many ask for the same pages at once: whoever
 * waited looks again whether they are still missing.
 */
import { unavailable } from '../errors.ts';
import type { MissingPages } from '../search/paged-segments.ts';

/** Reads pages and puts them in their places; gives an error, as a value, where one is gone or damaged. */
export type FetchPages = (storeId: string, missing: MissingPages) => Promise<Error | null>;

/** With what pages are fetched, and who is told. */
export interface FetchSurroundings {
  readonly fetch: FetchPages;
  /** Fetches under way at a time, for all who ask: the same connections are for reads by key. */
  readonly atOnce: number;
  /** A page of the segment is gone or damaged; told by each who meets it. */
  readonly lost: (storeId: string, segmentId: number) => void;
}

/** See the head of the file. */
export class PageFetching {
  readonly #surroundings: FetchSurroundings;
  readonly #waiting: (() => void)[] = [];
  #underWay = 0;

  constructor(surroundings: FetchSurroundings) {
    this.#surroundings = surroundings;
  }

  /** Resolves when the pages are there. Rejects with `unavailable` where they cannot be had. */
  async fetch(storeId: string, missed: readonly MissingPages[]): Promise<void> {
    await Promise.all(missed.map((missing) => this.#inTurn(() => this.#fetchMissing(storeId, missing))));
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

  async #inTurn(work: () => Promise<void>): Promise<void> {
    if (this.#underWay === this.#surroundings.atOnce)
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    else this.#underWay += 1;
    try {
      await work();
    } finally {
      const next = this.#waiting.shift();
      // The turn goes to whoever waited longest.
      if (next === undefined) this.#underWay -= 1;
      else next();
    }
  }
}

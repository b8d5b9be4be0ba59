/**
 * Turns of stores in the thread that builds indexes. Long work runs in slices: the thread runs one slice over all stores, then looks
 * at what else waits; the store with the lowest recent cost is next. Short reads go first: each statement of a read needs the thread
 * once, so otherwise a small change would wait for a slice at each of them. A slice is 100,000 characters of attributes, about 20 ms;
 * short reads may go before it for 5 ms at least. It never breaks a slice off; a slice that throws rejects its store's work alone.
 */
// Tests: ./indexing-turns.test.ts.
import { setImmediate as turnOfOthers } from 'node:timers/promises';
import type { Clock } from '../../clock.ts';
import type { ProductReader } from '../../storage/products/tables.ts';
import { within } from '../../within.ts';
import { createQueryTurns } from '../answering/query-turns.ts';

/** The cost of a slice, in characters of attributes: chosen so that it takes about 20 ms for any number of words. */
export const sliceCharacters = 100_000;

/** One, even if a slice is short: so the next read of its store comes before the slice of another store. */
const slicesPerTurn = 1;

/** Slices wait for short reads as long as the previous slices took, and at least this long. Chosen. */
const readsLeastMs = 5;

type ChangesReader = Pick<ProductReader, 'changed'>;

/** Turns of the thread that builds indexes. */
export class IndexingTurns {
  readonly #clock: Pick<Clock, 'monotonicMs'>;
  readonly #turns = createQueryTurns(slicesPerTurn, (work) => void this.#afterReads(work));
  readonly #shortReads = new Set<Promise<unknown>>();
  /** Milliseconds for which slices may wait for reads. */
  #waitMaxMs = 0;

  constructor(clock: Pick<Clock, 'monotonicMs'>) {
    this.#clock = clock;
  }

  /** The time that measures slices. */
  nowMs(): number {
    return this.#clock.monotonicMs();
  }

  /** Runs a slice when the store's turn comes, which is at once if nothing takes long. */
  async run<Result>(storeId: string, slice: () => Result): Promise<Result> {
    const measured = () => this.#measure(slice);
    return this.#turns.isBusy ? await this.#turns.run(storeId, measured) : measured();
  }

  /** Runs work that cannot be divided, as one slice. */
  async runWhole<Result>(storeId: string, work: () => Result): Promise<Result> {
    return await this.run(storeId, () => {
      this.spend(storeId, sliceCharacters);
      return work();
    });
  }

  /** Called by a slice with its cost in characters. */
  spend(storeId: string, characters: number): void {
    this.#turns.spend(storeId, characters);
  }

  /** A read of a store before it is known how much changed. */
  async readFirst<Result>(read: Promise<Result>): Promise<Result> {
    this.#shortReads.add(read);
    try {
      return await read;
    } finally {
      this.#shortReads.delete(read);
    }
  }

  /** The same, page by page. */
  readerFirst(reader: ChangesReader): ChangesReader {
    return { changed: (page) => this.readFirst(reader.changed(page)) };
  }

  #measure<Result>(slice: () => Result): Result {
    const begunMs = this.#clock.monotonicMs();
    try {
      return slice();
    } finally {
      this.#waitMaxMs = Math.max(this.#waitMaxMs, this.#clock.monotonicMs() - begunMs);
    }
  }

  async #afterReads(work: () => void): Promise<void> {
    await turnOfOthers();
    if (this.#shortReads.size > 0) {
      const begunMs = this.#clock.monotonicMs();
      const over = new AbortController();
      const waitMs = Math.max(this.#waitMaxMs, readsLeastMs);
      await within(waitMs, this.#readsEnd(over.signal), () => over.abort());
      this.#waitMaxMs = Math.max(0, this.#waitMaxMs - (this.#clock.monotonicMs() - begunMs));
    }
    work();
  }

  /** The next statement of a read begins before the thread checks again. */
  async #readsEnd(over: AbortSignal): Promise<void> {
    while (this.#shortReads.size > 0 && !over.aborted) {
      await Promise.allSettled(this.#shortReads);
      await turnOfOthers();
    }
  }
}

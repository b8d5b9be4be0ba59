/**
 * When indexes are saved: in the background, one at a time, and never so often that a disk is kept busy. What is not saved yet
 * costs time at the next start and nothing else.
 */
import type { Clock } from '../clock.ts';
import { AppError } from '../errors.ts';
import type { IndexPlace, SavedIndex } from '../index-files/index-files.ts';
import type { FollowerSettings } from './follower-settings.ts';
import type { StoreIndex } from './store-index.ts';

/** An index of which large merges will soon replace much is saved all the same after so long, or so many pauses: chosen. */
const waitForMergesMs = 60_000;
const waitForMergesPauses = 5;

/** After a failure (a full disk) the next attempt waits this long: chosen. */
const retryMs = 30_000;

/** What saving reads, and its listeners. */
export interface SavingSurroundings {
  readonly place: IndexPlace;
  /** What comes of a failure, for people. */
  readonly loss: string;
  /** Smaller indexes are not saved: they are built as fast. */
  readonly minBytes: number;
  readonly clock: Clock;
  /** The indexes in memory. */
  readonly indexes: () => Iterable<StoreIndex>;
  /** Whether large merges are about to replace much of an index. */
  readonly isMergingMuch: (index: StoreIndex) => boolean;
  /** The least time between two saves of one index. */
  readonly pauseMs: number;
  /** Called at the first failure of a streak. */
  readonly warn: (message: string) => void;
  /** What is saved of a store cannot be read or written, while the place as a whole can. */
  readonly failed: (storeId: string, error: unknown) => void;
}

/** See the head of the file. */
export class IndexSaving {
  readonly #surroundings: SavingSurroundings;
  /** When an index was saved or first seen unsaved. */
  readonly #waitingSince = new WeakMap<StoreIndex, number>();
  #failedAt: number | null = null;
  #hasWorked = false;

  constructor(surroundings: SavingSurroundings) {
    this.#surroundings = surroundings;
  }

  /** Whether the place is of no use at present: for a while nothing is tried. */
  get isFailing(): boolean {
    const { clock } = this.#surroundings;
    return this.#failedAt !== null && clock.monotonicMs() - this.#failedAt < retryMs;
  }

  /** Whether the index would be lost with memory. Where no save ever went well, there is no place to save it. */
  isLost(index: StoreIndex): boolean {
    const isHopeless = this.#failedAt !== null && !this.#hasWorked;
    return !isHopeless && index.unsaved(this.#surroundings.place) !== null;
  }

  /** The store is gone: nothing of it is kept. */
  async discard(storeId: string): Promise<void> {
    await this.#surroundings.place.discard(storeId);
  }

  /** Saves one index that is due. Returns how long it took in ms, or null where none is due. */
  async saveOnce(): Promise<number | null> {
    const start = this.#surroundings.clock.monotonicMs();
    const due = this.isFailing ? null : this.#longestWaiting();
    if (due === null) return null;
    await this.save(due);
    return this.#surroundings.clock.monotonicMs() - start;
  }

  /** Saves everything that is not saved, due or not, large or small; for the end. */
  async saveAll(): Promise<void> {
    for (const index of this.#surroundings.indexes()) await this.save(index);
  }

  /** Saves the index now, whether it is due or not. A failure becomes a warning. */
  async save(index: StoreIndex): Promise<void> {
    const unsaved = index.unsaved(this.#surroundings.place);
    if (unsaved === null) return;
    if (await this.#save(unsaved)) index.noteSaved(this.#surroundings.place, unsaved);
    this.#waitingSince.set(index, this.#surroundings.clock.monotonicMs());
  }

  /** Returns whether nothing is left to be saved; a failure is reported, and for a while nothing is tried. */
  async #save(index: SavedIndex): Promise<boolean> {
    const { place, loss, clock, warn, failed } = this.#surroundings;
    try {
      const isSaved = await place.save(index);
      this.#failedAt = null;
      this.#hasWorked = true;
      return isSaved;
    } catch (error) {
      if (error instanceof AppError && error.code === 'store_unavailable') {
        failed(index.identity.storeId, error);
        return false;
      }
      if (this.#failedAt === null) warn(`${loss}: ${String(error)}`);
      this.#failedAt = clock.monotonicMs();
      return false;
    }
  }

  /** Of the indexes that are due, so that one that changes all the time keeps no other waiting; null where none is. */
  #longestWaiting(): StoreIndex | null {
    const { place, clock, indexes, isMergingMuch, minBytes, pauseMs } = this.#surroundings;
    const waitMaxMs = Math.max(waitForMergesMs, pauseMs * waitForMergesPauses);
    const now = clock.monotonicMs();
    let longest: StoreIndex | null = null;
    let longestMs = -1;
    for (const index of indexes()) {
      if (index.unsaved(place) === null || index.byteLength < minBytes) continue;
      const since = this.#waitingSince.get(index) ?? now;
      this.#waitingSince.set(index, since);
      const waitedMs = now - since;
      const isDue = waitedMs >= waitMaxMs || (waitedMs >= pauseMs && !isMergingMuch(index));
      if (!isDue || waitedMs <= longestMs) continue;
      longest = index;
      longestMs = waitedMs;
    }
    return longest;
  }
}

/** Null: nothing is saved there. */
export interface Savings {
  readonly saving: IndexSaving | null;
  readonly sharing: IndexSaving | null;
}

export function createSavings(
  { saving, sharing, clock }: Pick<FollowerSettings, 'saving' | 'sharing' | 'clock'>,
  about: Pick<SavingSurroundings, 'indexes' | 'isMergingMuch' | 'warn' | 'failed'>,
): Savings {
  const savingLoss = 'Indexes cannot be saved, and the next start has to read the database';
  const sharingLoss = 'Indexes cannot be shared, and new nodes have to read all products';
  const common = { clock, ...about };
  return {
    saving:
      saving && new IndexSaving({ ...common, ...saving, place: saving.files, loss: savingLoss, minBytes: 0 }),
    sharing: sharing && new IndexSaving({ ...common, ...sharing, place: sharing.files, loss: sharingLoss }),
  };
}

/**
 * Decides when indexes are saved: in the background, one at a time, and not so often that the disk stays busy. An unsaved index only
 * makes the next start slower. After a failure, such as a full disk, it waits 30 s; merges hold a save up for 60 s or five pauses at
 * most. It changes no index in memory.
 */
// Tests: server/autocomplete/following/index-follower.live.test.ts.
import type { Clock } from '../../clock.ts';
import { AppError } from '../../errors.ts';
import type { IndexPlace, SavedIndex } from '../../index-files/index-files.ts';
import type { FollowerSettings } from '../following/follower-settings.ts';
import type { StoreIndex } from '../following/store-index.ts';

/** An index that large merges will soon replace is saved anyway after this time, or this many pauses. Chosen. */
const waitForMergesMs = 60_000;
const waitForMergesPauses = 5;

/** The pause after a failure (a full disk). Chosen. */
const retryMs = 30_000;

/** The dependencies and listeners of saving. */
export interface SavingDependencies {
  readonly place: IndexPlace;
  /** The consequence of a failure, for people. */
  readonly loss: string;
  /** Smaller indexes are not saved: building them is as fast. */
  readonly minBytes: number;
  readonly clock: Clock;
  /** The indexes in memory. */
  readonly indexes: () => Iterable<StoreIndex>;
  /** Whether large merges will soon replace much of an index. */
  readonly isMergingMuch: (index: StoreIndex) => boolean;
  /** The shortest time between two saves of one index. */
  readonly pauseMs: number;
  /** Called at the first failure of a streak. */
  readonly warn: (message: string) => void;
  /** The saved index of a store cannot be read or written, although others can. */
  readonly failed: (storeId: string, error: unknown) => void;
}

/** Saves indexes in the background, one at a time. */
export class IndexSaving {
  readonly #dependencies: SavingDependencies;
  /** When an index was saved or first seen unsaved. */
  readonly #waitingSince = new WeakMap<StoreIndex, number>();
  #failedAt: number | null = null;
  #hasWorked = false;

  constructor(dependencies: SavingDependencies) {
    this.#dependencies = dependencies;
  }

  /** Whether saving failed recently: for a while it is not tried. */
  get isFailing(): boolean {
    const { clock } = this.#dependencies;
    return this.#failedAt !== null && clock.monotonicMs() - this.#failedAt < retryMs;
  }

  /** Whether evicting the index would lose unsaved work. If no save ever succeeded, there is no place to save it. */
  isLost(index: StoreIndex): boolean {
    const isHopeless = this.#failedAt !== null && !this.#hasWorked;
    return !isHopeless && index.unsaved(this.#dependencies.place) !== null;
  }

  /** The store is gone: nothing of it is kept. */
  async discard(storeId: string): Promise<void> {
    await this.#dependencies.place.discard(storeId);
  }

  /** Saves one index that is due. Returns the duration in ms, or null if none is due. */
  async saveOnce(): Promise<number | null> {
    const start = this.#dependencies.clock.monotonicMs();
    const due = this.isFailing ? null : this.#longestWaiting();
    if (due === null) return null;
    await this.save(due);
    return this.#dependencies.clock.monotonicMs() - start;
  }

  /** Saves all unsaved indexes, due or not, large or small; for a stop. */
  async saveAll(): Promise<void> {
    for (const index of this.#dependencies.indexes()) await this.save(index);
  }

  /** Saves the index now, due or not. A failure becomes a warning. */
  async save(index: StoreIndex): Promise<void> {
    const unsaved = index.unsaved(this.#dependencies.place);
    if (unsaved === null) return;
    if (await this.#save(unsaved)) index.noteSaved(this.#dependencies.place, unsaved);
    this.#waitingSince.set(index, this.#dependencies.clock.monotonicMs());
  }

  /** Returns whether the index is saved; a failure is reported, and saving pauses for a while. */
  async #save(index: SavedIndex): Promise<boolean> {
    const { place, loss, clock, warn, failed } = this.#dependencies;
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

  /** The index that has been due longest, so one that changes all the time does not delay others; null if none is due. */
  #longestWaiting(): StoreIndex | null {
    const { place, clock, indexes, isMergingMuch, minBytes, pauseMs } = this.#dependencies;
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

/**
 * Creates the two ways to save indexes: in files of this machine, and as pages in the database for other nodes. Each
 * is null where the settings do not ask for it.
 */
export function createSavings(
  { saving, sharing, clock }: Pick<FollowerSettings, 'saving' | 'sharing' | 'clock'>,
  about: Pick<SavingDependencies, 'indexes' | 'isMergingMuch' | 'warn' | 'failed'>,
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

/**
 * Indexes that must leave memory. None leaves before it is saved: until then it is asked and followed as before, and takes
 * its memory. These are the states of an index:
 *
 * | State   | In memory | Event                                | Next state                       |
 * | ------- | --------- | ------------------------------------ | -------------------------------- |
 * | parked  | no        | it is asked, and there is room       | here, read from its file         |
 * | parked  | no        | it is asked, and there is no room    | parked: who asks waits for room  |
 * | here    | yes       | memory is short, all of it is saved  | parked                           |
 * | here    | yes       | memory is short, it would be lost    | leaving                          |
 * | leaving | yes       | it is asked                          | here, and another one leaves     |
 * | leaving | yes       | it is saved                          | parked                           |
 * | leaving | yes       | it changed while it was saved        | leaving: saved once more         |
 * | leaving | yes       | it cannot be saved                   | leaving: tried again after 30 s, |
 * |         |           |                                      | and saved ones leave in its place|
 * | any     |           | its store is deleted                 | gone                             |
 *
 * So the bound on memory is exceeded by what waits to be saved: where that is more than an eighth of it, nothing is
 * loaded before it is less. A full disk thus costs waiting, and no rebuilding from the database. Where no save ever went well,
 * or nothing is saved at all, indexes leave at once.
 */
import type { IndexSaving } from './index-saving.ts';
import type { StoreIndex } from './store-index.ts';

/** So many are saved side by side, so that the disk makes them durable together. Chosen. */
const savedAtOnce = 16;

/** So much of the bound indexes that wait to be saved may take beyond it, before loads wait. Chosen. */
const leavingPart = 1 / 8;

/** With what indexes leave. */
export interface LeavingParts {
  /** Null: nothing is saved, and indexes leave at once. */
  readonly saving: Pick<IndexSaving, 'isLost' | 'isFailing' | 'save'> | null;
  /** Bound on all indexes together. */
  readonly maxBytes: number;
  /** What the indexes take above the bound; below 0 where there is room. */
  readonly surplusBytes: () => number;
  /** Something is to be saved: {@link LeavingIndexes.saveOnce} is to be called. */
  readonly wake: () => void;
}

/** See the head of the file. */
export class LeavingIndexes {
  readonly #parts: LeavingParts;
  /** In the order in which they leave. */
  #leaving: readonly StoreIndex[] = [];
  #roundIsOver = Promise.withResolvers<void>();

  constructor(parts: LeavingParts) {
    this.#parts = parts;
  }

  /** Whether the index may not leave yet. */
  mustStay(index: StoreIndex): boolean {
    return this.#parts.saving?.isLost(index) === true;
  }

  /** Whether others are to leave in the place of those that must stay. */
  get isFailing(): boolean {
    return this.#parts.saving?.isFailing === true;
  }

  /** These are to leave, and no others: what waited before, and is not among them, was asked or has left. */
  replace(indexes: readonly StoreIndex[]): void {
    const isAnyNew = indexes.some((index) => !this.#leaving.includes(index));
    this.#leaving = indexes;
    // Those that were tried already are tried again after a pause.
    if (isAnyNew) this.#parts.wake();
  }

  /** The store is deleted: nothing of it is to be saved. */
  forget(storeId: string): void {
    this.#leaving = this.#leaving.filter((index) => index.storeId !== storeId);
  }

  /** Saves some of them. Returns whether that helped: those can leave then. */
  async saveOnce(): Promise<boolean> {
    const { saving } = this.#parts;
    const batch = this.#leaving.slice(0, savedAtOnce);
    if (saving === null || saving.isFailing || batch.length === 0) return false;
    await Promise.all(batch.map((index) => saving.save(index)));
    return batch.some((index) => !saving.isLost(index));
  }

  /** Call it when those that were saved have left. */
  endRound(): void {
    this.#roundIsOver.resolve();
    this.#roundIsOver = Promise.withResolvers();
  }

  /** Waits until there is room for another index. Returns false where what is in the way cannot be saved. */
  async room(): Promise<boolean> {
    const { surplusBytes, maxBytes } = this.#parts;
    while (Math.min(this.#bytes(), surplusBytes()) > maxBytes * leavingPart) {
      if (this.isFailing) return false;
      await this.#roundIsOver.promise;
    }
    return true;
  }

  #bytes(): number {
    return this.#leaving.reduce((sum, { byteLength }) => sum + byteLength, 0);
  }
}

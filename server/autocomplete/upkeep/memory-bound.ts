/**
 * Handles indexes that exceed their memory limit. A store whose index was evicted while it had queries comes back after a pause that
 * grows with the size of the index, so repeated loads take little time of the thread and the disk from other stores. Operators see the
 * store in quarantine. A small index with a file comes back at once.
 *
 * No index leaves before it is saved: until then it is asked and followed as before, and takes its memory. These are the states of
 * an index:
 *
 * | State   | In memory | Event                                | Next state                       |
 * | ------- | --------- | ------------------------------------ | -------------------------------- |
 * | parked  | no        | it is asked, and there is room       | here, read from its file         |
 * | parked  | no        | it is asked, and there is no room    | parked: the caller waits for room |
 * | here    | yes       | memory is short, all of it is saved  | parked                           |
 * | here    | yes       | memory is short, it would be lost    | leaving                          |
 * | leaving | yes       | it is asked                          | here, and another one leaves     |
 * | leaving | yes       | it is saved                          | parked                           |
 * | leaving | yes       | it changed while it was saved        | leaving: saved once more         |
 * | leaving | yes       | it cannot be saved                   | leaving: tried again after 30 s, |
 * |         |           |                                      | and saved ones leave in its place |
 * | any     |           | its store is deleted                 | gone                             |
 *
 * So the bound on memory is exceeded by what waits to be saved: where that is more than an eighth of it, nothing is loaded before it
 * is less. A full disk thus costs waiting, and no rebuilding from the database. Where no save ever succeeded, or nothing is saved at
 * all, indexes leave at once. Pauses are 1 to 60 s, a millisecond for each 4 KiB; an index of up to 2 MiB has none. A call within the
 * pause, or without room, rejects with `unavailable` and Retry-After.
 */
// Tests: ./memory-bound.live.test.ts.

import type { Clock } from '../../clock.ts';
import { AppError } from '../../errors.ts';
import type { Quarantine } from '../../jobs/quarantine.ts';
import type { StoreIndex } from '../following/store-index.ts';
import type { IndexMemory } from './index-memory.ts';
import type { IndexSaving } from './index-saving.ts';

/** Indexes saved in parallel, so the disk makes them durable together. Chosen. */
const savedAtOnce = 16;

/** The share of the limit by which unsaved indexes may exceed it before loads wait. Chosen. */
const leavingPart = 1 / 8;

/** The dependencies of eviction. */
export interface EvictionParts {
  /** Null: nothing is saved, and indexes leave at once. */
  readonly saving: Pick<IndexSaving, 'isLost' | 'isFailing' | 'save'> | null;
  /** Memory limit of all indexes together. */
  readonly maxBytes: number;
  /** Bytes of the indexes above the limit; negative if there is room. */
  readonly surplusBytes: () => number;
  /** Indexes wait to be saved: call {@link IndexEvictions.saveOnce}. */
  readonly wake: () => void;
}

/** The indexes that have to leave memory once they are saved. */
export class IndexEvictions {
  readonly #parts: EvictionParts;
  /** The indexes in the order in which they leave. */
  #leaving: readonly StoreIndex[] = [];
  #roundIsOver = Promise.withResolvers<void>();

  constructor(parts: EvictionParts) {
    this.#parts = parts;
  }

  /** Whether the index may not leave yet. */
  mustStay(index: StoreIndex): boolean {
    return this.#parts.saving?.isLost(index) === true;
  }

  /** Whether others should leave instead of those that must stay. */
  get isFailing(): boolean {
    return this.#parts.saving?.isFailing === true;
  }

  /** Sets the indexes that should leave, replacing the previous list: an index that is no longer in it had a query or has left. */
  replace(indexes: readonly StoreIndex[]): void {
    const isAnyNew = indexes.some((index) => !this.#leaving.includes(index));
    this.#leaving = indexes;
    // Indexes that were tried already are tried again after a pause.
    if (isAnyNew) this.#parts.wake();
  }

  /** Drops a deleted store, which is not saved. */
  forget(storeId: string): void {
    this.#leaving = this.#leaving.filter((index) => index.storeId !== storeId);
  }

  /** Saves some of them. Returns whether that succeeded: the saved ones can leave then. */
  async saveOnce(): Promise<boolean> {
    const { saving } = this.#parts;
    const batch = this.#leaving.slice(0, savedAtOnce);
    if (saving === null || saving.isFailing || batch.length === 0) return false;
    await Promise.all(batch.map((index) => saving.save(index)));
    return batch.some((index) => !saving.isLost(index));
  }

  /** Call it when the saved indexes have left. */
  endRound(): void {
    this.#roundIsOver.resolve();
    this.#roundIsOver = Promise.withResolvers();
  }

  /** Waits until there is room for another index. Returns false if the indexes that should leave cannot be saved. */
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

/** Bytes of an index per millisecond of its pause. Chosen. */
const bytesPerMs = 4 * 1024;

/** The shortest pause, and the longest. Chosen. */
const pausesMs = { least: 1_000, most: 60_000 };

/** An index up to this size loads from its file in the time of a few keystrokes, so it comes back without a pause. Chosen. */
const smallMaxBytes = 2 * 1024 * 1024;

/** When to retry a load that a failing disk leaves no room for. Chosen. */
const noRoomMs = 5_000;

/** A store is named for so long after its index was last put out. Chosen: twice the longest pause. */
const namedMs = 2 * pausesMs.most;

const mebibytesOf = (bytes: number) => Math.ceil(bytes / (1024 * 1024));

/** The store's index was put out of memory, and the pause before it is loaded again is not over. */
export class EvictedError extends AppError {
  constructor(pauseMs: number) {
    const message =
      'The index of this store does not fit into memory beside those of other stores. Try again later; the operator can give indexes more memory.';
    super('unavailable', message, { retryAfterSeconds: Math.ceil(pauseMs / 1_000) });
  }
}

/** The dependencies of {@link MemoryBound}. */
export interface MemoryBoundParts extends Omit<EvictionParts, 'surplusBytes'> {
  readonly memory: IndexMemory;
  readonly clock: Pick<Clock, 'monotonicMs'>;
  /** Stores whose indexes were put out while they were asked. */
  readonly putOut: Quarantine;
  readonly drop: (index: StoreIndex) => void;
}

/** Keeps the indexes of a process within their memory limit. */
export class MemoryBound {
  readonly #parts: MemoryBoundParts;
  readonly #leaving: IndexEvictions;
  /** Stores whose indexes were put out while they were asked: when, on the monotonic clock, and how large the index was. */
  readonly #putOut = new Map<string, { readonly atMs: number; readonly byteLength: number }>();

  constructor(parts: MemoryBoundParts) {
    this.#parts = parts;
    this.#leaving = new IndexEvictions({ ...parts, surplusBytes: () => parts.memory.surplusBytes() });
  }

  /**
   * Lets indexes go until memory suffices, those that are not saved as soon as they are. `newcomer`: the one that was just loaded.
   * Returns whether one had to leave.
   */
  keep(newcomer: StoreIndex | null = null): boolean {
    const { memory } = this.#parts;
    const leaving = this.#leaving;
    const mustLeave = memory.surplus();
    const staying = mustLeave.filter((index) => leaving.mustStay(index));
    leaving.replace(staying);
    const instead = staying.length > 0 && leaving.isFailing;
    const others = instead ? memory.surplus((index) => leaving.mustStay(index)) : mustLeave;
    const neededBytes = this.#parts.maxBytes + memory.surplusBytes();
    for (const index of others) {
      if (leaving.mustStay(index)) continue;
      if (memory.isInUse(index) && (index === newcomer || !this.#isCheap(index)))
        this.#notePutOut(index, neededBytes);
      this.#parts.drop(index);
    }
    return mustLeave.length > 0;
  }

  /** Whether it comes back in no time. */
  #isCheap({ byteLength }: StoreIndex): boolean {
    return this.#parts.saving !== null && byteLength <= smallMaxBytes;
  }

  /** Waits until there is room for the store's index. Rejects with a {@link EvictedError} where it is not to be loaded yet. */
  async admit(storeId: string): Promise<void> {
    this.refuse(storeId);
    if (!(await this.#leaving.room())) throw new EvictedError(noRoomMs);
  }

  /** Saves indexes that must leave, and lets them go. Returns whether that helped. */
  async saveLeaving(): Promise<boolean> {
    const isAnySaved = await this.#leaving.saveOnce();
    // Also where the disk failed: then others leave in their place.
    this.keep();
    this.#leaving.endRound();
    return isAnySaved;
  }

  /** Throws a {@link EvictedError} where the store's index is not to be loaded yet. */
  refuse(storeId: string): void {
    const { atMs, byteLength } = this.#putOut.get(storeId) ?? {
      atMs: Number.NEGATIVE_INFINITY,
      byteLength: 0,
    };
    const pauseMs = Math.min(Math.max(byteLength / bytesPerMs, pausesMs.least), pausesMs.most);
    const leftMs = atMs + pauseMs - this.#parts.clock.monotonicMs();
    if (leftMs > 0) throw new EvictedError(leftMs);
  }

  /** Stores that were not put out for long are named no longer. */
  endOld(): void {
    const oldMs = this.#parts.clock.monotonicMs() - namedMs;
    for (const [storeId, { atMs }] of this.#putOut) if (atMs <= oldMs) this.forget(storeId);
  }

  /** There is no such store any more, or nothing is to be said of it. */
  forget(storeId: string): void {
    this.#leaving.forget(storeId);
    if (this.#putOut.delete(storeId)) this.#parts.putOut.end(storeId);
  }

  /** `neededBytes`: of the indexes that were in memory together. */
  #notePutOut({ storeId, byteLength }: StoreIndex, neededBytes: number): void {
    const { clock, maxBytes, putOut } = this.#parts;
    this.#putOut.set(storeId, { atMs: clock.monotonicMs(), byteLength });
    const needs = `its index of ${mebibytesOf(byteLength)} MiB does not fit beside those of other stores that are asked`;
    const together = `indexes may take ${mebibytesOf(maxBytes)} MiB, and these took ${mebibytesOf(neededBytes)} MiB`;
    const advice = `Set FORETYPE_INDEX_MEMORY_MB to ${mebibytesOf(neededBytes)} or more`;
    putOut.note(storeId, `${needs}: ${together}. ${advice}`);
  }
}

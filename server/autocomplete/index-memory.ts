/**
 * Which stores' indexes are in memory: a bound on their bytes, and the order in which they leave when it is reached.
 * It decides and counts; what leaving means is told by whoever asks.
 */
import type { StoreIndex } from './store-index.ts';

/** The indexes in memory, and the stores that are known without one. */
export class IndexMemory {
  readonly #maxBytes: number;
  readonly #indexes = new Map<string, StoreIndex>();
  readonly #parked = new Set<string>();
  #useCount = 0;
  #arrivalCount = 0;

  /** `maxBytes`: bound on all indexes together; the one that was used last stays in any case. */
  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  find(storeId: string): StoreIndex | undefined {
    return this.#indexes.get(storeId);
  }

  /** The indexes in memory, in no particular order. */
  all(): Iterable<StoreIndex> {
    return this.#indexes.values();
  }

  /** Known, and not in memory. */
  isParked(storeId: string): boolean {
    return this.#parked.has(storeId);
  }

  /** The store is known; it is loaded when it is asked for. */
  park(storeId: string): void {
    this.#indexes.delete(storeId);
    this.#parked.add(storeId);
  }

  /** Forgets the store, so that it is found anew. */
  forget(storeId: string): void {
    this.#indexes.delete(storeId);
    this.#parked.delete(storeId);
  }

  /** It leaves before all that were asked, and before those that came earlier. */
  add(index: StoreIndex): void {
    this.#parked.delete(index.storeId);
    this.#indexes.set(index.storeId, index);
    this.#arrivalCount += 1;
    index.lastUse = -this.#arrivalCount;
  }

  /** The store was asked just now. */
  noteUse(storeId: string): void {
    this.#useCount += 1;
    const index = this.#indexes.get(storeId);
    if (index !== undefined) index.lastUse = this.#useCount;
  }

  /** Change numbers up to which the stores, all or those `among`, need no look: parked ones never do. */
  knownChanges(among: Iterable<string> = [...this.#parked, ...this.#indexes.keys()]): Map<string, number> {
    const known = new Map<string, number>();
    for (const storeId of among) {
      const parkedAt = this.#parked.has(storeId) ? Number.MAX_SAFE_INTEGER : undefined;
      const changeNumber = parkedAt ?? this.#indexes.get(storeId)?.changeNumber;
      if (changeNumber !== undefined) known.set(storeId, changeNumber);
    }
    return known;
  }

  isFull(): boolean {
    return this.#bytes() >= this.#maxBytes;
  }

  /**
   * What must leave so that the bound holds, used longest ago first. What is being read stays until that is over,
   * and nothing else leaves in its place.
   */
  surplus(): StoreIndex[] {
    let surplusBytes = this.surplusBytes();
    if (surplusBytes <= 0) return [];
    const leaving: StoreIndex[] = [];
    // The one used last stays, or a store that is larger than the bound would come and go with every keystroke.
    for (const index of this.byUse().slice(0, -1)) {
      if (surplusBytes <= 0) break;
      surplusBytes -= index.byteLength;
      if (!index.isReading) leaving.push(index);
    }
    return leaving;
  }

  /** What the indexes take above the bound; below 0 where there is room. */
  surplusBytes(): number {
    return this.#bytes() - this.#maxBytes;
  }

  /** Used longest ago first. */
  byUse(): StoreIndex[] {
    return [...this.#indexes.values()].sort((left, right) => left.lastUse - right.lastUse);
  }

  #bytes(): number {
    let total = 0;
    for (const index of this.#indexes.values()) total += index.byteLength;
    return total;
  }
}

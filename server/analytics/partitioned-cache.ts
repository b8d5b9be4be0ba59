/**
 * A bounded memory that several stores share: when it is full, the store that holds most forgets its oldest entry, so that a store
 * which fills the memory displaces nothing of the others. Nothing is persisted. It counts entries, not bytes; a missing entry is
 * undefined. It never refuses an entry.
 */
// Tests: ./partitioned-cache.test.ts.

/** Entries by store and name, `most` at most. */
export class PartitionedCache<Value> {
  readonly #most: number;
  /** The entries of each store by name, those that were set longest ago first. No store's map is empty. */
  readonly #stores = new Map<string, Map<string, Value>>();
  #size = 0;
  /** The store that held most when an entry was set last; others may hold more since some of its own were deleted. */
  #largest = '';

  constructor(most: number) {
    this.#most = most;
  }

  get(storeId: string, name: string): Value | undefined {
    return this.#stores.get(storeId)?.get(name);
  }

  /** Makes the entry the store's newest. Returns what was forgotten for it, or null. */
  set(storeId: string, name: string, value: Value): Entry<Value> | null {
    let entries = this.#stores.get(storeId);
    if (entries === undefined) {
      entries = new Map();
      this.#stores.set(storeId, entries);
    }
    const isKnown = entries.delete(name);
    entries.set(name, value);
    if (isKnown) return null;
    this.#size += 1;
    if (storeId !== this.#largest && entries.size >= this.#sizeOf(this.#largest)) this.#largest = storeId;
    return this.#size > this.#most ? this.#forgetOne() : null;
  }

  delete(storeId: string, name: string): void {
    const entries = this.#stores.get(storeId);
    if (entries?.delete(name) !== true) return;
    this.#size -= 1;
    if (entries.size === 0) this.#stores.delete(storeId);
  }

  clear(): void {
    this.#stores.clear();
    this.#size = 0;
  }

  /** Store by store, the oldest of each first. The current entry may be deleted. */
  *entries(): Generator<Entry<Value>> {
    for (const [storeId, entries] of this.#stores) {
      for (const [name, value] of entries) yield { storeId, name, value };
    }
  }

  #sizeOf(storeId: string): number {
    return this.#stores.get(storeId)?.size ?? 0;
  }

  /** Forgets one entry. Stores are compared only if the last largest one holds less than its part, so that a flood costs no search. */
  #forgetOne(): Entry<Value> | null {
    if (this.#sizeOf(this.#largest) * this.#stores.size < this.#size) {
      for (const [storeId, { size }] of this.#stores) {
        if (size > this.#sizeOf(this.#largest)) this.#largest = storeId;
      }
    }
    const storeId = this.#largest;
    for (const [name, value] of this.#stores.get(storeId) ?? []) {
      this.delete(storeId, name);
      return { storeId, name, value };
    }
    return null;
  }
}

/** An entry of a store. */
export interface Entry<Value> {
  readonly storeId: string;
  readonly name: string;
  readonly value: Value;
}

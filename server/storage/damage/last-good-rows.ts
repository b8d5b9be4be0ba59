/**
 * Keeps rows as they were last read, for reads that fail because the database is damaged. It holds the 10,000 used last; other errors
 * than damage are rethrown. It writes nothing. A copy may be out of date and is used only while the row cannot be read; without one
 * the damage is rethrown.
 */
// Tests: test/storage/damage.test.ts.
import { LRUCache } from 'lru-cache';
import { boundedByCount } from '../../structures/bounded-by-count.ts';
import { DamageError } from './damage.ts';

/** Rows kept; beyond it the least recently used is dropped. Chosen: enough for the stores that are in use. */
const copiesMax = 10_000;

/** Last good rows, by key. */
export class LastGoodRows<Value extends object> {
  readonly #copies = new LRUCache<string, Value>(boundedByCount(copiesMax));

  keep(key: string, value: Value | null): void {
    if (value === null) this.#copies.delete(key);
    else this.#copies.set(key, value);
  }

  has(key: string): boolean {
    return this.#copies.has(key);
  }

  /** Reads and keeps a row; if damage prevents it, returns the copy or, without one, rethrows. */
  async orCopy(key: string, read: () => Promise<Value | null>): Promise<Value | null> {
    try {
      const value = await read();
      this.keep(key, value);
      return value;
    } catch (error) {
      const copy = error instanceof DamageError ? this.#copies.get(key) : undefined;
      if (copy === undefined) throw error;
      return copy;
    }
  }
}

/** Rows as they were read last, for the time when they cannot be read. */
import { LRUCache } from 'lru-cache';
import { boundedByCount } from '../bounded-by-count.ts';
import { DamageError } from './damage.ts';

/** Rows kept: those of the stores that are in use. Chosen. */
const copiesMax = 10_000;

/** See the head of the file; by key. */
export class GoodCopies<Value extends object> {
  readonly #copies = new LRUCache<string, Value>(boundedByCount(copiesMax));

  keep(key: string, value: Value | null): void {
    if (value === null) this.#copies.delete(key);
    else this.#copies.set(key, value);
  }

  has(key: string): boolean {
    return this.#copies.has(key);
  }

  /** What is read; the copy where that fails by damage, and there is one. */
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

/**
 * Keeps indexes answering after the thread that published them ended, until the next one has published them again. Indexes that the
 * next thread does not load are dropped, since nothing would keep them up to date. It has no time limit and counts no bytes. It never
 * changes an index, and nothing here throws.
 */
// Tests: ./index-client.live.test.ts.
import type { IndexRegistry } from '../../autocomplete/answering/index-registry.ts';

/** Indexes whose publishing thread ended. */
export class OrphanedIndexes {
  readonly #registry: IndexRegistry;
  readonly #storeIds = new Set<string>();

  constructor(registry: IndexRegistry) {
    this.#registry = registry;
  }

  /** Notes that another thread begins to publish: every index shown so far is an orphan. */
  orphanAll(): void {
    for (const storeId of this.#registry.changes().keys()) this.#storeIds.add(storeId);
  }

  /** Notes that a store was published again or dropped. */
  noteShown(storeId: string): void {
    this.#storeIds.delete(storeId);
  }

  /**
   * Drops the orphans once that thread has loaded every store that fits. Indexes of `kept` stores, which it cannot build,
   * stay.
   */
  drop(kept: ReadonlySet<string>): void {
    for (const storeId of this.#storeIds) {
      if (kept.has(storeId)) continue;
      this.#registry.drop(storeId);
      this.#storeIds.delete(storeId);
    }
  }
}

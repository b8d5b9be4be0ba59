/**
 * Indexes that go on answering after the thread that published them ended, until the next one has published them again. What
 * that one does not bring to memory is let go, since it would no longer be followed.
 */
import type { IndexRegistry } from '../autocomplete/index-registry.ts';

/** See the head of the file. */
export class OrphanedIndexes {
  readonly #registry: IndexRegistry;
  readonly #storeIds = new Set<string>();

  constructor(registry: IndexRegistry) {
    this.#registry = registry;
  }

  /** Another thread begins to publish. */
  orphanAll(): void {
    for (const storeId of this.#registry.changes().keys()) this.#storeIds.add(storeId);
  }

  /** It was published again, or let go. */
  noteShown(storeId: string): void {
    this.#storeIds.delete(storeId);
  }

  /** That thread has loaded what it has memory for. Stores whose index it cannot build at present are `kept` as they are. */
  drop(kept: ReadonlySet<string>): void {
    for (const storeId of this.#storeIds) {
      if (kept.has(storeId)) continue;
      this.#registry.drop(storeId);
      this.#storeIds.delete(storeId);
    }
  }
}

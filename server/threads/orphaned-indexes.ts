/**
 * Indexes that go on answering after the thread that published them ended, until the next one has published them anew. What
 * that one does not bring to memory is let go, or nobody would follow it any more.
 */
import type { IndexRegistry } from '../autocomplete/index-registry.ts';

/** See the head of the file. */
export class OrphanedIndexes {
  readonly #registry: IndexRegistry;
  readonly #storeIds = new Set<string>();

  constructor(registry: IndexRegistry) {
    this.#registry = registry;
  }

  has(storeId: string): boolean {
    return this.#storeIds.has(storeId);
  }

  /** Their thread ended. */
  orphanAll(): void {
    for (const storeId of this.#registry.changes().keys()) this.#storeIds.add(storeId);
  }

  noteShown(storeId: string): void {
    this.#storeIds.delete(storeId);
  }

  /** The next thread has loaded what it has memory for. */
  dropAll(): void {
    for (const storeId of this.#storeIds) this.#registry.drop(storeId);
    this.#storeIds.clear();
  }
}

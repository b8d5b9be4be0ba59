/** Finds stores that were deleted by what changed in the directory: the list of all that were ever deleted only grows. */
import type { Storage } from '../storage/storage.ts';

/** See the head of the file. */
export class DeletedStores {
  readonly #storage: Pick<Storage, 'directory' | 'deletions'>;
  /** Of the last look; null before the first, which finds all. */
  #version: number | null = null;
  readonly #done = new Set<string>();

  constructor(storage: Pick<Storage, 'directory' | 'deletions'>) {
    this.#storage = storage;
  }

  /** Hands over each store that was deleted since the last call. Where `remove` rejects, it comes again. */
  async each(remove: (storeId: string) => Promise<void>): Promise<void> {
    const { directory, deletions } = this.#storage;
    const { version, stores } = await directory.changesSince(this.#version);
    for (const storeId of await deletions.ids(stores ?? undefined)) {
      if (this.#done.has(storeId)) continue;
      await remove(storeId);
      this.#done.add(storeId);
    }
    this.#version = version;
  }
}

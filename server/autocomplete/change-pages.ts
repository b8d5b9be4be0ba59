/**
 * What followers of a store read: its list of changes, page by page; the products that were erased, whose rows are gone, so
 * that no change shows them; and the stores that were deleted.
 */
import { setImmediate as turnOfOthers } from 'node:timers/promises';
import type { ChangePage, ChangePosition, IndexedProduct } from '../storage/records.ts';
import type { Storage, StoreReader } from '../storage/storage.ts';

/** A page is applied in one go: chosen so that a call for another store waits for a tenth of a second at most. */
export const productsPerRead = 1_000;

/** A page, and the place that a reader has reached with it. */
interface ReadPage {
  readonly page: ChangePage<IndexedProduct>;
  readonly position: ChangePosition | null;
  readonly isLast: boolean;
}

/** Pages after a place, at least up to the change number. Waiting calls run between two pages. */
export async function* changePages(
  source: Pick<StoreReader, 'changedProducts'>,
  after: ChangePosition | null,
  changeNumber: number,
): AsyncGenerator<ReadPage> {
  for (let position = after, isLast = false; !isLast; ) {
    const page = await source.changedProducts({ after: position, limit: productsPerRead });
    isLast = !page.isMore || (page.last?.changeNumber ?? 0) > changeNumber;
    position = page.last ?? position;
    yield { page, position, isLast };
    await turnOfOthers();
  }
}

/** Erasures of one read. Chosen. */
const erasuresPerRead = 1_000;

/**
 * Gives the ids of products that were erased after a change and up to another one, and returns that one. To be called
 * once products were read as of `upTo` or later: of an erasure beyond it, a server that follows may still have shown
 * the row.
 */
export async function takeErasures(
  reader: Pick<StoreReader, 'erasures'>,
  { after, upTo }: { readonly after: number; readonly upTo: number },
  erase: (productIds: readonly string[]) => void,
): Promise<number> {
  let place = { changeNumber: after + 1, productId: '' };
  for (let isMore = upTo > after; isMore; ) {
    const erased = await reader.erasures.list({ after: place, upTo, limit: erasuresPerRead });
    if (erased.length > 0) erase(erased.map(({ productId }) => productId));
    place = erased.at(-1) ?? place;
    isMore = erased.length === erasuresPerRead;
  }
  return Math.max(after, upTo);
}

/** See the head of the file. */
export class DeletedStores {
  readonly #storage: Pick<Storage, 'directory' | 'deletions'>;
  /** Of the last look; null before the first, which finds all. */
  #version: number | null = null;
  readonly #done = new Set<string>();

  constructor(storage: Pick<Storage, 'directory' | 'deletions'>) {
    this.#storage = storage;
  }

  /** Gives `remove` each store that was deleted since the last call. Where `remove` rejects, it comes again. */
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

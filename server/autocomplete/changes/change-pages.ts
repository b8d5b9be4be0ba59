/**
 * Reads a store for its followers: its list of changes, page by page; erased products, which no change shows because their rows are
 * gone; and deleted stores. A page has at most 1,000 products or erasures. It applies nothing itself. A row that cannot be read is
 * named beside the others; an error of the database rejects, and the next read begins at the same place.
 */
// Tests: test/scenarios/damaged-pages.test.ts, test/storage/storage.test.ts.
import { setImmediate as turnOfOthers } from 'node:timers/promises';
import type { ProductReader } from '../../storage/products/tables.ts';
import type { ChangePage, ChangePosition, IndexedProduct } from '../../storage/records.ts';
import type { Storage, StoreReader } from '../../storage/storage.ts';

/** A page is applied at once: chosen so that a call for another store waits at most a tenth of a second. */
export const productsPerRead = 1_000;

/** A page, and the place that a reader has reached with it. */
interface ReadPage {
  readonly page: ChangePage<IndexedProduct>;
  readonly position: ChangePosition | null;
  readonly isLast: boolean;
}

/** Pages after a place, at least up to the change number. Waiting calls run between two pages. */
export async function* changePages(
  source: Pick<ProductReader, 'changed'>,
  after: ChangePosition | null,
  changeNumber: number,
): AsyncGenerator<ReadPage> {
  for (let position = after, isLast = false; !isLast; ) {
    const page = await source.changed({ after: position, limit: productsPerRead });
    isLast = !page.isMore || (page.last?.changeNumber ?? 0) > changeNumber;
    position = page.last ?? position;
    yield { page, position, isLast };
    await turnOfOthers();
  }
}

/** Erasures of one read. Chosen. */
const erasuresPerRead = 1_000;

/**
 * Passes on the ids of products that were erased after one change and up to another, and returns the latter. Call it after products
 * were read as of `upTo` or later: a replica may still show the row of a later erasure.
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

/** Finds deleted stores, whose indexes have to go. Reads again only what changed since its last check. */
export class DeletedStores {
  readonly #storage: Pick<Storage, 'directory' | 'deletions'>;
  /** The version at the last check; null before the first, which finds all. */
  #version: number | null = null;
  readonly #done = new Set<string>();

  constructor(storage: Pick<Storage, 'directory' | 'deletions'>) {
    this.#storage = storage;
  }

  /** Calls `remove` for each store that was deleted since the last call. If `remove` rejects, the store comes again. */
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

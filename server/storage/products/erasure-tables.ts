/**
 * Tables and interfaces for erasing products and whole stores. Times are microseconds since 1970, UTC. Erased products are remembered
 * by id and change number for 400 days (`limits.erasuresDays`), so that readers of the list of changes learn of them. An erased
 * product never comes back; an unknown one changes nothing.
 */
// Tests: test/api/product-erasure.test.ts, test/storage/erasures.test.ts.
import { integer, json, object, optional, text, time } from '../column.ts';
import { type RecordOf, storeTable, table } from '../table.ts';

/** Products that were erased, for readers of the list of changes. */
export const productErasures = storeTable('product_erasures', {
  key: ['change_number', 'product_id'],
  columns: { change_number: integer(), product_id: text(), at: time() },
});

/** The columns of {@link ErasurePosition}. */
export const erasurePosition = productErasures.pick('change_number', 'product_id');

/** A place in the list of erased products. */
export type ErasurePosition = RecordOf<typeof erasurePosition>;

/** A product to be erased. */
export interface ErasedProduct {
  readonly externalId: string;
  readonly id: string;
  readonly createdAt: number;
}

/** The columns that a removal reads or reports of a product, as far as they can be read. */
export interface ReadableParts {
  readonly createdAt: number;
  /** Labels and values. */
  readonly attributes: readonly (readonly [string, string])[];
  readonly suggestionPhrases: readonly string[];
  readonly searchPhrases: readonly string[];
}

/** Reads of what is taken out of one store, and of what was erased from it. */
export interface ErasureReader {
  /** Reads each of these columns of a product by itself; one that cannot be read is empty. Null for an unknown id. */
  readableParts(externalId: string): Promise<ReadableParts | null>;
  /**
   * Products that were erased by changes after a position, up to a change, oldest first. Their rows are gone, so
   * readers of the list of changes find them only here. Kept for `limits.erasuresDays`.
   */
  list(page: {
    readonly after: ErasurePosition;
    readonly upTo: number;
    readonly limit: number;
  }): Promise<ErasurePosition[]>;
}

/** Erasing within the transaction of one store. */
export interface ErasureWriter {
  /**
   * Deletes every row that names one of the products and remembers their ids for those who follow changes. Counters and
   * the store's change number are the caller's to write. At most 200 products.
   */
  erase(
    products: readonly ErasedProduct[],
    change: { readonly number: number; readonly at: number },
  ): Promise<void>;
  /** Forgets old erasures; returns how many, at most `limit`. */
  deleteBefore(bounds: { readonly at: number; readonly limit: number }): Promise<number>;
}

/** A row for each store that was deleted, which stays as the record of it. */
export const storeDeletions = table('store_deletions', {
  key: ['store_id'],
  columns: {
    store_id: text(),
    name: text(),
    requested_at: time(),
    actor_name: optional(text()),
    actor_email: optional(text()),
    /** Rows deleted so far, by table; a table of which none was deleted is absent. */
    deleted: json(object<Readonly<Record<string, number>>>()),
    /** Null while rows are left. */
    finished_at: optional(time()),
  },
});

/** The columns of {@link StoreDeletion}. */
export const storeDeletion = storeDeletions.omit('actor_name', 'actor_email');

/** A store that was deleted, or is being deleted. */
export type StoreDeletion = RecordOf<typeof storeDeletion>;

/** The person who asked for a deletion. */
interface Requester {
  readonly name: string;
  readonly email: string;
}

/**
 * Deleting whole stores. The first transaction deletes the store, its keys and its members, so that no call can read or
 * write it any more; its rows are then deleted in transactions of at most a thousand rows. The database itself says which
 * tables hold rows of stores.
 */
export interface StoreDeletions {
  /** Begins a deletion, or returns the one that was begun before. Rejects with `not_found` for an unknown store. */
  begin(
    storeId: string,
    request: { readonly at: number; readonly by: Requester | null },
  ): Promise<StoreDeletion>;
  /** Deletes rows in one transaction. Several processes may call it at the same time: they take turns, and each row counts once. */
  step(storeId: string, at: number): Promise<StoreDeletion>;
  /** Finds a deletion by the store's id; null for a store that was never deleted. */
  find(storeId: string): Promise<StoreDeletion | null>;
  /** Stores whose deletion is not finished, in the order in which it was asked for. */
  unfinished(): Promise<string[]>;
  /** Ids of all stores that were ever deleted, or of those `among` that were. */
  ids(among?: readonly string[]): Promise<string[]>;
  /** Rows that a deletion would delete, by table; tables without any are absent. */
  count(storeId: string): Promise<Record<string, number>>;
}

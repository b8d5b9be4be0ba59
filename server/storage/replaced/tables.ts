/**
 * The table and interfaces of what runs replaced, so that a run can be undone: for each product that a run wrote, how its row differed
 * before. It decides nothing and never writes a product. Changes are numbers of the store; a page has at most 4 MiB. An unknown run has
 * no rows.
 */
// Tests: test/storage/replaced-products.test.ts.
import { integer, json, object, optional, text } from '../column.ts';
import type { ProductWrite, WholeProduct } from '../products/tables.ts';
import type { StoredValue } from '../snapshots/snapshot.ts';
import { type RecordOf, storeTable } from '../table.ts';

/** Columns of a product's row, by name. */
export type RowPart = Readonly<Record<string, StoredValue>>;

/** What runs replaced, a row for each product that a run wrote. */
export const replacedProducts = storeTable('replaced_products', {
  key: ['run', 'external_id'],
  columns: {
    /** The beginning of the run's id, which sorts by time ({@link runBeginning}). */
    run: text(),
    external_id: text(),
    /** The store's change by which the run wrote the product: while it is the product's newest, nothing else changed it. */
    change_number: integer(),
    /** The product's change before; null where there was no product. */
    before_change: optional(integer()),
    /** The columns of the row before that differ from the row that the run wrote; null where there was no product. */
    before: optional(json(object<RowPart>())),
  },
});

/** What a run replaced of one product. */
export type ReplacedProduct = RecordOf<typeof replacedProducts>;

/** A product that a run writes. */
export interface Replacement {
  readonly externalId: string;
  /** The product before; null where there was none. */
  readonly before: WholeProduct | null;
  /** The product as the run writes it; or it only takes it out of stock. */
  readonly after: ProductWrite | 'out_of_stock';
}

/** Reads of what runs of one store replaced. */
export interface ReplacedReader {
  /** Returns what the run replaced, in the order of external ids after the given one. */
  page(
    runId: string,
    page: { readonly after: string | null; readonly limit: number },
  ): Promise<{
    readonly rows: readonly ReplacedProduct[];
    /** The external id up to which rows were read, those that cannot be read included. */
    readonly last: string | null;
    readonly isMore: boolean;
  }>;
}

/** Writes of what runs of one store replaced. */
export interface ReplacedWriter {
  /** Keeps what the run replaces by this change of the store. Call it before the products are written. */
  keep(
    run: { readonly id: string; readonly changeNumber: number },
    replacements: readonly Replacement[],
  ): Promise<void>;
  /** The products are what they were by `before_change`: runs that left them so have left them by this change. */
  moveChange(restored: readonly ReplacedProduct[], changeNumber: number): Promise<void>;
  /** Leaves the run out of the history of products that others have changed since: what it replaced is what they replaced. */
  leaveOut(changedSince: readonly ReplacedProduct[]): Promise<void>;
  delete(rows: readonly ReplacedProduct[]): Promise<void>;
  /** Deletes what runs from before a time replaced; returns how many rows went, at most `limit`. */
  deleteBefore(bounds: { readonly at: number; readonly limit: number }): Promise<number>;
}

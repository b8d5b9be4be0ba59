/** Merchandising in the database: the words of the interface. Statements stand elsewhere. */
import type { MerchandisingRule } from '../../contract/words/merchandising.ts';

/** The rules of a store. */
export interface StoreMerchandising {
  readonly rules: readonly MerchandisingRule[];
  /** The store's change number when they were last replaced; 0 where they never were. */
  readonly changeNumber: number;
  /** Null where they were never set. */
  readonly updatedAt: number | null;
}

/** What of a product rules can name. */
export interface NamableProduct {
  readonly id: string;
  readonly externalId: string;
  readonly brand: string | null;
  readonly category: string | null;
}

/** Reads of the merchandising of one store. */
export interface MerchandisingReader {
  merchandising(): Promise<StoreMerchandising>;
  /** The rules if they were replaced after the change number, else null: cheap while they were not. */
  changedMerchandising(after: number): Promise<StoreMerchandising | null>;
  /** In the order of `externalId`, after the given one. */
  namableProducts(page: { readonly after: string | null; readonly limit: number }): Promise<NamableProduct[]>;
  /** By external id, in no order; unknown ids are absent. */
  namedProducts(externalIds: readonly string[]): Promise<NamableProduct[]>;
}

/** Writes of the merchandising of one store. */
export interface MerchandisingWriter {
  /** In the place of those before. The store's own change number is the caller's to raise. */
  replaceMerchandising(set: StoreMerchandising & { readonly updatedAt: number }): Promise<void>;
}

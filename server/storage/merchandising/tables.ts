/**
 * Tables and interfaces of merchandising: one row for each store that has set rules, and one for ranking settings. Both are stored as their owner sent them and
 * applied elsewhere. Limits (500 rules) are kept by the API; a damaged row is named when it is read. It never checks a rule.
 */
// Tests: test/api/merchandising.test.ts, test/api/ranking.test.ts.
import type { MerchandisingRule } from '../../../contract/words/merchandising.ts';
import type { StoreBoost } from '../../../contract/words/ranking.ts';
import { flag, integer, json, listOf, object, time } from '../column.ts';
import { products } from '../products/tables.ts';
import { type RecordOf, storeTable } from '../table.ts';

/** Rules, one row for each store that has set some. */
export const merchandisingSets = storeTable('merchandising_sets', {
  key: [],
  columns: {
    /** The store's change number when the rules were last replaced. */
    change_number: integer(),
    updated_at: time(),
    rules: json(listOf(object<MerchandisingRule>())),
  },
});

/** The rules of a store. */
export interface StoreMerchandising extends Omit<RecordOf<typeof merchandisingSets>, 'updatedAt'> {
  /** Null where they were never set; the change number is then 0. */
  readonly updatedAt: number | null;
}

/** Ranking settings, one row for each store that has set them. */
export const rankingSets = storeTable('ranking_sets', {
  key: [],
  columns: {
    /** The store's change number when the settings were last replaced. */
    change_number: integer(),
    updated_at: time(),
    hides_out_of_stock: flag(),
    boosts: json(listOf(object<StoreBoost>())),
  },
});

/** The ranking settings of a store. */
export interface StoreRanking extends Omit<RecordOf<typeof rankingSets>, 'updatedAt'> {
  /** Null where they were never set; the change number is then 0. */
  readonly updatedAt: number | null;
}

/** The columns of {@link NamableProduct}. */
export const namableProduct = products.pick('id', 'external_id', 'brand', 'category');

/** The fields of a product by which rules can name it. */
export type NamableProduct = RecordOf<typeof namableProduct>;

/** Reads of the merchandising of one store. */
export interface MerchandisingReader {
  read(): Promise<StoreMerchandising>;
  /** The rules if they were replaced after the change number, else null: cheap while they were not. */
  changed(after: number): Promise<StoreMerchandising | null>;
  ranking(): Promise<StoreRanking>;
  /** The ranking settings if they were replaced after the change number, else null. */
  changedRanking(after: number): Promise<StoreRanking | null>;
  /** Returns at most `limit` products behind an external id, in the order of external ids. */
  namableProducts(page: { readonly after: string | null; readonly limit: number }): Promise<NamableProduct[]>;
  /** Products by external id, in no order; unknown ids are absent. */
  namedProducts(externalIds: readonly string[]): Promise<NamableProduct[]>;
}

/** Writes of the merchandising of one store. */
export interface MerchandisingWriter {
  /** Replaces all rules of the store. The caller raises the store's change number. */
  replace(set: StoreMerchandising & { readonly updatedAt: number }): Promise<void>;
  /** Replaces the ranking settings of the store. The caller raises the store's change number. */
  replaceRanking(set: StoreRanking & { readonly updatedAt: number }): Promise<void>;
}

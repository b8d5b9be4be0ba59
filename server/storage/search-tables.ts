/** The tables of searches, clicks and products by day, as schema.ts describes all others. */
import type { Flag } from './column-types.ts';

/** Tenant: key (store_id, day). */
export interface SearchDaysTable {
  store_id: string;
  day: string;
  searches: number;
  no_results: number;
  clicked: number;
  /** JSON: a list of counts for each group. */
  positions: string;
  /** JSON list of counts. */
  letters: string;
}

/** Tenant: key (store_id, day, query). */
export interface QueryDaysTable {
  store_id: string;
  day: string;
  query: string;
  searches: number;
  no_results: number;
  clicked: number;
  /** Bits, no hashes. */
  visitors: number;
  is_shown: Flag;
}

/** Tenant: key (store_id, day, product_id). */
export interface ProductDaysTable {
  store_id: string;
  day: string;
  product_id: string;
  clicks: number;
  purchases: number;
}

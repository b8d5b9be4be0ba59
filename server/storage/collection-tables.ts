/** The tables of smart collections, as schema.ts describes all others. */
import type { Flag } from './column-types.ts';

/** Their tables by name. */
export interface CollectionTables {
  collection_stores: CollectionStoresTable;
  collections: CollectionsTable;
  collection_generations: CollectionGenerationsTable;
  collection_products: CollectionProductsTable;
  member_keys: MemberKeysTable;
}

/** Directory: a row for each store that ever had a collection, so that only those are looked at. */
interface CollectionStoresTable {
  store_id: string;
  /** Rises with every change to collections; the number of each generation. */
  version: number;
  /** As `keyed_*`, for nodes of the version before, which note these alone. */
  followed_version: number;
  followed_change: number;
  /** Up to where members and their keys were found to be right. */
  keyed_version: number;
  keyed_change: number;
}

/** Tenant: key (store_id, id). */
export interface CollectionsTable {
  store_id: string;
  id: string;
  slug: string;
  title: string;
  description: string;
  /** JSON of CollectionRules. */
  rules: string;
  sort: string;
  is_active: Flag;
  created_at: number;
  updated_at: number;
}

/** Tenant: key (store_id, number). */
export interface CollectionGenerationsTable {
  store_id: string;
  number: number;
  collection_id: string;
  /** JSON of CollectionRules. */
  rules: string;
  currency: string;
  is_timed: Flag;
  state: string;
  /** As `keyed_*`, for nodes of the version before, which move it alone; from where it differs, steps are taken again. */
  seen_change: number;
  seen_external_id: string;
  /** The last change that was seen with the keys of members; -1 and empty before the first. */
  keyed_change: number;
  keyed_external_id: string;
  member_count: number;
}

/**
 * Tenant: key (store_id, product_id, generation, from_at), and an index by generation. What is behind `until_at` is as of
 * when the place began: nodes of the version before order by it.
 */
export interface CollectionProductsTable {
  store_id: string;
  product_id: string;
  generation: number;
  from_at: number;
  until_at: number;
  in_stock: Flag;
  title_key: string;
  price_key: number;
  created_at: number;
}

/** Tenant: key (store_id, product_id), and an index for each order of members. A row for each product that is one. */
interface MemberKeysTable {
  store_id: string;
  product_id: string;
  in_stock: Flag;
  title_key: string;
  price_key: number;
  created_at: number;
}

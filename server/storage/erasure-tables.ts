/** The tables of erasing, as schema.ts describes all others. */

/** Their tables by name. */
export interface ErasureTables {
  product_erasures: ProductErasuresTable;
  store_deletions: StoreDeletionsTable;
}

/** Tenant: key (store_id, change_number, product_id). */
interface ProductErasuresTable {
  store_id: string;
  change_number: number;
  product_id: string;
  at: number;
}

/** Directory: a row for each store that was deleted, which stays as the record of it. */
export interface StoreDeletionsTable {
  store_id: string;
  name: string;
  requested_at: number;
  actor_name: string | null;
  actor_email: string | null;
  /** JSON object: rows deleted so far, by table. */
  deleted: string;
  /** Null while rows are left. */
  finished_at: number | null;
}

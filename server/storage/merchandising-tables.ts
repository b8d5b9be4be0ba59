/** The table of merchandising, as schema.ts describes all others. */

/** Tenant: key (store_id), a row for each store that has set rules. */
export interface MerchandisingSetsTable {
  store_id: string;
  change_number: number;
  updated_at: number;
  /** JSON list of MerchandisingRule. */
  rules: string;
}

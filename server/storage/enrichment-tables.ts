/** The tables of enrichment, as schema.ts describes all others. */
import type { ColumnType } from 'kysely';
import type { Flag } from './column-types.ts';

/** These tables by their names. */
export interface EnrichmentSchema {
  enrichment_jobs: EnrichmentJobsTable;
  phrase_sets: PhraseSetsTable;
  product_types: ProductTypesTable;
  enrichment_settings: EnrichmentSettingsTable;
  enrichment_usage: EnrichmentUsageTable;
  allowances: AllowancesTable;
  enrichment_calls: EnrichmentCallsTable;
}

/** A column that starts out with a value. */
type Initial<Type> = ColumnType<Type, Type | undefined, Type>;

/** Tenant: key (store_id, product_id). */
export interface EnrichmentJobsTable {
  store_id: string;
  product_id: string;
  source_hash: string;
  created_at: number;
  state: Initial<string>;
  /** Above 0 where a request for it failed; only those are found by their time. */
  attempts: Initial<number>;
  run_at: Initial<number>;
  error: Initial<string | null>;
  error_code: Initial<string | null>;
}

/** Tenant: key (store_id, product_id). */
export interface PhraseSetsTable {
  store_id: string;
  product_id: string;
  state: string;
  generator: string | null;
  model: string | null;
  prompt_version: string | null;
  generated_at: number | null;
  source_hash: string | null;
  reviewed_at: number | null;
  reviewed_by: string | null;
  /** JSON of two lists, this and the next. */
  generated: string | null;
  edited: string | null;
  locked_from: string | null;
  /** JSON list of rule, count and example; null where none were dropped. */
  dropped: string | null;
  /** Packed (packed-type.ts), as the next: the types that belong to `generated` and `edited`. */
  generated_type: string | null;
  edited_type: string | null;
}

/** Tenant: key (store_id, name). Counted as types are written; a type that no product has is absent. */
export interface ProductTypesTable {
  store_id: string;
  name: string;
  products: number;
}

/** Tenant: key (store_id), a row for each store that has set something. */
export interface EnrichmentSettingsTable {
  store_id: string;
  paused: Flag;
  monthly_budget_micros: number | null;
  /** JSON list of text. */
  blocklist: string;
  blocklist_change: Initial<number>;
  hold_code: string | null;
  hold_message: string | null;
  hold_until: number | null;
  failed_requests: Initial<number>;
  busy_requests: Initial<number>;
  lift: Initial<string>;
  queue_after: string | null;
  sweep_after: string | null;
  sweeps_again: Flag;
}

/** Tenant: key (store_id, day, generator). */
export interface EnrichmentUsageTable {
  store_id: string;
  day: string;
  generator: string;
  requests: number;
  products: number;
  failed: number;
  input_tokens: number;
  output_tokens: number;
  cost_micros: number;
}

/** Directory: one row for what the whole deployment shares. */
export interface AllowancesTable {
  name: string;
  requests_at: number;
  tokens_at: number;
  blocked_until: number;
  failures: number;
  first_waiting: Initial<string>;
  first_until: Initial<number>;
  busy_store: Initial<string>;
}

/** Directory: calls under way. */
export interface EnrichmentCallsTable {
  id: string;
  allowance: string;
  owner: string;
  kept_until: number;
}

/**
 * The tables as Kysely sees them: one description for both databases, kept equal to migrations/ by the storage
 * suite. Names are snake_case as in SQL; the mapping to records.ts is in the `*-rows.ts` files.
 *
 * Times are microseconds since the epoch, UTC. Lists and objects are JSON text, on PostgreSQL too: jsonb would
 * reorder keys and refuse `\u0000`, and the raw snapshot must stay as received.
 */
import type { ColumnType } from 'kysely';
import type { CollectionTables } from './collection-tables.ts';
import type { Flag } from './column-types.ts';
import type { DirectoryTables } from './directory-tables.ts';
import type { EnrichmentSchema } from './enrichment-tables.ts';
import type { ErasureTables } from './erasure-tables.ts';
import type { EventTables } from './event-tables.ts';
import type { JobsTable, JobTurnsTable } from './job-tables.ts';
import type { MerchandisingSetsTable } from './merchandising-tables.ts';
import type { ProductDaysTable, QueryDaysTable, SearchDaysTable } from './search-tables.ts';
import type { SharedIndexTables } from './shared-index-tables.ts';
import type { WebhookDeliveriesTable, WebhooksTable } from './webhook-tables.ts';

/** Every table by its name. */
export interface Schema
  extends CollectionTables,
    DirectoryTables,
    EnrichmentSchema,
    ErasureTables,
    EventTables,
    SharedIndexTables {
  stores: StoresTable & StoreWeights;
  api_keys: ApiKeysTable;
  products: ProductsTable;
  imports: ImportsTable;
  import_failures: ImportFailuresTable;
  idempotency_keys: IdempotencyKeysTable;
  synonym_sets: SynonymSetsTable;
  files: FilesTable;
  file_chunks: FileChunksTable;
  jobs: JobsTable;
  job_turns: JobTurnsTable;
  users: UsersTable;
  memberships: MembershipsTable;
  sign_in_networks: SignInNetworksTable;
  sessions: SessionsTable;
  invitations: InvitationsTable;
  audit_entries: AuditEntriesTable;
  request_statistics: RequestStatisticsTable;
  catalog_statistics: CatalogStatisticsTable;
  product_changes: ProductChangesTable;
  feeds: FeedsTable;
  feed_runs: FeedRunsTable;
  feed_contents: FeedContentsTable;
  webhooks: WebhooksTable;
  webhook_deliveries: WebhookDeliveriesTable;
  search_days: SearchDaysTable;
  query_days: QueryDaysTable;
  product_days: ProductDaysTable;
  merchandising_sets: MerchandisingSetsTable;
  migrations: MigrationsTable;
}

/** Directory: one row a store. Its row lock orders the writers of the store. */
export interface StoresTable {
  id: string;
  name: string;
  plan: string;
  currency: string;
  locale: string;
  created_at: number;
  change_number: number;
  product_count: number;
  in_stock_count: number;
  enrichment_count: number;
}

/** Columns of the directory's row that are no part of the record of a store. */
interface StoreWeights {
  /** What the failed rows of its imports weigh; put right once an hour. */
  failure_bytes: ColumnType<number, never, number>;
  /** How far its products are in their short form (short-rows.ts); null: not at all, or not known. */
  shortened_to: ColumnType<string | null, never, string>;
}

/** Directory: looked up by hash before the store is known, so the key does not lead with the store. */
export interface ApiKeysTable {
  id: string;
  store_id: string;
  kind: string;
  name: string;
  hash: string;
  hint: string;
  /** JSON list of text. */
  allowed_origins: string;
  created_at: number;
  last_used_at: number | null;
  revoked_at: number | null;
}

/** Tenant: key (store_id, external_id). */
export interface ProductsTable {
  store_id: string;
  external_id: string;
  id: string;
  change_number: number;
  in_stock: Flag;
  counts_as_enriched: Flag;
  /** The beginning of a hash, as of the next: the whole of it in rows of earlier versions. Empty: forgotten. */
  content_hash: string;
  source_hash: string;
  created_at: number;
  updated_at: number;
  price: string;
  compare_at_price: string | null;
  currency: string | null;
  stock_quantity: number | null;
  title: string;
  category: string | null;
  brand: string | null;
  author: string | null;
  isbn: string | null;
  gtin: string | null;
  ean: string | null;
  sku: string | null;
  mpn: string | null;
  url: string;
  image_url: string | null;
  /** JSON list of text. */
  image_urls: string;
  /** JSON list of text, written by enrichment only. */
  suggestion_phrases: ColumnType<string, never, string>;
  /** JSON list of text, written by enrichment only. */
  search_phrases: ColumnType<string, never, string>;
  /** JSON list of [label, value]. */
  attributes: string;
  description: string | null;
  /** The merchant's object as received: JSON text, or packed (packed-raw.ts). Read by `rawOf` alone. */
  raw: string;
  /** The run that wrote the row last, by its id or the beginning of it (run-ids.ts); null for a single call. */
  run_id: string | null;
  /** The run that made the row, likewise; `=` where it is the one that wrote it last. */
  created_run_id: string | null;
  /** A person keeps the phrases as they are: imports do not queue the product. */
  phrases_locked: ColumnType<boolean | number, never, boolean>;
  /** The change that last wrote the phrases alone; null where none did. */
  phrase_change_number: ColumnType<number | null, never, number>;
  /** The change that the rest of the row was last written by, as of {@link phrase_change_number}. */
  catalog_change_number: ColumnType<number | null, never, number>;
  /** The name of what it is, written by enrichment only. */
  product_type: ColumnType<string | null, never, string | null>;
  /** What else is known of that (packed-type.ts). */
  type_details: ColumnType<string | null, never, string | null>;
}

/** Tenant: key (store_id, id). */
export interface ImportsTable {
  store_id: string;
  id: string;
  source: string;
  filename: string;
  status: string;
  dry_run: Flag;
  error: string | null;
  total_rows: number;
  processed_rows: number;
  valid_rows: number;
  failed_rows: number;
  skipped_rows: number;
  created_rows: number;
  updated_rows: number;
  unchanged_rows: number;
  queued_rows: number;
  warning_rows: number;
  created_at: number;
  updated_at: number;
  /** JSON list of Issue. */
  issues: string;
  /** JSON list of RowReport. */
  warnings: string;
  file_id: string | null;
  /** JSON of what was chosen for reading the file. */
  settings: string | null;
  /** JSON of what was found in the file. */
  layout: string | null;
  phase: string | null;
  failure_bytes: number;
  failures_dropped: number;
}

/** Tenant: key (store_id, id). */
export interface FilesTable {
  store_id: string;
  id: string;
  name: string;
  bytes: number;
  chunk_count: number;
  complete: Flag;
  created_at: number;
}

/** Tenant: key (store_id, file_id, number). */
export interface FileChunksTable {
  store_id: string;
  file_id: string;
  /** From 0, without gaps. */
  number: number;
  content: Uint8Array;
}

/** Tenant: key (store_id, import_id, row). */
export interface ImportFailuresTable {
  store_id: string;
  import_id: string;
  row: number;
  line: number | null;
  external_id: string | null;
  /** JSON list of Problem. */
  problems: string;
  /** JSON text of the row as received. */
  raw: string | null;
}

/** Tenant: key (store_id, key). */
export interface IdempotencyKeysTable {
  store_id: string;
  key: string;
  request_hash: string;
  import_id: string;
  created_at: number;
}

/** Tenant: key (store_id), a row for each store that has set its synonyms. */
export interface SynonymSetsTable {
  store_id: string;
  change_number: number;
  updated_at: number;
  common: Flag;
  /** JSON list of SynonymRule. */
  rules: string;
}

/** Directory: people. */
export interface UsersTable {
  id: string;
  email: string;
  name: string;
  password_hash: string | null;
  is_operator: Flag;
  created_at: number;
  last_seen_at: number | null;
}

/** Directory: read by user before a store is chosen. */
export interface MembershipsTable {
  user_id: string;
  store_id: string;
  role: string;
  joined_at: number;
}

/** Directory: from where a person signed in. Key (user_id, network_hash). */
export interface SignInNetworksTable {
  user_id: string;
  /** Keyed, so that it reveals no address. */
  network_hash: string;
  seen_at: number;
}

/** Directory: looked up by token. */
export interface SessionsTable {
  id: string;
  user_id: string;
  token_hash: string;
  previous_token_hash: string | null;
  csrf_token: string;
  created_at: number;
  rotated_at: number;
  last_seen_at: number;
}

/** Directory: looked up by token. */
export interface InvitationsTable {
  id: string;
  kind: string;
  store_id: string | null;
  email: string;
  role: string | null;
  token_hash: string;
  created_at: number;
  expires_at: number;
}

/** Tenant: key (store_id, id). */
export interface AuditEntriesTable {
  store_id: string;
  id: string;
  at: number;
  actor_name: string | null;
  actor_email: string | null;
  action: string;
  subject: string;
  /** JSON object. */
  details: string;
}

/** Tenant: key (store_id, bucket_at). */
export interface RequestStatisticsTable {
  store_id: string;
  bucket_at: number;
  graph: number;
  backend: number;
  cached: number;
  errors: number;
  /** JSON list: answers by how long they took, one count a step of the histogram. */
  latencies: string;
}

/** Tenant: key (store_id, bucket_at). */
export interface CatalogStatisticsTable {
  store_id: string;
  bucket_at: number;
  in_stock: number;
  out_of_stock: number;
}

/** Tenant: key (store_id, external_id, change_number). */
export interface ProductChangesTable {
  store_id: string;
  external_id: string;
  change_number: number;
  at: number;
  run_id: string | null;
  kind: string;
  /** JSON list of FieldChange. */
  fields: string;
}

/** Tenant: key (store_id, id). */
export interface FeedsTable {
  store_id: string;
  id: string;
  name: string;
  feed_url: string;
  feed_format: string;
  refresh_interval: string;
  status: string;
  auth_type: string | null;
  /** Encrypted. */
  auth_sealed: string | null;
  max_removal_percent: number;
  next_run_at: number;
  last_fetched_at: number | null;
  last_error: string | null;
  failures_in_row: number;
  etag: string | null;
  last_modified: string | null;
  content_sha256: string | null;
  processed_with: string | null;
  caught_up_to: number;
  created_at: number;
  updated_at: number;
}

/** Tenant: key (store_id, id), the id of the import. */
export interface FeedRunsTable {
  store_id: string;
  id: string;
  feed_id: string;
  trigger: string;
  forced: Flag;
  not_modified: Flag;
  removed_rows: number;
  restored_rows: number;
  unidentified_rows: number;
  error_code: string | null;
  fence: number;
  processed_with: string | null;
  /** JSON object. */
  facts: string | null;
  started_at: number | null;
  finished_at: number | null;
}

/** Tenant: key (store_id, feed_id, run_id, number). */
export interface FeedContentsTable {
  store_id: string;
  feed_id: string;
  run_id: string;
  number: number;
  ids: Uint8Array;
}

/** Which migrations were applied. */
export interface MigrationsTable {
  number: number;
  name: string;
}

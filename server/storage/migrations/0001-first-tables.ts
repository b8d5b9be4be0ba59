/**
 * Creates the first schema: directory tables (stores, keys, marks), and tenant tables whose keys lead with `store_id`, so
 * that a store is a shard.
 *
 * Foreign keys: only from keys to stores. Tenant rows are written under the lock of their store's row, which proves that the store
 * exists; a check of every product row would cost the import a tenth and add nothing. Large columns come last, so that reading the
 * small ones never walks over them. It must run in an empty database and never changes after its release. Times are microseconds,
 * counts whole numbers; a failure rolls all of it back.
 */
// Tests: test/storage/migrations.test.ts, test/storage/stored-databases.test.ts.
import { createTable, createTenantTable, type TableDefinition } from './create-table.ts';
import type { MigrationStep } from './migration.ts';

const directoryTables: readonly TableDefinition[] = [
  {
    name: 'stores',
    columns: [
      'id text',
      'name text',
      'plan text',
      'currency text',
      'locale text',
      'created_at count',
      'change_number count',
      'product_count count',
      'in_stock_count count',
      'enrichment_count count',
    ],
    key: ['id'],
  },
  {
    name: 'api_keys',
    columns: [
      'id text',
      'store_id text',
      'kind text',
      'name text',
      'hash text',
      'hint text',
      'allowed_origins text',
      'created_at count',
      'last_used_at count?',
      'revoked_at count?',
    ],
    key: ['id'],
    unique: [['hash']],
    indexes: [['store_id', 'created_at']],
    belongsTo: { column: 'store_id', table: 'stores' },
  },
  { name: 'marks', columns: ['name text', 'value text'], key: ['name'] },
  { name: 'directory_state', columns: ['id count', 'version count'], key: ['id'] },
];

const tenantTables: readonly TableDefinition[] = [
  {
    name: 'products',
    columns: [
      'store_id text',
      'external_id text',
      'id text',
      'change_number count',
      'in_stock flag',
      'counts_as_enriched flag',
      'content_hash text',
      'source_hash text',
      'created_at count',
      'updated_at count',
      'price text',
      'compare_at_price text?',
      'currency text?',
      'stock_quantity count?',
      'title text',
      'category text?',
      'brand text?',
      'author text?',
      'isbn text?',
      'gtin text?',
      'ean text?',
      'sku text?',
      'mpn text?',
      'url text',
      'image_url text?',
      'image_urls text',
      'suggestion_phrases text',
      'search_phrases text',
      'attributes text',
      'description text?',
      'raw text',
    ],
    // Phrases come from enrichment, never from an upsert.
    defaults: { suggestion_phrases: '[]', search_phrases: '[]' },
    key: ['store_id', 'external_id'],
    unique: [['store_id', 'id']],
    indexes: [['store_id', 'change_number', 'external_id']],
  },
  {
    name: 'imports',
    columns: [
      'store_id text',
      'id text',
      'source text',
      'filename text',
      'status text',
      'dry_run flag',
      'error text?',
      'total_rows count',
      'processed_rows count',
      'valid_rows count',
      'failed_rows count',
      'skipped_rows count',
      'created_rows count',
      'updated_rows count',
      'unchanged_rows count',
      'queued_rows count',
      'warning_rows count',
      'created_at count',
      'updated_at count',
      'issues text',
      'warnings text',
    ],
    key: ['store_id', 'id'],
  },
  {
    name: 'import_failures',
    columns: [
      'store_id text',
      'import_id text',
      'row count',
      'line count?',
      'external_id text?',
      'problems text',
      'raw text?',
    ],
    key: ['store_id', 'import_id', 'row'],
  },
  {
    name: 'enrichment_jobs',
    columns: ['store_id text', 'product_id text', 'source_hash text', 'created_at count'],
    key: ['store_id', 'product_id'],
  },
  {
    name: 'idempotency_keys',
    columns: ['store_id text', 'key text', 'request_hash text', 'import_id text', 'created_at count'],
    key: ['store_id', 'key'],
    indexes: [['store_id', 'created_at']],
  },
];

/** Makes every table of the first version, and the directory's single row. */
export async function firstTables(step: MigrationStep): Promise<void> {
  for (const table of directoryTables) await createTable(step, table);
  for (const table of tenantTables) await createTenantTable(step, table);
  await step.transaction.run(step.builder.insertInto('directory_state').values({ id: 1, version: 1 }));
}

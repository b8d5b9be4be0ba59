/**
 * Creates the tables for the dashboard: requests and products over time, and changes of products. Times of day are cut to buckets; a
 * product's changes are found by its id, and by their age when they are deleted. Existing products name no run. It deletes nothing.
 * Times are microseconds, the beginnings of stretches of 300 s; a failure rolls all of it back.
 */
// Tests: test/storage/insight.test.ts, test/api/dashboard-insight.test.ts.
import { addColumns, createTenantTable } from './create-table.ts';
import type { MigrationStep } from './migration.ts';

/** Makes the tables, and lets a product name the runs that made it and last wrote it. */
export async function insight(step: MigrationStep): Promise<void> {
  await createTenantTable(step, {
    name: 'request_statistics',
    columns: [
      'store_id text',
      'bucket_at count',
      'graph count',
      'backend count',
      'cached count',
      'errors count',
      'latencies text',
    ],
    key: ['store_id', 'bucket_at'],
  });
  await createTenantTable(step, {
    name: 'catalog_statistics',
    columns: ['store_id text', 'bucket_at count', 'in_stock count', 'out_of_stock count'],
    key: ['store_id', 'bucket_at'],
  });
  await createTenantTable(step, {
    name: 'product_changes',
    columns: [
      'store_id text',
      'external_id text',
      'change_number count',
      'at count',
      'run_id text?',
      'kind text',
      'fields text',
    ],
    key: ['store_id', 'external_id', 'change_number'],
    indexes: [['store_id', 'at']],
  });
  await addColumns(step, { name: 'products', columns: ['run_id text?', 'created_run_id text?'] });
}

/**
 * Creates the tables of product feeds. A run of a feed is an import, with further columns in a row beside it. Which products a
 * document held is kept as hashes of their ids, so that a run of one feed knows what another one supplies. It changes no existing row
 * and makes no feed. Times are microseconds, sizes bytes, the removal limit percent. It fails as a whole: then the version before goes
 * on.
 */
// Tests: test/storage/feeds.test.ts, test/api/dashboard-feeds.test.ts.
import { createTenantTable } from './create-table.ts';
import type { MigrationStep } from './migration.ts';

/** Makes the tables. When a feed is due is a job. */
export async function feeds(step: MigrationStep): Promise<void> {
  await createTenantTable(step, {
    name: 'feeds',
    columns: [
      'store_id text',
      'id text',
      'name text',
      'feed_url text',
      'feed_format text',
      'refresh_interval text',
      'status text',
      'auth_type text?',
      'auth_sealed text?',
      'max_removal_percent count',
      'next_run_at count',
      'last_fetched_at count?',
      'last_error text?',
      'failures_in_row count',
      'etag text?',
      'last_modified text?',
      'content_sha256 text?',
      'processed_with text?',
      'caught_up_to count',
      'created_at count',
      'updated_at count',
    ],
    key: ['store_id', 'id'],
  });
  await createTenantTable(step, {
    name: 'feed_runs',
    columns: [
      'store_id text',
      'id text',
      'feed_id text',
      'trigger text',
      'forced flag',
      'not_modified flag',
      'removed_rows count',
      'restored_rows count',
      'unidentified_rows count',
      'error_code text?',
      'fence count',
      'processed_with text?',
      'facts text?',
      'started_at count?',
      'finished_at count?',
    ],
    key: ['store_id', 'id'],
    indexes: [['store_id', 'feed_id', 'id']],
  });
  await createTenantTable(step, {
    name: 'feed_contents',
    columns: ['store_id text', 'feed_id text', 'run_id text', 'number count', 'ids bytes'],
    key: ['store_id', 'feed_id', 'run_id', 'number'],
  });
}

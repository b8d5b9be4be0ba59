/** Adds how many requests for phrases in a row failed, and whether a person ended a hold since the last answer. */
// Tests: test/storage/migrations.test.ts, test/storage/stored-databases.test.ts.
import { addColumns } from './create-table.ts';
import type { MigrationStep } from './migration.ts';

/** Adds the columns; a queue that is held counts as one whose next request is its first to fail. */
export async function failedRequests(step: MigrationStep): Promise<void> {
  await addColumns(step, {
    name: 'enrichment_settings',
    columns: ['failed_requests count', 'lift text'],
    defaults: { failed_requests: '0', lift: 'free' },
  });
}

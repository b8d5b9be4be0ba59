/** Adds how many requests for phrases in a row the provider was too busy for: only the pauses of 429 grow by them. */
// Tests: test/storage/migrations.test.ts, test/storage/stored-databases.test.ts.
import { addColumns } from './create-table.ts';
import type { MigrationStep } from './migration.ts';

/** Adds the column; the next 429 of each queue counts as its first. */
export async function busyRequests(step: MigrationStep): Promise<void> {
  await addColumns(step, {
    name: 'enrichment_settings',
    columns: ['busy_requests count'],
    defaults: { busy_requests: '0' },
  });
}

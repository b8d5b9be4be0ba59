/**
 * Creates the table of alerts: causes that were noticed in a store. It changes no row; a failure rolls all of it back. Nodes of the
 * version before write none.
 */
// Tests: test/storage/alerts.test.ts.
import { createTenantTable } from './create-table.ts';
import type { MigrationStep } from './migration.ts';

/** Makes the table, empty. */
export async function alerts(step: MigrationStep): Promise<void> {
  await createTenantTable(step, {
    name: 'alerts',
    columns: [
      ...(['store_id text', 'id text', 'type text', 'subject text', 'name text', 'message text'] as const),
      ...(['path text', 'is_sent flag', 'opened_at count', 'closed_at count?'] as const),
    ],
    key: ['store_id', 'id'],
    indexes: [
      ['store_id', 'type', 'subject'],
      ['store_id', 'opened_at'],
    ],
  });
}

/** Creates the table of merchandising: one row for each store that has set rules, since they are read and replaced as a whole. */
// Tests: test/api/merchandising.test.ts.
import { createTenantTable } from './create-table.ts';
import type { MigrationStep } from './migration.ts';

/** Makes the table; a store without a row has no rules. */
export async function merchandising(step: MigrationStep): Promise<void> {
  await createTenantTable(step, {
    name: 'merchandising_sets',
    columns: ['store_id text', 'change_number count', 'updated_at count', 'rules text'],
    key: ['store_id'],
  });
}

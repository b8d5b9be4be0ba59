/** Creates the table of ranking settings: one row for each store that has set them, since they are read and replaced as a whole. */
// Tests: test/api/ranking.test.ts.
import { createTenantTable } from './create-table.ts';
import type { MigrationStep } from './migration.ts';

/** Makes the table; a store without a row has the default settings. */
export async function rankingSettings(step: MigrationStep): Promise<void> {
  await createTenantTable(step, {
    name: 'ranking_sets',
    columns: [
      'store_id text',
      'change_number count',
      'updated_at count',
      'hides_out_of_stock flag',
      'boosts text',
    ],
    key: ['store_id'],
  });
}

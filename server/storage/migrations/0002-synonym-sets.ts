/** Creates the table of synonyms: one row for each store that has set them, since they are read and replaced as a whole. */
// Tests: test/storage/synonyms.test.ts, test/api/synonyms.test.ts.
import { createTenantTable } from './create-table.ts';
import type { MigrationStep } from './migration.ts';

/** Makes the table; a store without a row has the default settings. */
export async function synonymSets(step: MigrationStep): Promise<void> {
  await createTenantTable(step, {
    name: 'synonym_sets',
    columns: ['store_id text', 'change_number count', 'updated_at count', 'common flag', 'rules text'],
    key: ['store_id'],
  });
}

/** Adds the change of its store at which a blocklist was last replaced, so that indexes follow it. */
// Tests: test/storage/migrations.test.ts, test/storage/stored-databases.test.ts.
import { addColumns } from './create-table.ts';
import type { MigrationStep } from './migration.ts';

/** Adds the column; a blocklist of before counts as one of the first change. */
export async function blocklistChange(step: MigrationStep): Promise<void> {
  const columns = ['blocklist_change count'] as const;
  await addColumns(step, { name: 'enrichment_settings', columns, defaults: { blocklist_change: '1' } });
}

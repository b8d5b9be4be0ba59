/** Adds whether a store's phrases must be looked at once more: words were blocked while a sweep was under way. */
// Tests: test/storage/migrations.test.ts, test/storage/stored-databases.test.ts.
import { addColumns } from './create-table.ts';
import type { MigrationStep } from './migration.ts';

/** Adds the column; no second sweep waits yet. */
export async function secondSweep(step: MigrationStep): Promise<void> {
  await addColumns(step, {
    name: 'enrichment_settings',
    columns: ['sweeps_again flag'],
    defaults: { sweeps_again: '0' },
  });
}

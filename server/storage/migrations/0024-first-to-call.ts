/** Adds which store is the next to call the provider, so that one that calls all the time leaves others their turns. */
// Tests: test/storage/migrations.test.ts, test/storage/stored-databases.test.ts.
import { addColumns } from './create-table.ts';
import type { MigrationStep } from './migration.ts';

/** Adds the columns; no store waits yet. */
export async function firstToCall(step: MigrationStep): Promise<void> {
  await addColumns(step, {
    name: 'allowances',
    columns: ['first_waiting text', 'first_until count'],
    defaults: { first_waiting: '', first_until: '0' },
  });
}

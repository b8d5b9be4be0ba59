/** Creates the table of changes that workers, which have no indexes, wait for until a node that answers shows them (record 0058). */
// Tests: test/storage/awaited-changes.test.ts.
import { createTable } from './create-table.ts';
import type { MigrationStep } from './migration.ts';

/** Makes the table, empty. It belongs to the directory: nodes look for the changes of all stores at once. */
export async function awaitedChanges(step: MigrationStep): Promise<void> {
  await createTable(step, {
    name: 'awaited_changes',
    columns: ['owner text', 'store_id text', 'change_number count', 'worked_at count'],
    key: ['owner', 'store_id'],
  });
}

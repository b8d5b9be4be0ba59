/** Adds which store had the provider's last 429: a second one has all stores wait, the same one again waits alone. */
// Tests: test/api/dashboard-store.test.ts.
import { addColumns } from './create-table.ts';
import type { MigrationStep } from './migration.ts';

/** Adds the column; no store has had one yet. */
export async function busyStore(step: MigrationStep): Promise<void> {
  await addColumns(step, {
    name: 'allowances',
    columns: ['busy_store text'],
    defaults: { busy_store: '' },
  });
}

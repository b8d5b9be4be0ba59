/**
 * Adds the bytes of the failed rows of each import and of each store, so that a store has a bound on them, and the
 * number of rows that were dropped. Earlier imports count with none: their rows are deleted when their time is over. No row is counted again.
 */
// Tests: test/storage/migrations.test.ts, test/storage/stored-databases.test.ts.
import { sql } from 'kysely';
import { compiled } from '../snapshots/table-shapes.ts';
import { addColumns } from './create-table.ts';
import type { MigrationStep } from './migration.ts';

/** Adds the columns, and the index of imports that have any. */
export async function failureBytes(step: MigrationStep): Promise<void> {
  await addColumns(step, {
    name: 'imports',
    columns: ['failure_bytes count', 'failures_dropped count'],
    defaults: { failure_bytes: '0', failures_dropped: '0' },
  });
  const ofStore = { columns: ['failure_bytes count'], defaults: { failure_bytes: '0' } } as const;
  await addColumns(step, { name: 'stores', ...ofStore });
  const index = sql`create index imports_with_failures on imports (store_id, id, failure_bytes) where failure_bytes > 0`;
  await step.transaction.run(compiled(step.builder, index));
}

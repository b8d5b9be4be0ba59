/**
 * Creates the table of the texts behind ids of answers. A text has the name that an id gives it, and no time or caller. It moves no
 * earlier data; a failure rolls all of it back.
 */
// Tests: test/storage/answered-queries.test.ts, test/storage/stored-databases.test.ts.
import { createTenantTable } from './create-table.ts';
import type { MigrationStep } from './migration.ts';

/** Makes the table, empty. */
export async function answeredQueries(step: MigrationStep): Promise<void> {
  await createTenantTable(step, {
    name: 'answered_queries',
    columns: ['store_id text', 'day text', 'name text', 'query text'],
    key: ['store_id', 'day', 'name'],
  });
}

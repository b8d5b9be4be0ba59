/** Adds where shoppers clicked among the products of a query. Queries counted before have no positions. */
// Tests: test/storage/migrations.test.ts, test/storage/stored-databases.test.ts.
import { addColumns } from './create-table.ts';
import type { MigrationStep } from './migration.ts';

/** Adds the column; every query starts without positions. */
export async function queryPositions(step: MigrationStep): Promise<void> {
  await addColumns(step, { name: 'query_days', columns: ['positions text?'] });
}

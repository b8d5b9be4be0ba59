/**
 * Adds to feeds the moment from which changes of a shop are read, and to runs what they read. Runs that exist read everything, and
 * changes are read once a whole reading has ended well. A failure rolls all of it back.
 */
// Tests: test/storage/stored-databases.test.ts, test/storage/feeds.test.ts.
import { addColumns } from './create-table.ts';
import type { MigrationStep } from './migration.ts';

/** Adds the columns. */
export async function changesOfShops(step: MigrationStep): Promise<void> {
  const columns = ['changes_since count?', 'changes_checked_at count?', 'changes_error text?'] as const;
  await addColumns(step, { name: 'feeds', columns });
  await addColumns(step, { name: 'feed_runs', columns: ['reading text'], defaults: { reading: 'whole' } });
  const { builder, transaction } = step;
  // Hundreds of runs that read changes may lie between two others.
  const index = builder.schema.createIndex('feed_runs_by_reading').on('feed_runs');
  await transaction.run(index.columns(['store_id', 'feed_id', 'reading', 'id']));
}

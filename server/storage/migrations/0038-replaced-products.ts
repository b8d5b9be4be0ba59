/**
 * Creates the table of what runs replaced, and adds to imports whether they keep it and whether they were undone. Runs of earlier
 * versions keep nothing, so they cannot be undone. It changes no row; a failure rolls all of it back.
 */
// Tests: test/storage/replaced-products.test.ts.
import { addColumns, createTenantTable } from './create-table.ts';
import type { MigrationStep } from './migration.ts';

/** Makes the table, empty, and adds the column. */
export async function replacedProducts(step: MigrationStep): Promise<void> {
  await createTenantTable(step, {
    name: 'replaced_products',
    columns: [
      ...(['store_id text', 'run text', 'external_id text'] as const),
      ...(['change_number count', 'before_change count?', 'before text?'] as const),
    ],
    key: ['store_id', 'run', 'external_id'],
    indexes: [['store_id', 'external_id', 'change_number']],
  });
  await addColumns(step, {
    name: 'imports',
    columns: ['keeps_replaced flag', 'undo text?'],
    defaults: { keeps_replaced: '0' },
  });
}

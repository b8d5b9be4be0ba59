/**
 * Adds the group of variants to products, and to stores whether the products of a group take one place in an answer. No product has a
 * group until its row is written again. Stores group from the start, which changes nothing without groups. A failure rolls all of it
 * back.
 */
// Tests: test/storage/stored-databases.test.ts.
import { addColumns } from './create-table.ts';
import type { MigrationStep } from './migration.ts';

/** Adds a column to each of the two tables. */
export async function variantGroups(step: MigrationStep): Promise<void> {
  await addColumns(step, { name: 'products', columns: ['item_group_id text?'] });
  await addColumns(step, {
    name: 'stores',
    columns: ['group_variants flag'],
    defaults: { group_variants: '1' },
  });
}

/**
 * Adds to feeds the sealed secret by which their shop signs its orders, and when the last one came. No feed takes orders until a secret
 * is given. A failure rolls all of it back.
 */
// Tests: test/storage/stored-databases.test.ts.
import { addColumns } from './create-table.ts';
import type { MigrationStep } from './migration.ts';

/** Adds the columns, without values. */
export async function shopOrders(step: MigrationStep): Promise<void> {
  await addColumns(step, { name: 'feeds', columns: ['orders_sealed text?', 'last_order_at count?'] });
}

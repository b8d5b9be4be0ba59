/**
 * Adds carts and revenue to the figures by day, the value to single events, and the table of what the store sold by day. Figures of
 * before have no carts and no revenue. It changes no row; a failure rolls all of it back.
 */
// Tests: test/storage/value-statistics.test.ts, test/storage/stored-databases.test.ts.
import { addColumns, createTenantTable } from './create-table.ts';
import type { MigrationStep } from './migration.ts';

/** Adds the columns and makes the table, empty. */
export async function valueOfSearches(step: MigrationStep): Promise<void> {
  await addColumns(step, { name: 'events', columns: ['value text?', 'currency text?'] });
  await addColumns(step, {
    name: 'query_days',
    columns: ['carts count', 'purchases count', 'revenue text?'],
    defaults: { carts: '0', purchases: '0' },
  });
  await addColumns(step, {
    name: 'product_days',
    columns: ['carts count', 'revenue text?'],
    defaults: { carts: '0' },
  });
  await createTenantTable(step, {
    name: 'value_days',
    columns: [
      ...(['store_id text', 'day text', 'carts count', 'purchases count', 'revenue text?'] as const),
      ...(['searched_carts count', 'searched_purchases count', 'searched_revenue text?'] as const),
    ],
    key: ['store_id', 'day'],
  });
}

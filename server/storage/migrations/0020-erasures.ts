/**
 * Creates the tables of erasures: ids of erased products, since indexes that follow changes find no row of them; stores that were or
 * are being erased; and the networks from which each person signed in, as hashes. It erases nothing itself. Times are microseconds; a
 * failure rolls all of it back.
 */
// Tests: test/storage/erasures.test.ts.
import { createTable, createTenantTable } from './create-table.ts';
import type { MigrationStep } from './migration.ts';

/** Makes the tables. */
export async function erasures(step: MigrationStep): Promise<void> {
  await createTenantTable(step, {
    name: 'product_erasures',
    columns: ['store_id text', 'change_number count', 'product_id text', 'at count'],
    key: ['store_id', 'change_number', 'product_id'],
  });
  await createTable(step, {
    name: 'store_deletions',
    columns: [
      ...([
        'store_id text',
        'name text',
        'requested_at count',
        'actor_name text?',
        'actor_email text?',
      ] as const),
      ...(['deleted text', 'finished_at count?'] as const),
    ],
    key: ['store_id'],
    indexes: [['finished_at']],
  });
  await createTable(step, {
    name: 'sign_in_networks',
    columns: ['user_id text', 'network_hash text', 'seen_at count'],
    key: ['user_id', 'network_hash'],
    belongsTo: { column: 'user_id', table: 'users' },
    indexes: [['network_hash']],
  });
}

/**
 * Creates the tables of searches, clicks and products by day. Visitors are kept as bits only, too few to distinguish people, so that
 * several nodes and starts on one day do not count one visitor as three. Days are texts (`2026-11-21`, UTC). It moves no earlier
 * data; a failure rolls all of it back.
 */
// Tests: test/storage/search-statistics.test.ts.
import { createTenantTable } from './create-table.ts';
import type { MigrationStep } from './migration.ts';

/** Makes the tables. */
export async function searchStatistics(step: MigrationStep): Promise<void> {
  await createTenantTable(step, {
    name: 'search_days',
    columns: [
      'store_id text',
      'day text',
      'searches count',
      'no_results count',
      'clicked count',
      'positions text',
      'letters text',
    ],
    key: ['store_id', 'day'],
  });
  await createTenantTable(step, {
    name: 'query_days',
    columns: [
      'store_id text',
      'day text',
      'query text',
      'searches count',
      'no_results count',
      'clicked count',
      'visitors count',
      'is_shown flag',
    ],
    key: ['store_id', 'day', 'query'],
  });
  await createTenantTable(step, {
    name: 'product_days',
    columns: ['store_id text', 'day text', 'product_id text', 'clicks count', 'purchases count'],
    key: ['store_id', 'day', 'product_id'],
  });
}

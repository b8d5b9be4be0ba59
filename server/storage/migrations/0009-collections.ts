/**
 * Creates the tables of smart collections: their descriptions, the generations of their rules, and the products in each. Members are
 * found by product when a change is followed, and by each of their orders when they are listed. It changes no existing row. Times are
 * microseconds, prices whole numbers that sort (`price_key`). A failure rolls all of it back.
 */
// Tests: test/api/collections.test.ts.
import { createTable, createTenantTable } from './create-table.ts';
import type { MigrationStep } from './migration.ts';

/** Makes the tables. Which stores have something to follow stands in the directory. */
export async function collections(step: MigrationStep): Promise<void> {
  await createTable(step, {
    name: 'collection_stores',
    columns: ['store_id text', 'version count', 'followed_version count', 'followed_change count'],
    key: ['store_id'],
  });
  await createTenantTable(step, {
    name: 'collections',
    columns: [
      'store_id text',
      'id text',
      'slug text',
      'title text',
      'description text',
      'rules text',
      'sort text',
      'is_active flag',
      'created_at count',
      'updated_at count',
    ],
    key: ['store_id', 'id'],
    unique: [['store_id', 'slug']],
  });
  await createTenantTable(step, {
    name: 'collection_generations',
    columns: [
      'store_id text',
      'number count',
      'collection_id text',
      'rules text',
      'currency text',
      'is_timed flag',
      'state text',
      'seen_change count',
      'seen_external_id text',
      'member_count count',
    ],
    key: ['store_id', 'number'],
  });
  await createTenantTable(step, {
    name: 'collection_products',
    columns: [
      'store_id text',
      'product_id text',
      'generation count',
      'from_at count',
      'until_at count',
      'in_stock flag',
      'title_key text',
      'price_key count',
      'created_at count',
    ],
    key: ['store_id', 'product_id', 'generation', 'from_at'],
    indexes: [
      ['store_id', 'generation', 'in_stock', 'title_key', 'product_id'],
      ['store_id', 'generation', 'in_stock', 'price_key', 'product_id'],
      ['store_id', 'generation', 'in_stock', 'created_at', 'product_id'],
    ],
  });
}

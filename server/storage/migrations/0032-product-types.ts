/**
 * Adds types of products: beside the live phrases, beside generated and edited ones, and a table that counts the products of each type
 * of a store. Products without a type are not in the index. It finds no type itself. Counts are products; a failure rolls all of it
 * back.
 */
// Tests: test/storage/product-types.test.ts, test/api/product-types.test.ts.
import { sql } from 'kysely';
import { addColumns, createTenantTable } from './create-table.ts';
import type { MigrationStep } from './migration.ts';

/** Adds the columns, the index and the table; no product has a type yet. */
export async function productTypes(step: MigrationStep): Promise<void> {
  await addColumns(step, { name: 'products', columns: ['product_type text?', 'type_details text?'] });
  await addColumns(step, { name: 'phrase_sets', columns: ['generated_type text?', 'edited_type text?'] });
  const byType = step.builder.schema
    .createIndex('products_by_type')
    .on('products')
    .columns(['store_id', 'product_type'])
    .where(sql<boolean>`product_type is not null`);
  await step.transaction.run(byType);
  await createTenantTable(step, {
    name: 'product_types',
    columns: ['store_id text', 'name text', 'products count'],
    key: ['store_id', 'name'],
  });
  const mostFirst = step.builder.schema
    .createIndex('product_types_by_products')
    .on('product_types')
    .columns(['store_id', 'products desc', 'name']);
  await step.transaction.run(mostFirst);
}

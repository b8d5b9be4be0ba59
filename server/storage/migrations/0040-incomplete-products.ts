/**
 * Indexes the products without an image or a category, which a merchant looks for: few of many, as a rule, and without an index every
 * product is looked at to find them. Complete products take no place in it. It changes no row; a failure rolls all of it back.
 */
// Tests: test/storage/incomplete-products.test.ts, test/storage/stored-databases.test.ts.
import { sql } from 'kysely';
import type { MigrationStep } from './migration.ts';

const indexes = [
  { name: 'products_without_image', column: 'image_url' },
  { name: 'products_without_category', column: 'category' },
] as const;

/** Makes an index for each of the two fields. */
export async function incompleteProducts({ builder, transaction }: MigrationStep): Promise<void> {
  for (const { name, column } of indexes) {
    const index = builder.schema
      .createIndex(name)
      .on('products')
      .columns(['store_id', 'external_id'])
      .where(sql<boolean>`${sql.ref(column)} is null`);
    await transaction.run(index);
  }
}

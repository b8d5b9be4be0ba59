/**
 * Adds the rules that dropped phrases of a product, and how many products have any: the index is all that is counted. It checks no
 * phrase again. A failure rolls all of it back.
 */
// Tests: test/storage/migrations.test.ts, test/storage/stored-databases.test.ts.
import { sql } from 'kysely';
import { addColumns } from './create-table.ts';
import type { MigrationStep } from './migration.ts';

/** Adds the column and the index. */
export async function droppedPhrases(step: MigrationStep): Promise<void> {
  await addColumns(step, { name: 'phrase_sets', columns: ['dropped text?'] });
  const index = step.builder.schema
    .createIndex('products_with_phrases')
    .on('products')
    .column('store_id')
    .where(sql<boolean>`suggestion_phrases <> '[]' or search_phrases <> '[]'`);
  await step.transaction.run(index);
}

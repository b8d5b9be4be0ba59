/**
 * Creates the tables of indexes that one node builds for all: their manifests, and their large segments as compressed pages. It builds
 * and copies no index. Leases are microseconds, pages bytes. A failure rolls all of it back. It never runs a second time on one
 * database.
 */
// Tests: test/storage/shared-indexes.test.ts, test/scenarios/shared-indexes.test.ts.
import { sql } from 'kysely';
import { createTenantTable } from './create-table.ts';
import type { MigrationStep } from './migration.ts';

/** Makes the tables; a store without a row is built from its products. */
export async function sharedIndexes(step: MigrationStep): Promise<void> {
  await createTenantTable(step, {
    name: 'shared_indexes',
    columns: [
      'store_id text',
      'version text',
      'change_number count',
      'manifest bytes?',
      'saved_at count?',
      'owner text',
      'lease_until count',
    ],
    key: ['store_id', 'version'],
  });
  await createTenantTable(step, {
    name: 'shared_segments',
    columns: ['store_id text', 'segment_id count', 'version text', 'retired_at count?'],
    key: ['store_id', 'segment_id'],
  });
  await createTenantTable(step, {
    name: 'shared_segment_pages',
    columns: ['store_id text', 'segment_id count', 'number count', 'content bytes'],
    key: ['store_id', 'segment_id', 'number'],
  });
  if (step.engine === 'postgres') await keepUncompressed(step);
}

/** Tells PostgreSQL not to compress columns whose content is compressed already. */
async function keepUncompressed({ builder, transaction }: MigrationStep): Promise<void> {
  for (const [table, column] of [
    ['shared_segment_pages', 'content'],
    ['shared_indexes', 'manifest'],
  ] as const) {
    const statement = sql`alter table ${sql.id(table)} alter column ${sql.id(column)} set storage external`;
    await transaction.run({ compile: () => statement.compile(builder) });
  }
}

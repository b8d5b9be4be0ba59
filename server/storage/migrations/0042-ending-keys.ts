/**
 * Adds the end of a key, and the key that a rotation put in its place. Keys that exist have neither, and work as before. The index finds
 * keys that are past their end, and holds only those that have one. A failure rolls all of it back.
 */
// Tests: test/storage/stored-databases.test.ts, test/storage/ending-keys.test.ts.
import { sql } from 'kysely';
import { addColumns } from './create-table.ts';
import type { MigrationStep } from './migration.ts';

/** Adds the columns and the index; no key ends yet. */
export async function endingKeys(step: MigrationStep): Promise<void> {
  await addColumns(step, { name: 'api_keys', columns: ['expires_at count?', 'replaced_by text?'] });
  const { builder, transaction } = step;
  const index = builder.schema.createIndex('api_keys_that_end').on('api_keys').columns(['expires_at']);
  await transaction.run(index.where(sql<boolean>`expires_at is not null and revoked_at is null`));
}

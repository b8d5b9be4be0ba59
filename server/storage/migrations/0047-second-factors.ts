/**
 * Makes the table of second factors of people; no one has one yet. A failure rolls all of it back. It stores no secret in plain text.
 */
// Tests: test/storage/migrations.test.ts, test/storage/stored-databases.test.ts.
import { createTable } from './create-table.ts';
import type { MigrationStep } from './migration.ts';

/** Makes the table. */
export async function secondFactors(step: MigrationStep): Promise<void> {
  await createTable(step, {
    name: 'second_factors',
    columns: [
      'user_id text',
      'sealed text',
      'confirmed_at count?',
      'last_step count',
      'recovery_hashes text',
    ],
    key: ['user_id'],
    belongsTo: { column: 'user_id', table: 'users' },
  });
}

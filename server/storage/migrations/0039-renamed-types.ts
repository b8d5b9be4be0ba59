/**
 * Adds the new name that a decision on a type gives to its products. Decisions of before are on phrases, and give none. A failure rolls
 * all of it back.
 */
// Tests: test/storage/phrase-decisions.test.ts, test/storage/stored-databases.test.ts.
import { addColumns } from './create-table.ts';
import type { MigrationStep } from './migration.ts';

/** Adds the column; no decision has a new name yet. */
export async function renamedTypes(step: MigrationStep): Promise<void> {
  await addColumns(step, { name: 'phrase_decisions', columns: ['new_name text?'] });
}

/**
 * Adds the text of storefront keys, so that the line for a shop's pages can be shown again. Keys that exist keep only their hash:
 * their text is not known here and stays null. A failure rolls all of it back.
 */
// Tests: test/storage/stored-databases.test.ts, test/api/dashboard-store.test.ts.
import { addColumns } from './create-table.ts';
import type { MigrationStep } from './migration.ts';

/** Adds the column; no key has its text yet. */
export async function readableKeys(step: MigrationStep): Promise<void> {
  await addColumns(step, { name: 'api_keys', columns: ['token text?'] });
}

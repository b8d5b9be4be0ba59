/**
 * Adds the stores that changed lately, beside the directory's version: a cache of keys drops the keys of these stores only. A node of
 * an earlier version raises the version alone, which shows by `changes_until`. It changes no key. A failure rolls all of it back;
 * there are no units but versions, which count changes.
 */
// Tests: test/storage/directory-changes.test.ts.
import { addColumns } from './create-table.ts';
import type { MigrationStep } from './migration.ts';

/** Adds the columns. Their first values mean that earlier changes are not known. */
export async function directoryChanges(step: MigrationStep): Promise<void> {
  await addColumns(step, {
    name: 'directory_state',
    columns: ['changes_since count', 'changes_until count', 'changes text'],
    defaults: { changes_since: '0', changes_until: '0', changes: '' },
  });
}

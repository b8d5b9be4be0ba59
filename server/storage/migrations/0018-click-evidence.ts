/**
 * Adds the evidence by which clicks are judged: how far each network moved each thing lately, and, for nodes that share a database,
 * which questions the others answered. Networks and queries are stored as hashes whose salt is deleted after two days. It changes no
 * event. Times are microseconds; a failure rolls all of it back.
 */
// Tests: test/api/click-evidence.test.ts.
import { createTable, createTenantTable } from './create-table.ts';
import type { MigrationStep } from './migration.ts';

/** Makes both tables, empty. */
export async function clickEvidence(step: MigrationStep): Promise<void> {
  await createTenantTable(step, {
    name: 'network_marks',
    columns: ['store_id text', 'name text', 'amount real', 'until count'],
    key: ['store_id', 'name'],
    indexes: [['store_id', 'until']],
  });
  await createTable(step, {
    name: 'shown_answers',
    columns: ['node text', 'number count', 'entries bytes', 'created_at count'],
    key: ['node', 'number'],
    indexes: [['created_at']],
  });
}

/**
 * Creates the tables of uploaded files, kept as chunks until they were read, so that any worker can take an import, also after a
 * restart; and of jobs, the work that is due. Jobs are a table of the directory: a worker claims one before it knows whose it is. It
 * changes no existing row. Sizes are bytes, times microseconds. A failure rolls all of it back.
 */
// Tests: test/storage/jobs.test.ts.
import { addColumns, createTable, createTenantTable } from './create-table.ts';
import type { MigrationStep } from './migration.ts';

/** Makes the tables, and gives imports what those of files need. */
export async function filesAndJobs(step: MigrationStep): Promise<void> {
  await createTenantTable(step, {
    name: 'files',
    columns: [
      'store_id text',
      'id text',
      'name text',
      'bytes count',
      'chunk_count count',
      'complete flag',
      'created_at count',
    ],
    key: ['store_id', 'id'],
  });
  await createTenantTable(step, {
    name: 'file_chunks',
    columns: ['store_id text', 'file_id text', 'number count', 'content bytes'],
    key: ['store_id', 'file_id', 'number'],
  });
  await createTable(step, {
    name: 'jobs',
    columns: [
      'id text',
      'kind text',
      'store_id text',
      'subject text',
      'run_at count',
      'attempts count',
      'lease_owner text?',
      'lease_until count?',
    ],
    key: ['id'],
    indexes: [['kind', 'run_at']],
  });
  await addColumns(step, {
    name: 'imports',
    columns: ['file_id text?', 'settings text?', 'layout text?', 'phase text?'],
  });
}

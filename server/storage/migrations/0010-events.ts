/**
 * Creates the tables of shoppers' events, of what each session moved lately, and of popularity, which stays. Sessions are known by
 * hashes whose salt, one a day, is deleted after two days. The version of a store's popularity is in the directory, where nodes look
 * for changes. It changes no existing row. Times are microseconds, scores doubles; a failure rolls all of it back.
 */
// Tests: test/api/events.test.ts.
import { createTable, createTenantTable } from './create-table.ts';
import type { MigrationStep } from './migration.ts';

/** Makes the tables. */
export async function events(step: MigrationStep): Promise<void> {
  await createTenantTable(step, {
    name: 'events',
    columns: [
      'store_id text',
      'id text',
      'type text',
      'product_id text?',
      'phrase text?',
      'region text?',
      'query text?',
      'position count?',
      'quantity count?',
      'session_hash text',
      'is_move flag',
      'occurred_at count',
      'created_at count',
    ],
    key: ['store_id', 'id'],
    indexes: [
      ['store_id', 'created_at'],
      ['store_id', 'session_hash'],
    ],
  });
  await createTenantTable(step, {
    name: 'session_moves',
    columns: ['store_id text', 'move text', 'weight real', 'moved_at count'],
    key: ['store_id', 'move'],
    indexes: [['store_id', 'moved_at']],
  });
  await createTenantTable(step, {
    name: 'query_sessions',
    columns: ['store_id text', 'query text', 'session_hash text', 'created_at count'],
    key: ['store_id', 'query', 'session_hash'],
    indexes: [
      ['store_id', 'created_at'],
      ['store_id', 'session_hash'],
    ],
  });
  await createTenantTable(step, {
    name: 'popularity',
    columns: ['store_id text', 'kind text', 'key text', 'score real', 'version count'],
    key: ['store_id', 'kind', 'key'],
    indexes: [['store_id', 'version']],
  });
  await createTable(step, {
    name: 'popularity_state',
    columns: ['store_id text', 'version count'],
    key: ['store_id'],
  });
  await createTable(step, {
    name: 'session_salts',
    columns: ['day text', 'salt text'],
    key: ['day'],
  });
}

/**
 * Creates the tables of people and their rights. Users, memberships, sessions and invitations belong to the directory: they are looked up
 * before it is known which store a call is for. Entries of the audit log belong to their store.
 *
 * Tokens are never stored, only their SHA-256. It creates no user. Times are microseconds; a failure rolls all of it back.
 */
// Tests: test/storage/migrations.test.ts, test/storage/stored-databases.test.ts.
import { createTable, createTenantTable, type TableDefinition } from './create-table.ts';
import type { MigrationStep } from './migration.ts';

const directoryTables: readonly TableDefinition[] = [
  {
    name: 'users',
    columns: [
      'id text',
      'email text',
      'name text',
      'password_hash text?',
      'is_operator flag',
      'created_at count',
      'last_seen_at count?',
    ],
    key: ['id'],
    unique: [['email']],
  },
  {
    name: 'memberships',
    columns: ['user_id text', 'store_id text', 'role text', 'joined_at count'],
    key: ['user_id', 'store_id'],
    indexes: [['store_id', 'joined_at']],
    belongsTo: { column: 'user_id', table: 'users' },
  },
  {
    name: 'sessions',
    columns: [
      'id text',
      'user_id text',
      'token_hash text',
      'previous_token_hash text?',
      'csrf_token text',
      'created_at count',
      'rotated_at count',
      'last_seen_at count',
    ],
    key: ['id'],
    unique: [['token_hash'], ['previous_token_hash']],
    indexes: [['user_id']],
    belongsTo: { column: 'user_id', table: 'users' },
  },
  {
    name: 'invitations',
    columns: [
      'id text',
      'kind text',
      'store_id text?',
      'email text',
      'role text?',
      'token_hash text',
      'created_at count',
      'expires_at count',
    ],
    key: ['id'],
    unique: [['token_hash']],
    indexes: [['store_id', 'email']],
  },
];

/** Makes the tables; a service without users waits for its set-up. */
export async function accounts(step: MigrationStep): Promise<void> {
  for (const table of directoryTables) await createTable(step, table);
  await createTenantTable(step, {
    name: 'audit_entries',
    columns: [
      'store_id text',
      'id text',
      'at count',
      'actor_name text?',
      'actor_email text?',
      'action text',
      'subject text',
      'details text',
    ],
    key: ['store_id', 'id'],
  });
}

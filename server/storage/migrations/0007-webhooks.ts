/**
 * Creates the tables of merchants' endpoints and of the messages to them: an outbox, written in the transaction that a message is
 * about. A delivery is a job of the directory, whose subject is the endpoint. It sends nothing. Times are microseconds, payloads JSON.
 * A failure rolls all of it back.
 */
// Tests: test/api/webhooks.test.ts.
import { createTenantTable } from './create-table.ts';
import type { MigrationStep } from './migration.ts';

/** Makes the tables; secrets are sealed before they come here. */
export async function webhooks(step: MigrationStep): Promise<void> {
  await createTenantTable(step, {
    name: 'webhooks',
    columns: [
      'store_id text',
      'id text',
      'url text',
      'description text',
      'events text',
      'is_active flag',
      'disabled_reason text?',
      'failing_since count?',
      'last_delivered_at count?',
      'secret_sealed text',
      'previous_secret_sealed text?',
      'previous_secret_until count?',
      'created_at count',
      'updated_at count',
    ],
    key: ['store_id', 'id'],
  });
  await createTenantTable(step, {
    name: 'webhook_deliveries',
    columns: [
      'store_id text',
      'webhook_id text',
      'id text',
      'type text',
      'payload text',
      'status text',
      'attempts text',
      'next_attempt_at count?',
      'created_at count',
      'ended_at count?',
    ],
    key: ['store_id', 'webhook_id', 'id'],
    indexes: [['store_id', 'created_at']],
  });
}

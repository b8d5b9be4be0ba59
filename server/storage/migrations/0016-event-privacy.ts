/**
 * Adds the network of a session that typed a query, by hash; and an index of the events whose query is still to be blanked. It deletes
 * no event and blanks no query itself. Times are microseconds; a failure rolls all of it back.
 */
// Tests: test/api/events.test.ts.
import { sql } from 'kysely';
import { addColumns } from './create-table.ts';
import type { MigrationStep } from './migration.ts';

/** Adds the column and the index. Earlier sessions count as one network. */
export async function eventPrivacy(step: MigrationStep): Promise<void> {
  await addColumns(step, {
    name: 'query_sessions',
    columns: ['network_hash text'],
    defaults: { network_hash: '' },
  });
  const index = step.builder.schema
    .createIndex('events_with_query')
    .on('events')
    .columns(['store_id', 'created_at'])
    .where(sql<boolean>`query is not null`);
  await step.transaction.run(index);
}

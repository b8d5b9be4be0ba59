/**
 * Creates the table of stores' turns for each kind of job: which store was served last, and which have jobs that are due. A job is
 * listed once, when a claim first finds it due; a new time takes it off the list again, whichever statement or version of the program
 * sets that time, so a trigger does it. It changes no job. Times are microseconds. A failure rolls all of it back.
 */
// Tests: test/storage/job-turns.test.ts, test/storage/jobs.test.ts.
import { sql } from 'kysely';
import { compiled } from '../snapshots/table-shapes.ts';
import { addColumns, createTable } from './create-table.ts';
import type { MigrationStep } from './migration.ts';

/** Makes the table, the column and the indexes of claims. Jobs of before are listed by the first claim. */
export async function jobTurns(step: MigrationStep): Promise<void> {
  const { builder, engine, transaction } = step;
  const run = (statement: ReturnType<typeof sql>) => transaction.run(compiled(builder, statement));
  await createTable(step, {
    name: 'job_turns',
    columns: ['kind text', 'store_id text', 'waiting count', 'last_turn count'],
    key: ['kind', 'store_id'],
    indexes: [['kind', 'waiting', 'last_turn', 'store_id']],
  });
  await addColumns(step, { name: 'jobs', columns: ['listed count'], defaults: { listed: '0' } });
  // Claims searched it. Now a planner would take it for "of a store, by time", which reads what other stores have waiting.
  await run(sql`drop index jobs_by_kind_run_at`);
  await run(sql`create index jobs_unlisted on jobs (kind, run_at) where listed = 0`);
  await run(sql`create index jobs_held on jobs (kind, store_id, lease_until) where lease_until is not null`);
  await run(sql`create index jobs_of_store_by_time on jobs (kind, store_id, run_at, id)`);
  await run(sql`create index jobs_of_store_by_id on jobs (kind, store_id, id)`);
  await run(sql`create index jobs_of_store_by_subject on jobs (kind, store_id, subject, run_at, id)`);
  if (engine === 'sqlite') {
    await run(sql`
      create trigger jobs_rescheduled after update of run_at on jobs when new.run_at <> old.run_at
      begin update jobs set listed = 0 where id = new.id; end`);
    return;
  }
  await run(sql`
    create or replace function jobs_rescheduled() returns trigger language plpgsql as $$
    begin new.listed := 0; return new; end $$`);
  await run(sql`
    create trigger jobs_rescheduled before update of run_at on jobs for each row
    when (new.run_at <> old.run_at) execute function jobs_rescheduled()`);
}

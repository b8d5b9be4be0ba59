/**
 * Finds transactions of a PostgreSQL server that hold others up or are open for long. It ends none of them. A transaction counts from
 * 15 minutes on, or once another process has waited for it for a second; other databases of the server are never shown. A query that fails rejects.
 */
// Tests: test/storage/transactions.test.ts.
import { type Kysely, sql } from 'kysely';
import type { Query } from '../database.ts';
import type { Schema } from '../schema.ts';
import type { LongTransaction } from '../snapshots/snapshot.ts';
import { compiled } from '../snapshots/table-shapes.ts';

/** Seconds from which a transaction is long: longer than any of ours but backups. Old row versions pile up behind it. Chosen. */
const longSeconds = 15 * 60;
/** Seconds of waiting for a lock from which a transaction counts as held up; at ten times as long a writer gives up. Chosen. */
const heldUpSeconds = 1;

interface TransactionRow {
  readonly pid: number;
  readonly application: string;
  readonly open_seconds: number;
  readonly is_idle: boolean;
  readonly holds_up: number[];
}

/** Transactions of any user on this database, the oldest first. */
export async function longTransactions(builder: Kysely<Schema>, query: Query): Promise<LongTransaction[]> {
  const rows = await query(
    compiled(
      builder,
      sql<TransactionRow>`
        with waiting as (
          select pid, pg_blocking_pids(pid) as blockers from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'
            and clock_timestamp() - query_start > ${heldUpSeconds} * interval '1 second'
        ), open as (
          select pid, application_name as application, state like 'idle in transaction%' as is_idle,
            extract(epoch from clock_timestamp() - xact_start)::float8 as open_seconds,
            coalesce((select array_agg(waiting.pid order by waiting.pid) from waiting
              where activity.pid = any (waiting.blockers)), '{}') as holds_up
          from pg_stat_activity as activity
          where datname = current_database() and pid <> pg_backend_pid() and xact_start is not null
        )
        select * from open where open_seconds > ${longSeconds} or holds_up <> '{}'
        order by open_seconds desc`,
    ),
  );
  return rows.map(({ pid, application, open_seconds, is_idle, holds_up }) => ({
    pid,
    application,
    openMs: open_seconds * 1_000,
    isIdle: is_idle,
    holdsUp: holds_up,
  }));
}

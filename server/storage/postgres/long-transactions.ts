/** Transactions of a PostgreSQL server that are in the way of others, or soon will be. */
import { type Kysely, sql } from 'kysely';
import type { Query } from '../database.ts';
import type { Schema } from '../schema.ts';
import type { LongTransaction } from '../snapshot.ts';
import { compiled } from '../table-shapes.ts';

/** Longer than any of ours but backups; old row versions pile up behind it. Chosen. */
const longSeconds = 15 * 60;
/** Who waits for a lock five times as long gives up with an error. */
const heldUpSeconds = 1;

interface TransactionRow {
  readonly pid: number;
  readonly application: string;
  readonly open_seconds: number;
  readonly is_idle: boolean;
  readonly holds_up: number[];
}

/** Of this database, the oldest first; whose they are is not asked. */
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

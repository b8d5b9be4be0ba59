/**
 * Reads how a database is doing, for operators and monitoring: migrations, settings, long transactions, jobs by kind. Nothing in it is
 * about one store. Tables that cannot be read are named instead of failing the whole; times are milliseconds. It changes and ends
 * nothing. A database that is away rejects with `unavailable`.
 */
// Tests: test/api/health.test.ts, test/storage/health.test.ts.
import { type Compilable, sql } from 'kysely';
import { timeOfId } from '../ids.ts';
import { DamageError } from './damage/damage.ts';
import type { Database } from './database.ts';
import { knownMigrations } from './migrate.ts';
import type { JobKind } from './records.ts';
import type { StorageHealth } from './snapshots/snapshot.ts';
import { compiled } from './snapshots/table-shapes.ts';

interface JobRow {
  readonly kind: string;
  readonly due: number;
  /** The earliest time of due jobs that have one. */
  readonly oldest: number | null;
  /** The first id of jobs that are due from their creation and have an id of their own. */
  readonly first_id: string | null;
  readonly retried: number;
}

/** Kinds of jobs with ids of their own. Jobs of other kinds have the id of their feed or store, which may be much older. */
const kindsOfOwnId: readonly JobKind[] = ['import', 'trial_import', 'webhook_delivery', 'phrase_sweep'];

/** A job with time 0 is due since it was made; where its id does not say when that was, it counts as due now. */
function dueSince({ oldest, first_id }: Pick<JobRow, 'oldest' | 'first_id'>, nowMicros: number): number {
  const made = first_id === null ? null : timeOfId(first_id);
  return Math.min(oldest ?? nowMicros, made ?? nowMicros);
}

/** Reads the health of a database. One without tables is healthy: all its migrations are pending. */
export async function readHealth(database: Database): Promise<StorageHealth> {
  const { builder, now } = database;
  return await database.snapshot(async ({ query }) => {
    const [clock] = await query(compiled(builder, sql<{ now: number }>`select ${now} as now`));
    const nowMicros = clock?.now ?? 0;
    const faults = await database.settingFaults(query);
    const transactions = await database.longTransactions(query);
    const tables = await database.describe(query);
    if (!tables.some(({ name }) => name === 'migrations')) {
      return {
        nowMicros,
        faults,
        hasTables: false,
        pendingMigrations: knownMigrations,
        newerMigrations: [],
        unreadable: [],
        transactions,
        jobs: [],
      };
    }
    const unreadable: string[] = [];
    const orNone = async <Row>(table: string, rows: Promise<Row[]>): Promise<Row[]> => {
      try {
        return await rows;
      } catch (error) {
        if (!(error instanceof DamageError)) throw error;
        unreadable.push(table);
        return [];
      }
    };
    const applied = await orNone('migrations', query(builder.selectFrom('migrations').select('number')));
    const present = new Set(applied.map(({ number }) => number));
    const hasJobs = tables.some(({ name }) => name === 'jobs');
    const rows = hasJobs ? await orNone('jobs', query(jobsByKind(database))) : [];
    return {
      nowMicros,
      faults,
      hasTables: true,
      unreadable,
      transactions,
      pendingMigrations: unreadable.includes('migrations')
        ? []
        : knownMigrations.filter((number) => !present.has(number)),
      newerMigrations: [...present].filter((number) => !knownMigrations.includes(number)),
      jobs: rows.map(({ kind, due, retried, ...first }) => ({
        kind,
        due,
        retried,
        oldestDueMs: Math.max(0, (nowMicros - dueSince(first, nowMicros)) / 1_000),
      })),
    };
  });
}

function jobsByKind({ builder, now }: Database): Compilable<JobRow> {
  const isDue = sql`run_at <= ${now} and (lease_until is null or lease_until <= ${now})`;
  const hasOwnId = sql`kind in (${sql.join(kindsOfOwnId.map((kind) => sql.lit(kind)))})`;
  return compiled(
    builder,
    sql<JobRow>`
      select kind, sum(case when ${isDue} then 1 else 0 end) as due,
        min(case when ${isDue} and run_at > 0 then run_at end) as oldest,
        min(case when ${isDue} and run_at = 0 and ${hasOwnId} then id end) as first_id,
        sum(case when attempts > 1 then 1 else 0 end) as retried
      from jobs group by kind order by kind`,
  );
}

/** How a database is doing, for people and machines that watch it: nothing of it is about one store. */
import { sql } from 'kysely';
import type { Database } from './database.ts';
import { knownMigrations } from './migrate.ts';
import type { StorageHealth } from './snapshot.ts';
import { compiled } from './table-shapes.ts';

interface JobRow {
  readonly kind: string;
  readonly due: number;
  readonly oldest: number | null;
  readonly retried: number;
}

/** A database without tables is well, too: every migration is pending. */
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
        pendingMigrations: knownMigrations,
        newerMigrations: [],
        transactions,
        jobs: [],
      };
    }
    const applied = await query(builder.selectFrom('migrations').select('number'));
    const present = new Set(applied.map(({ number }) => number));
    const isDue = sql`run_at <= ${now} and (lease_until is null or lease_until <= ${now})`;
    const rows = tables.some(({ name }) => name === 'jobs')
      ? await query(
          compiled(
            builder,
            sql<JobRow>`
              select kind, sum(case when ${isDue} then 1 else 0 end) as due,
                min(case when ${isDue} then run_at end) as oldest,
                sum(case when attempts > 1 then 1 else 0 end) as retried
              from jobs group by kind order by kind`,
          ),
        )
      : [];
    return {
      nowMicros,
      faults,
      transactions,
      pendingMigrations: knownMigrations.filter((number) => !present.has(number)),
      newerMigrations: [...present].filter((number) => !knownMigrations.includes(number)),
      jobs: rows.map(({ kind, due, oldest, retried }) => ({
        ...{ kind, due, retried },
        oldestDueMs: oldest === null ? 0 : Math.max(0, (nowMicros - oldest) / 1_000),
      })),
    };
  });
}
